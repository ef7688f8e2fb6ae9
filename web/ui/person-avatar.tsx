import { Avatar } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { personName } from '../../contract/person-name.ts';
import { sameOrigin } from '../lib/api/api.ts';

/** In px. */
const ROOM_FOR_TWO = 24;

const shades = ['iris', 'teal', 'grape', 'orange', 'cyan', 'pink'];

/** The person's picture, else initials on their own color, or a plain figure without a name. The name is next to it. */
export function PersonAvatar({
  person,
  size = 36,
}: {
  person: { id: string; firstName: string; lastName: string; avatar?: string | null };
  size?: number;
}) {
  const name = personName(person);
  if (!name) {
    return (
      <Avatar size={size} aria-hidden>
        <IconUser size={size / 2} stroke={1.5} />
      </Avatar>
    );
  }
  const shade = shades[Number.parseInt(person.id.slice(-4), 16) % shades.length];
  return (
    <Avatar
      size={size}
      src={person.avatar ? sameOrigin(person.avatar) : null}
      color={shade ?? 'iris'}
      aria-hidden
      alt=""
    >
      {initialsOf(name, size < ROOM_FOR_TWO ? 1 : 2)}
    </Avatar>
  );
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Of the first words, or the first characters of the only one; what people see as one stays whole. */
function initialsOf(name: string, count: number): string {
  const words = name.split(/\s+/).map((word) => [...characters.segment(word)].map(({ segment }) => segment));
  const initials = words.length === 1 ? words[0] : words.map(([first]) => first);
  return (initials ?? []).slice(0, count).join('').toUpperCase();
}
