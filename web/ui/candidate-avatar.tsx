import { Avatar } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { personName } from '../lib/person-name.ts';

const shades = ['iris', 'teal', 'grape', 'orange', 'cyan', 'pink'];

/** Initials on a colour of their own; a person without a name gets a plain figure. */
export function CandidateAvatar({
  candidate,
  size = 36,
}: {
  candidate: { id: string; firstName: string; lastName: string };
  size?: number;
}) {
  const name = personName(candidate);
  if (!name) {
    return (
      <Avatar size={size} aria-hidden>
        <IconUser size={size / 2} stroke={1.5} />
      </Avatar>
    );
  }
  const shade = shades[Number.parseInt(candidate.id.slice(-4), 16) % shades.length];
  return <Avatar size={size} name={name} color={shade ?? 'iris'} aria-hidden alt="" />;
}
