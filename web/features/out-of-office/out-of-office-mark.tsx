import { Tooltip } from '@mantine/core';
import { IconBeach } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountQuery } from '../../lib/me.ts';
import { paths } from '../../paths.ts';
import classes from './out-of-office-mark.module.css';
import { useAway } from './use-away.ts';

/** Where it is set, on the account page. */
export const OUT_OF_OFFICE_ID = 'out-of-office';

/** Stands in place of the logo while somebody of a team is out of office; otherwise the logo does. */
export function OutOfOfficeMark({
  minimised = false,
  onNavigate,
  children,
}: {
  minimised?: boolean;
  onNavigate?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const { data: account } = useQuery(accountQuery());
  const away = useAway();
  if (!away || account?.type !== 'team') return children;
  return (
    <Tooltip label="Out of Office" position="right" disabled={!minimised}>
      <Link
        to={paths.account}
        hash={OUT_OF_OFFICE_ID}
        className={classes.mark}
        data-minimised={minimised || undefined}
        aria-label={minimised ? 'Out of Office' : undefined}
        onClick={onNavigate}
      >
        <IconBeach size={18} stroke={1.75} aria-hidden />
        {!minimised && 'Out of Office'}
      </Link>
    </Tooltip>
  );
}
