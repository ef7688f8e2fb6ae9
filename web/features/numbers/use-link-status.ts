import { useQuery } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import type { LinkRejection, LinkStatus } from '../../../contract/seats.ts';
import type { User } from '../../../contract/users.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain, putAnswer } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useSave } from '../../lib/api/use-save.ts';

const RECHECK_MS = 60_000;

/** How far the carrier is with the seat's number, asked again and again until it is linked. Without a seat, no one asks. */
export function useLinkStatus(seat: User['seat']): {
  status: LinkStatus;
  /** Why, while it is rejected. */
  rejection: LinkRejection | null;
  check: () => void;
  checking: boolean;
} {
  const known = seat?.metadata.linkStatus ?? 'linking';
  const waiting = seat !== null && (known === 'linking' || known === 'rejected');
  const rechecked = useQuery({
    ...routeQuery(routes.checkLinkStatus),
    enabled: waiting,
    refetchInterval: RECHECK_MS,
    meta: { quiet: true },
  });
  const check = useSave({
    save: () => call(routes.checkLinkStatus),
    keep: async (queryClient, reply) => {
      putAnswer(queryClient, routeQuery(routes.checkLinkStatus).queryKey, reply);
      await loadAgain(queryClient, routes.getUser);
    },
  });
  const { linkStatus: status, linkRejection: rejection } = (waiting && rechecked.data) || {
    linkStatus: known,
    linkRejection: seat?.metadata.linkRejection ?? null,
  };
  return {
    status,
    rejection,
    check: () => check.run(),
    checking: check.isPending,
  };
}
