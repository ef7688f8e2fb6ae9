import type { QueryClient } from '@tanstack/react-query';
import { MAX_PAGE_SIZE } from '../../../contract/limits.ts';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { type AutomationKind, automationKinds } from './automation-kinds.ts';
import type { Shown } from './automations-search.ts';

const PAGE_SIZE = 50;
/** Texts become due, and rows of theirs done, without anything that this browser hears of. */
const LOOK_AGAIN_MS = 60_000;

export const automationsQuery = (kind: AutomationKind) => routeQuery(kind.list);

export interface PlannedFilter {
  show: Shown;
  automationId: string | undefined;
  everyone: boolean;
}

export const plannedQuery = ({ show, automationId, everyone }: PlannedFilter) => ({
  ...pagedQuery(routes.listPlanned, {
    query: {
      status: show,
      automationId,
      everyone: everyone ? 'true' : 'false',
      order: show === 'done' ? 'latest' : 'soonest',
      limit: PAGE_SIZE,
    },
  }),
  ...staysWhileLoading,
  refetchOnMount: 'always' as const,
  refetchInterval: LOOK_AGAIN_MS,
});

/** Of the person's own automations. */
export const heldQuery = () =>
  routeQuery(routes.listPlanned, { query: { status: 'held', limit: MAX_PAGE_SIZE } });

/** What they plan changes with them. */
export function automationsChanged(queryClient: QueryClient): void {
  for (const { list } of Object.values(automationKinds)) loadAgain(queryClient, list);
  plannedChanged(queryClient);
}

export function plannedChanged(queryClient: QueryClient): void {
  loadAgain(queryClient, routes.listPlanned);
}
