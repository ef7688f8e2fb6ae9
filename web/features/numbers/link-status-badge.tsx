import { Badge, type BadgeProps } from '@mantine/core';
import type { LinkStatus } from '../../../contract/seats.ts';

/** What is not named here shows no badge. */
const badges = {
  linking: { label: 'Activating', color: 'orange' },
  rejected: { label: 'Activating', color: 'orange' },
  linked: { label: 'Active', color: 'teal' },
} as const satisfies Record<LinkStatus, { label: string; color: string }>;

export function LinkStatusBadge({ status, size = 'xs' }: { status: LinkStatus; size?: BadgeProps['size'] }) {
  if (!Object.hasOwn(badges, status)) return null;
  const { label, color } = badges[status];
  return (
    <Badge size={size} variant="dot" color={color} tt="none" role="status">
      {label}
    </Badge>
  );
}
