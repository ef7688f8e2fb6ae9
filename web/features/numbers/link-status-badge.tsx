import { Badge, type BadgeProps } from '@mantine/core';
import type { LinkStatus } from '../../../contract/seats.ts';

export function LinkStatusBadge({ status, size = 'xs' }: { status: LinkStatus; size?: BadgeProps['size'] }) {
  const active = status === 'linked';
  return (
    <Badge size={size} variant="dot" color={active ? 'teal' : 'orange'} tt="none" role="status">
      {active ? 'Active' : 'Activating'}
    </Badge>
  );
}
