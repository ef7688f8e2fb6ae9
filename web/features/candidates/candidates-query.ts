import type { QueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { pagedQuery, staysWhileLoading } from '../../lib/api/paged-query.ts';
import type { CandidatesSearch } from './candidates-search.ts';

const PAGE_SIZE = 50;

export const candidatesQuery = ({ search, sort, tag, job, stage, contact, optedOut }: CandidatesSearch) => ({
  ...pagedQuery(routes.listCandidates, {
    query: {
      search,
      sort,
      tag,
      jobId: job,
      stageId: stage,
      lastContact: contact,
      optedOut: optedOut === undefined ? undefined : optedOut ? 'true' : 'false',
      limit: PAGE_SIZE,
    },
  }),
  ...staysWhileLoading,
});

export const deletedCandidatesQuery = () =>
  pagedQuery(routes.listDeletedCandidates, { query: { limit: PAGE_SIZE } });

/** A candidate's name and consent are in the inbox too. */
export const candidatesChanged = (queryClient: QueryClient): Promise<void> =>
  loadAgain(
    queryClient,
    routes.listCandidates,
    routes.listCandidateTags,
    routes.listDeletedCandidates,
    routes.getCandidate,
    routes.listConversations,
    routes.getConversation,
    routes.getInboxCounts,
  );
