import { Avatar } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { personName } from '../../contract/person-name.ts';
import { sameOrigin } from '../lib/same-origin.ts';

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
      name={name}
      color={shade ?? 'iris'}
      aria-hidden
      alt=""
    />
  );
}
