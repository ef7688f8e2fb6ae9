import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Candidate } from '../../../../contract/candidates.ts';
import type { Conversation } from '../../../../contract/conversations.ts';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { loadAgain, putAnswer } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { atField } from '../../../lib/forms/form-errors.ts';
import { conversationQuery, putConversation } from '../../messages/conversation-cache.ts';
import { candidateQuery } from './panel-query.ts';

/** What becomes of the candidate as they are now; throws where that must not be. */
type Change = (current: Candidate) => BodyInput<typeof routes.updateCandidate>;

/** Saves a change. If a colleague was faster, it is made to what they saved. */
export function saveChange(
  queryClient: QueryClient,
  candidate: Candidate,
  change: Change,
): Promise<Candidate> {
  const params = { id: candidate.id };
  const { queryKey } = candidateQuery(candidate.id);
  const save = (current: Candidate) =>
    call(routes.updateCandidate, {
      params,
      body: { ...change(current), updatedAt: current.updatedAt },
    });
  return save(queryClient.getQueryData(queryKey) ?? candidate).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'candidate_edited') throw error;
    const current = await call(routes.getCandidate, { params });
    putAnswer(queryClient, queryKey, current);
    return save(current);
  });
}

/** The same, from fields that show what was refused. */
export function useChangeCandidate(candidate: Candidate, conversationId: string | null) {
  const queryClient = useQueryClient();
  const { queryKey } = candidateQuery(candidate.id);
  return useSave({
    save: (change: Change) =>
      saveChange(queryClient, candidate, change).catch((error: unknown) => {
        throw atField(error, 'candidate_exists', 'phoneNumber');
      }),
    showsFields: true,
    inTurn: `candidate ${candidate.id}`,
    keep: (_, saved) => {
      putAnswer(queryClient, queryKey, saved);
      if (conversationId) showInConversation(queryClient, conversationId, saved);
      else void loadAgain(queryClient, routes.listConversations, routes.getConversation);
      void loadAgain(queryClient, routes.listCandidates);
      if (saved.phoneNumber === candidate.phoneNumber) return;
      // Consent is the number's.
      void loadAgain(queryClient, routes.listConsents, routes.getSendability);
    },
  });
}

function showInConversation(queryClient: QueryClient, id: string, saved: Candidate): void {
  const conversation = queryClient.getQueryData(conversationQuery(id).queryKey);
  if (!conversation) return;
  const shown = Object.keys(conversation.candidate) as (keyof Conversation['candidate'])[];
  const candidate = Object.fromEntries(shown.map((key) => [key, saved[key]])) as Conversation['candidate'];
  putConversation(queryClient, { ...conversation, candidate }, id);
}
