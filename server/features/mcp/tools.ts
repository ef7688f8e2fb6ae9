import { z } from 'zod';
import type { ParamsInput, Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';

/** A call of the API, as an assistant's key may make it. */
export interface ToolCall {
  route: Route;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

interface Tool {
  description: string;
  input: z.ZodObject;
  /** Changes something, though never what a candidate gets. */
  changes?: true;
  calls: (input: never) => ToolCall[];
}

function tool<const Input extends z.ZodObject>(made: {
  description: string;
  input: Input;
  changes?: true;
  calls: (input: z.infer<Input>) => ToolCall[];
}): Tool {
  return made;
}

const conversationId = z.uuid().describe('The ID of the conversation.');
const MOST = '20';
const byId = <R extends Route>(route: R, id: string): ToolCall => ({
  route,
  params: { id } satisfies ParamsInput<typeof routes.getCandidate>,
});

/**
 * What an assistant can do. Each tool is one or two calls of the API with the assistant's key, so scopes, visibility and limits are
 * those of the API. None sends: a test checks that no tool calls a route that does.
 */
export const tools: Record<string, Tool> = {
  search_conversations: tool({
    description:
      'Search names, phone numbers, tags, texts and notes in the conversations the owner of the key may see.',
    input: z.object({ query: z.string().min(1).max(100).describe('Words, or part of a phone number.') }),
    calls: ({ query }) => [{ route: routes.search, query: { q: query, limit: MOST } }],
  }),
  get_conversation: tool({
    description: 'Read a conversation: who the candidate is, and the latest texts, newest first.',
    input: z.object({ conversationId }),
    calls: ({ conversationId: id }) => [
      byId(routes.getConversation, id),
      { ...byId(routes.listMessages, id), query: { limit: MOST } },
    ],
  }),
  list_waiting: tool({
    description: 'List the conversations in which a candidate waits for an answer, the longest wait first.',
    input: z.object({}),
    calls: () => [{ route: routes.listConversations, query: { filter: 'waiting', limit: MOST } }],
  }),
  can_text_now: tool({
    description: 'Ask whether a text could go out in a conversation now, and if not, why and when it could.',
    input: z.object({ conversationId }),
    calls: ({ conversationId: id }) => [byId(routes.getSendability, id)],
  }),
  list_templates: tool({
    description: 'List the templates that the owner of the key can use, the most used first.',
    input: z.object({ search: z.string().max(100).optional().describe('Part of the name.') }),
    calls: ({ search }) => [
      { route: routes.listInsertableTemplates, query: { limit: MOST, ...(search ? { search } : {}) } },
    ],
  }),
  get_candidate: tool({
    description: 'Read what is known about a candidate.',
    input: z.object({ candidateId: z.uuid().describe('The ID of the candidate.') }),
    calls: ({ candidateId }) => [byId(routes.getCandidate, candidateId)],
  }),
  propose_text: tool({
    description:
      'Propose a text. It is not sent: a person reads it in Hiretext and approves, edits or declines it. A new text in the conversation makes it stale.',
    input: z.object({
      conversationId,
      body: z.string().min(1).max(1600).describe('The exact words. Nothing is filled in.'),
    }),
    changes: true,
    calls: (body) => [{ route: routes.createProposal, body }],
  }),
  withdraw_proposal: tool({
    description: 'Take back a text that you proposed.',
    input: z.object({ proposalId: z.uuid().describe('The ID of the proposal.') }),
    changes: true,
    calls: ({ proposalId }) => [byId(routes.withdrawProposal, proposalId)],
  }),
  add_note: tool({
    description: 'Add a note to a conversation. Only the team sees it, never the candidate.',
    input: z.object({ conversationId, body: z.string().min(1).max(10_000).describe('The note.') }),
    changes: true,
    calls: ({ conversationId: id, body }) => [{ ...byId(routes.createNote, id), body: { body } }],
  }),
};
