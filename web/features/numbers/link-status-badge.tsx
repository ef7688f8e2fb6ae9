import { Badge, type BadgeProps } from '@mantine/core';
import type { LinkStatus } from '../../../contract/seats.ts';

/** What is not named here shows no badge. */
const badges = {
  linking: { label: 'Activating', color: 'orange' },
  rejected: { label: 'Activating', color: 'orange' },
  linked: { label: 'Active', color: 'teal' },
} as const satisfies Record<LinkStatus, { label: string; color: string }>;

export function LinkStatusBadge({
  status,
  registered,
  size = 'xs',
}: {
  status: LinkStatus;
  /** Whether US carriers take texts from the number, once it is linked. */
  registered: boolean;
  size?: BadgeProps['size'];
}) {
  if (!Object.hasOwn(badges, status)) return null;
  const { label, color } =
    status === 'linked' && !registered
      ? { label: 'Active - not registered yet', color: 'orange' }
      : badges[status];
  return (
    <Badge size={size} variant="dot" color={color} tt="none" role="status">
      {label}
    </Badge>
  );
}
