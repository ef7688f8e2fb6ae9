import type { QueryClient } from '@tanstack/react-query';
import { DRAFT_BEGINNING, type ListedDraft } from '../../../../contract/kept-drafts.ts';
import * as routes from '../../../../contract/routes.ts';
import { changeCached } from '../../../lib/api/cache.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';

export const keptDraftQuery = (conversationId: string) =>
  routeQuery(routes.getKeptDraft, { params: { id: conversationId } });

/** What was begun on any device. */
export const listedDraftsQuery = () => ({
  ...routeQuery(routes.listKeptDrafts),
  meta: { quiet: true } as const,
});

/** What the server has of it now; nothing once it was sent. */
export const putListedDraft = (queryClient: QueryClient, conversationId: string, body: string): void =>
  changeCached<ListedDraft[]>(queryClient, listedDraftsQuery().queryKey, (listed) => [
    ...(body === '' ? [] : [{ conversationId, body: body.slice(0, DRAFT_BEGINNING) }]),
    ...listed.filter((other) => other.conversationId !== conversationId),
  ]);
