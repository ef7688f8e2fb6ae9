import { personName } from '../../../contract/person-name.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { publish } from '../../live/publish.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { comingTime } from '../texting/conversations/coming-time.ts';
import { requireConversation } from '../texting/conversations/seen.ts';
import { findTargetFacts, requireTarget } from '../texting/sending/accept-facts.ts';
import { acceptTextIn, PLAIN } from '../texting/sending/accept-texts.ts';
import { boundTo } from '../texting/sending/bound-to.ts';
import { countWaiting, insertProposal, lockProposal, type ProposalRow, settleProposal } from './store.ts';

const LIVES_MS = 24 * 3600_000;
const MOST_WAITING = 10;

/** What was proposed waits for a person, and goes nowhere without one. Returns its ID. */
export async function propose(
  tx: Tx,
  deps: Deps,
  session: Session,
  {
    conversationId,
    body,
    scheduledAt,
  }: { conversationId: string; body: string; scheduledAt?: string | undefined },
): Promise<string> {
  const { accountId, userId, seatId } = session;
  const now = deps.clock();
  const [facts] = await findTargetFacts(tx, [
    { accountId, conversationId, candidateId: null, phoneNumber: null, seatId },
  ]);
  requireTarget(facts, { session, conversationId, now });
  if (facts.optedOut) throw new Failure('opted_out');
  const bound = boundTo(facts);
  if (bound === null) throw new Failure('no_number');
  if ((await countWaiting(tx, accountId, { conversationId, now })) >= MOST_WAITING)
    throw new Failure('too_many_proposals');
  const id = deps.newId();
  await insertProposal(tx, accountId, {
    ...bound,
    id,
    conversationId,
    body,
    scheduledAt: scheduledAt === undefined ? null : comingTime('scheduledAt', scheduledAt, now),
    userId,
    keyId: session.key?.id ?? null,
    client: session.key?.name ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LIVES_MS),
  });
  await changed(tx, accountId, conversationId);
  return id;
}

/** Sends it in the name of the person, whose words count. The gate decides as about any text. */
export async function approve(
  db: Db,
  deps: Deps,
  session: Session,
  by: Actor,
  { id, body }: { id: string; body: string | undefined },
): Promise<void> {
  const { accountId, userId } = session;
  if (session.key !== null) throw new Failure('person_needed');
  // A text that comes in at the same moment makes it fail and start again, and then it's stale.
  return inTransaction(db, async (tx) => {
    const proposal = await lockOpen(tx, deps, session, id);
    const { conversationId, scheduledAt } = proposal;
    const message = await acceptTextIn(tx, deps, {
      ...PLAIN,
      session,
      conversationId,
      to: null,
      candidateId: null,
      body: body ?? proposal.body,
      mediaIds: [],
      scheduledAt: scheduledAt?.toISOString(),
      keyed: null,
      boundTo: proposal,
    });
    await settleProposal(tx, accountId, id, {
      status: 'approved',
      decidedBy: userId,
      messageId: message.id,
    });
    const isEdited = body !== undefined && body !== proposal.body;
    await recordAudit(tx, deps, by, {
      action: 'proposal.approved',
      subjectId: proposal.userId,
      subject: personName(proposal),
      details: { edited: isEdited },
    });
    await changed(tx, accountId, conversationId);
  });
}

export function decline(db: Db, deps: Deps, session: Session, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { conversationId } = await lockOpen(tx, deps, session, id);
    await settleProposal(tx, session.accountId, id, { status: 'declined', decidedBy: session.userId });
    await changed(tx, session.accountId, conversationId);
  });
}

/** Only their own. */
export function withdraw(db: Db, deps: Deps, session: Session, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { conversationId, userId } = await lockOpen(tx, deps, session, id);
    if (userId !== session.userId) throw new Failure('not_found');
    await settleProposal(tx, session.accountId, id, { status: 'withdrawn', decidedBy: session.userId });
    await changed(tx, session.accountId, conversationId);
  });
}

/** One that can still be decided about; whether it is stale, the text itself finds out. */
async function lockOpen(tx: Tx, deps: Deps, session: Session, id: string): Promise<ProposalRow> {
  const now = deps.clock();
  const proposal = await lockProposal(tx, session.accountId, id);
  if (proposal === undefined) throw new Failure('not_found');
  await requireConversation(tx, session, proposal.conversationId, now);
  if (proposal.status !== 'waiting' || proposal.expiresAt <= now) throw new Failure('proposal_settled');
  return proposal;
}

async function changed(tx: Tx, accountId: string, conversationId: string): Promise<void> {
  await publish(tx, [{ accountId, kind: 'proposals.updated', subjectId: conversationId }]);
}
