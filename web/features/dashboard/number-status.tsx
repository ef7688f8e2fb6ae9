import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { LinkStatusBadge } from '../numbers/link-status-badge.tsx';
import { useLinkStatus } from '../numbers/use-link-status.ts';
import classes from './sidebar.module.css';

/** The seat's number and how far the carrier is with it. */
export function NumberStatus({
  seat,
  registered,
  minimized,
  onNavigate,
}: {
  seat: NonNullable<User['seat']>;
  registered: boolean;
  minimized: boolean;
  onNavigate?: (() => void) | undefined;
}) {
  const { status, rejection, check, checking } = useLinkStatus(seat);
  const refresh = (
    <Tooltip label="Check Status">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Check Status"
        loading={checking}
        onClick={check}
      >
        <IconRefresh size={15} />
      </ActionIcon>
    </Tooltip>
  );
  if (minimized) return <div className={classes.number}>{refresh}</div>;
  return (
    <>
      <div className={classes.number} data-long={(status === 'linked' && !registered) || undefined}>
        <span className={classes.numberText}>{seat.twilioNumberFormatted}</span>
        <LinkStatusBadge status={status} registered={registered} />
        {refresh}
      </div>
      {rejection && (
        <p className={classes.rejection}>
          {rejection.sentence}{' '}
          <Link to={paths.account} onClick={onNavigate}>
            What to do
          </Link>
        </p>
      )}
    </>
  );
}
