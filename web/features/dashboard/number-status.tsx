import { ActionIcon, Badge, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { routes } from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';
import { keyOf, routeQuery } from '../../lib/route-query.ts';
import classes from './sidebar.module.css';

const RECHECK_MS = 60_000;

/** The seat's number and how far the carrier is with it. */
export function NumberStatus({ seat, minimised }: { seat: NonNullable<User['seat']>; minimised: boolean }) {
  const queryClient = useQueryClient();
  const known = seat.metadata.linkStatus;
  const waiting = known === 'linking' || known === 'rejected';
  const rechecked = useQuery({
    ...routeQuery(routes.checkLinkStatus),
    enabled: waiting,
    refetchInterval: RECHECK_MS,
    meta: { quiet: true },
  });
  const check = useMutation({
    mutationFn: () => call(routes.checkLinkStatus),
    onSuccess: async (reply) => {
      queryClient.setQueryData(routeQuery(routes.checkLinkStatus).queryKey, reply);
      await queryClient.invalidateQueries({ queryKey: keyOf(routes.getUser) });
    },
  });
  const status = waiting ? (rechecked.data?.linkStatus ?? known) : known;

  const refresh = (
    <Tooltip label="Check Status">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label="Check Status"
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        <IconRefresh size={15} />
      </ActionIcon>
    </Tooltip>
  );
  if (minimised) return <div className={classes.number}>{refresh}</div>;
  return (
    <div className={classes.number}>
      <span className={classes.numberText}>{seat.twilioNumberFormatted}</span>
      {status === 'linked' && (
        <Badge size="xs" variant="light" color="teal" tt="none" role="status">
          Active
        </Badge>
      )}
      {(status === 'linking' || status === 'rejected') && (
        <Badge size="xs" variant="light" color="orange" tt="none" role="status">
          Activating
        </Badge>
      )}
      {refresh}
    </div>
  );
}
