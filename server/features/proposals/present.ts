import type { Proposal, ProposalStatus } from '../../../contract/proposals.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { presentCandidateOf } from '../texting/conversations/present.ts';
import { findSeen } from '../texting/conversations/seen.ts';
import { findTargetFacts, type TargetFacts } from '../texting/sending/accept-facts.ts';
import { isAsBound } from '../texting/sending/bound-to.ts';
import type { ProposalRow } from './store.ts';

/** What it is by now: only decisions are stored. */
export function statusOf(row: ProposalRow, facts: TargetFacts | undefined, now: Date): ProposalStatus {
  if (row.status !== 'waiting') return row.status;
  if (row.expiresAt <= now || (row.scheduledAt !== null && row.scheduledAt <= now)) return 'expired';
  return facts && isAsBound(row, facts) ? 'waiting' : 'stale';
}

/** Without those of conversations that the person may not see. */
export async function presentProposals(
  db: Db,
  deps: Deps,
  session: Session,
  rows: ProposalRow[],
): Promise<Proposal[]> {
  const { accountId, userId, seatId } = session;
  const now = deps.clock();
  const seen = await findSeen(
    db,
    session,
    rows.map(({ conversationId }) => conversationId),
    now,
  );
  const shown = rows.filter(({ conversationId }) => seen.has(conversationId));
  if (shown.length === 0) return [];
  const facts = await findTargetFacts(
    db,
    shown.map(({ conversationId }) => ({
      accountId,
      conversationId,
      candidateId: null,
      phoneNumber: null,
      seatId,
    })),
  );
  return shown.flatMap((row, index) => {
    const conversation = seen.get(row.conversationId);
    if (conversation === undefined) return [];
    const status = statusOf(row, facts[index], now);
    const isOpen = status === 'waiting';
    return [
      {
        id: row.id,
        conversationId: row.conversationId,
        candidate: presentCandidateOf(conversation),
        body: row.body,
        scheduledAt: row.scheduledAt?.toISOString() ?? null,
        status,
        by: {
          userId: row.userId,
          firstName: row.firstName,
          lastName: row.lastName,
          keyId: row.keyId,
          client: row.client,
        },
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        messageId: row.messageId,
        can: { approve: isOpen, decline: isOpen, withdraw: isOpen && row.userId === userId },
      },
    ];
  });
}
