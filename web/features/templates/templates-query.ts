import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { keyOf } from '../../lib/api/route-query.ts';
import type { TemplateKind } from './template-kinds.ts';

const PAGE_SIZE = 50;

export interface TemplateFilter {
  search?: string | undefined;
  folder?: string | undefined;
}

const routeOf = ({ templateType }: TemplateKind) =>
  templateType === 'teamTemplate' ? routes.listTeamTemplates : routes.listTemplates;

/** All cached pages of a list, for any search. */
export const listKey = (kind: TemplateKind) => [routeOf(kind).path, 'pages', kind.templateType] as const;

export const templatesQuery = (kind: TemplateKind, { search, folder }: TemplateFilter) =>
  infiniteQueryOptions({
    queryKey: [...listKey(kind), { search, folder }] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { search, folder, limit: PAGE_SIZE, cursor: pageParam };
      const { templateType } = kind;
      return templateType === 'teamTemplate'
        ? call(routes.listTeamTemplates, { query, signal })
        : call(routes.listTemplates, { query: { ...query, templateType }, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** The account counts them. */
export function templatesChanged(queryClient: QueryClient, kind: TemplateKind): Promise<unknown> {
  const stale = [keyOf(routeOf(kind)), keyOf(routes.listInsertableTemplates), keyOf(routes.getAccount)];
  return Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
