import { countSegments } from '../../../../contract/segments.ts';
import { raiseAfterCommit } from '../../../db/after-commit.ts';
import { type Db, inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { publishConversations, publishMessages } from '../../../live/publish.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { giveBackTexts } from '../../billing/ledger/ledger.ts';
import { keepingShortLinks } from '../../links/short/store.ts';
import { attachUploads, listMediaOf, releaseUploads } from '../../media/store.ts';
import { heldSettled } from '../../notifications/record-notification.ts';
import { typedFacts } from '../conversations/gate-facts.ts';
import { lockConversations } from '../conversations/lock.ts';
import {
  findMessagesByIds,
  type Going,
  lockMessage,
  type MessageRow,
  rewriteScheduled,
} from '../conversations/message-store.ts';
import { requireConversation } from '../conversations/seen.ts';
import { touchAnswered } from '../conversations/store.ts';
import { hasJustWritten, requireSendable } from '../gate/gate.ts';
import { type ColdTexts, lockColdTexts } from '../touches/cold-texts.ts';
import { warmSince } from '../touches/rules.ts';
import { findTargetFacts, requireTarget, type TargetFacts } from './accept-facts.ts';
import { fillIn, findKnown } from './merge-values.ts';
import { confirmedOf, withNumberChange } from './number-change.ts';
import { payForTexts } from './pay-for-texts.ts';
import { sendAfterOf } from './rules.ts';

interface Change {
  body?: string | undefined;
  mediaIds?: string[] | undefined;
  /** ISO 8601, or now. */
  scheduledAt?: string | 'now' | undefined;
  cancelIfAnswered?: boolean | undefined;
  /** The candidate's new number, which the person has seen. */
  confirmedNumber?: string | undefined;
  evenIfTooMany?: boolean | undefined;
}

/** Changes a scheduled text of one's own. With a new time it passes the gate as one that is being accepted. */
export async function changeScheduled(
  db: Db,
  deps: Deps,
  session: Session,
  by: Actor,
  id: string,
  change: Change,
): Promise<void> {
  const { accountId, userId } = session;
  const now = deps.clock();
  const [found] = await findMessagesByIds(db, accountId, [id]);
  if (found === undefined) throw new Failure('not_found');
  const { conversationId } = found;
  await requireConversation(db, session, conversationId, now);
  if (found.senderId !== userId) throw new Failure('forbidden');
  await inTransaction(db, async (tx) => {
    const at = timeOf(change, now);
    const target = {
      accountId,
      conversationId,
      candidateId: null,
      phoneNumber: null,
      seatId: null,
      ...(at && { cold: { senderId: userId, at, warmSince: warmSince(now) } }),
    };
    const phones = coldPhones(accountId, await findTargetFacts(tx, [target]));
    const coldTexts = await lockColdTexts(tx, phones, now, { except: id });
    await lockConversations(tx, accountId, [conversationId]);
    const text = await lockScheduled(tx, accountId, found);
    const [facts] = await findTargetFacts(tx, [target]);
    requireTarget(facts, { session, conversationId, now });

    const going =
      at === null ? null : await passGate(tx, deps, { session, by, target, facts, change, at, coldTexts });
    await changeMedia(tx, session, text, change);
    const words =
      change.body === undefined ? text : await fillInBody(tx, deps, session, text, facts, change.body);
    // What is held has given back what was reserved for it, and takes it again when it goes.
    if (text.heldReason === null ? words.segments !== text.segments : going !== null)
      await payAgain(tx, deps, { ...words, accountId, id, facts, now });
    await rewriteScheduled(tx, accountId, {
      ...words,
      id,
      cancelIfAnswered: change.cancelIfAnswered ?? text.cancelIfAnswered ?? (going?.isLater ? true : null),
      going,
    });
    if (going !== null) {
      if (text.heldReason !== null) await heldSettled(tx, deps, accountId, [conversationId]);
      await touchAnswered(tx, accountId, conversationId);
      await publishConversations(tx, accountId, [conversationId]);
    }
    await publishMessages(tx, accountId, [text]);
    raiseAfterCommit(tx, 'messages');
  });
}

/** Not if it has been claimed, canceled or moved to another thread meanwhile. */
async function lockScheduled(tx: Tx, accountId: string, found: MessageRow): Promise<MessageRow> {
  await lockMessage(tx, accountId, found.id);
  const [text] = await findMessagesByIds(tx, accountId, [found.id]);
  if (text?.status !== 'scheduled' || text.conversationId !== found.conversationId)
    throw new Failure('message_not_scheduled');
  return text;
}

/** Null: as before. */
function timeOf({ scheduledAt }: Change, now: Date): Date | null {
  if (scheduledAt === undefined) return null;
  return scheduledAt === 'now' ? now : sendAfterOf({ scheduledAt, undoSeconds: 0 }, now);
}

const coldPhones = (accountId: string, facts: TargetFacts[]) =>
  facts.flatMap(({ isCold, continuesTouch, phoneNumber }) =>
    isCold && !continuesTouch && phoneNumber !== null ? [{ accountId, phoneNumber }] : [],
  );

interface Asked {
  session: Session;
  by: Actor;
  target: Parameters<typeof findTargetFacts>[1][number];
  facts: TargetFacts & { phoneNumber: string };
  change: Change;
  at: Date;
  coldTexts: ColdTexts;
}

/** When and where it goes: as one that is being accepted. */
async function passGate(tx: Tx, deps: Deps, asked: Asked): Promise<Going> {
  const { session, by, target, facts, change, at, coldTexts } = asked;
  const { accountId, userId } = session;
  const cold = { accountId, phoneNumber: facts.phoneNumber, senderId: userId, at };
  const until = coldTexts.until(cold, facts);
  const coldUntil = change.evenIfTooMany ? null : until;
  // What it needs is reserved, or paid for later.
  const text = { at, hasTextsLeft: true, takesNoTexts: false, coldUntil };
  try {
    requireSendable(typedFacts(deps, facts, { userId, confirmedNumber: confirmedOf(change) }, text));
  } catch (error) {
    throw await withNumberChange(tx, target, coldTexts.explain(error, cold));
  }
  const { lastInboundAt: answersMessageAt, numberId, phoneNumber: candidateNumber } = facts;
  if (numberId === null) throw new Failure('no_number');
  if (until !== coldUntil)
    await recordAudit(tx, deps, by, { action: 'candidate.textedAnyway', subjectId: facts.candidateId });
  return {
    at,
    isLater: at > deps.clock(),
    numberId,
    candidateNumber,
    answersMessageAt: hasJustWritten({ answersMessageAt, at }) ? answersMessageAt : null,
  };
}

async function fillInBody(
  tx: Tx,
  deps: Deps,
  session: Session,
  { id }: MessageRow,
  facts: TargetFacts,
  body: string,
): Promise<Pick<MessageRow, 'body' | 'segments'>> {
  const request = { body, session };
  const known = (await findKnown(tx, [{ index: 0, request, facts }], deps.clock())).get(0);
  const filled =
    known === undefined ? { body, shortLinks: [] } : fillIn(request, facts, known, deps.linkBaseUrl);
  const { accountId } = session;
  const links = filled.shortLinks.map((link) => ({ ...link, accountId, messageId: id }));
  for (const keeping of keepingShortLinks(links)) await keeping.execute(tx);
  return { body: filled.body, segments: Math.max(1, countSegments(filled.body).segments) };
}

/** A text needs words or a file. */
async function changeMedia(tx: Tx, { accountId, userId }: Session, text: MessageRow, change: Change) {
  const mediaIds = change.mediaIds && [...new Set(change.mediaIds)];
  const count = mediaIds?.length ?? (await listMediaOf(tx, accountId, [text.id])).length;
  if ((change.body ?? text.body).trim() === '' && count === 0)
    throw invalidField('body', 'The body is required');
  if (mediaIds === undefined) return;
  await releaseUploads(tx, accountId, text.id);
  const attached = await attachUploads(tx, accountId, { messageId: text.id, mediaIds, uploadedBy: userId });
  if (attached.length < mediaIds.length)
    throw invalidField('mediaIds', 'An attachment is missing. Add it again.');
}

/** For as many segments as it has now. */
async function payAgain(
  tx: Tx,
  deps: Deps,
  text: { accountId: string; id: string; segments: number; facts: TargetFacts; now: Date },
): Promise<void> {
  await giveBackTexts(tx, deps, text.accountId, [text.id]);
  const { unpaid } = await payForTexts(tx, deps, [
    { facts: text.facts, text: { ...text, createdAt: text.now } },
  ]);
  if (unpaid.length > 0) throw new Failure('no_texts_left');
}
