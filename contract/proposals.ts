import { z } from 'zod';
import { Id, PageQuery, PhoneNumberFormatted, page, Timestamp } from './primitives.ts';
import { route } from './route.ts';
import { notAccepted } from './sendability-reason.ts';
import { PlainTextBody } from './text-body.ts';

/* Texts that software or a colleague proposed. None goes out before a person has approved it. */

export const ProposalStatus = z
  .enum(['waiting', 'approved', 'declined', 'withdrawn', 'stale', 'expired'])
  .describe(
    'waiting: for a person. stale: the conversation, the number or the consent changed since, so it can no longer be approved. expired: no one decided in time.',
  );
export type ProposalStatus = z.infer<typeof ProposalStatus>;

export const Proposal = z.object({
  id: Id,
  conversationId: Id,
  candidate: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    phoneNumberFormatted: PhoneNumberFormatted,
  }),
  body: z.string().describe('Word for word what would go out.'),
  scheduledAt: Timestamp.nullable().describe('When it would go out. Null: once it is approved.'),
  status: ProposalStatus,
  by: z
    .object({
      userId: Id.describe('The person who proposed it, or whose key did.'),
      firstName: z.string(),
      lastName: z.string(),
      keyId: Id.nullable().describe('The API key it came with.'),
      client: z.string().nullable().describe('What the software calls itself.'),
    })
    .describe('Who proposed it.'),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  messageId: Id.nullable().describe('The text that it became.'),
  can: z.object({
    approve: z.boolean(),
    decline: z.boolean(),
    withdraw: z.boolean(),
  }),
});
export type Proposal = z.infer<typeof Proposal>;

const ofProposal = {
  auth: 'session',
  params: z.object({ id: Id }),
  reply: Proposal,
} as const;

export const createProposal = route({
  method: 'POST',
  path: '/proposals',
  summary:
    'Propose a text in a conversation. It waits 24 hours for a person to approve it. A new text there, an opt-out or a changed number makes it stale.',
  auth: 'session',
  scope: 'texts:propose',
  status: 201,
  idempotent: true,
  body: z.object({
    conversationId: Id,
    body: PlainTextBody().min(1, 'The text is required').describe('Word for word: nothing is filled in.'),
    scheduledAt: Timestamp.optional().describe(
      'When it goes out if it is approved by then: at most a year ahead.',
    ),
  }),
  reply: Proposal,
  failures: ['not_found', 'opted_out', 'no_number', 'too_many_proposals'],
});

export const listProposals = route({
  method: 'GET',
  path: '/proposals',
  summary: 'List the proposals in conversations that you may see, newest first. A page can be short.',
  auth: 'session',
  scope: 'texts:propose',
  query: PageQuery.extend({
    status: ProposalStatus.optional(),
    conversationId: Id.optional().describe('Only those in this conversation.'),
  }),
  reply: page(Proposal),
  failures: ['not_found'],
});

export const approveProposal = route({
  ...ofProposal,
  method: 'POST',
  path: '/proposals/{id}/approve',
  summary: 'Send a proposed text, in your name. Once, and only a person can: a key is refused.',
  scope: 'texts:propose',
  body: z.object({
    body: PlainTextBody().min(1, 'The text is required').optional().describe('Your own words instead.'),
  }),
  failures: [
    'person_needed',
    'not_found',
    'proposal_stale',
    'proposal_settled',
    'too_many_cold_texts',
    ...notAccepted,
  ],
});

export const declineProposal = route({
  ...ofProposal,
  method: 'POST',
  path: '/proposals/{id}/decline',
  summary: "Decline a proposed text. It won't go out.",
  failures: ['not_found', 'proposal_settled'],
});

export const withdrawProposal = route({
  ...ofProposal,
  method: 'POST',
  path: '/proposals/{id}/withdraw',
  summary: 'Take back what you proposed.',
  scope: 'texts:propose',
  failures: ['not_found', 'proposal_settled'],
});
