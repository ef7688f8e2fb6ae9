import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import type { TemplateKind } from './template-kinds.ts';

const PAGE_SIZE = 50;

export interface TemplateFilter {
  search?: string | undefined;
  folder?: string | undefined;
}

export const listOf = ({ templateType }: TemplateKind) =>
  templateType === 'teamTemplate' ? routes.listTeamTemplates : routes.listTemplates;

export const templatesQuery = (kind: TemplateKind, { search, folder }: TemplateFilter) => {
  const query = { search, folder, limit: PAGE_SIZE };
  const { templateType } = kind;
  return {
    ...(templateType === 'teamTemplate'
      ? pagedQuery(routes.listTeamTemplates, { query })
      : pagedQuery(routes.listTemplates, { query: { ...query, templateType } })),
    ...staysWhileLoading,
  };
};

/** The account counts them. */
export const templatesChanged = (queryClient: QueryClient, kind: TemplateKind): Promise<void> =>
  loadAgain(queryClient, listOf(kind), routes.listInsertableTemplates, routes.getAccount);
