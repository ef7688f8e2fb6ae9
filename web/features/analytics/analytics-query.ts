import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnalyticsFilter, Figure } from '../../../contract/analytics.ts';
import * as routes from '../../../contract/routes.ts';
import { pagedQuery } from '../../lib/api/paged-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

const PAGE_SIZE = 50;
const MINUTE_MS = 60_000;

/** Asked for every minute while someone looks, so figures are a minute behind at most. The page shows what failed. */
export const analyticsQuery = (filter: AnalyticsFilter) =>
  queryOptions({
    ...routeQuery(routes.getAnalytics, { query: filter }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
    meta: { quiet: true },
  });

/** What a figure can be narrowed down to. */
export const PARTS = ['person', 'template', 'automation', 'number', 'error'] as const;
export type PartKind = (typeof PARTS)[number];

/** A figure whose conversations can be opened. */
export interface Behind {
  figure: Figure;
  of?: { kind: PartKind; id: string } | undefined;
}

const parameters = {
  person: 'userId',
  template: 'templateId',
  automation: 'automationId',
  number: 'numberId',
  error: 'errorCode',
} as const satisfies Record<PartKind, string>;

export const conversationsQuery = (filter: AnalyticsFilter, { figure, of }: Behind) => ({
  ...pagedQuery(routes.listConversationsOfFigure, {
    query: { ...filter, figure, ...(of ? { [parameters[of.kind]]: of.id } : {}), limit: PAGE_SIZE },
  }),
  meta: { quiet: true as const },
});
