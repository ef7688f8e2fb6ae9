import { Anchor } from '@mantine/core';
import type { AtsDescription } from '../../../contract/ats.ts';
import { paths } from '../../paths.ts';

export function HelpLink({
  system,
  label = 'How it works',
}: {
  system: Pick<AtsDescription, 'type' | 'name'>;
  label?: string;
}) {
  return (
    <Anchor
      href={paths.help.replace('$atsType', system.type)}
      target="_blank"
      size="sm"
      underline="always"
      aria-label={`${label}: ${system.name} (opens a new tab)`}
    >
      {label}
    </Anchor>
  );
}
