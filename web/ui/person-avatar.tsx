import { Avatar } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { personName } from '../../contract/person-name.ts';
import { sameOrigin } from '../lib/api/api.ts';

const shades = ['iris', 'teal', 'grape', 'orange', 'cyan', 'pink'];

/** The person's picture, else initials on a colour of their own; one without a name gets a plain figure. Names stand beside it. */
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
      {initialsOf(name)}
    </Avatar>
  );
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Of the first two words, or the first two characters of the only one; what people see as one stays whole. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).map((word) => [...characters.segment(word)].map(({ segment }) => segment));
  const initials = words.length === 1 ? words[0]?.slice(0, 2) : words.slice(0, 2).map(([first]) => first);
  return (initials ?? []).join('').toUpperCase();
}
