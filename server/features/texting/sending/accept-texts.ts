import type { Message } from '../../../../contract/messages.ts';
import { countSegments } from '../../../../contract/segments.ts';
import { batched } from '../../../db/batch.ts';
import { type Cause, causedBy, currentCause } from '../../../db/cause.ts';
import { type Db, inTransaction, retrying, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import {
  findReplies,
  type KeyedRequest,
  keepingReplies,
  repliesMeanwhile,
} from '../../../http/idempotency.ts';
import type { Session } from '../../../http/session.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { isPrepaid } from '../../billing/ledger/rules.ts';
import { ensureCandidates } from '../../candidates/ensure-candidates.ts';
import { keepingSentDrafts } from '../../drafts/store.ts';
import { keepingShortLinks, type NewShortLink } from '../../links/short/store.ts';
import { attachUploads, lockUploads, type MediaRow } from '../../media/store.ts';
import { mayRead } from '../../templates/rules.ts';
import { findListsOf, keyOf } from '../../templates/store.ts';
import { typedFacts } from '../conversations/gate-facts.ts';
import { presentMedia, presentMessage } from '../conversations/present.ts';
import { ensureConversations, type NewText, writeTexts } from '../conversations/write-texts.ts';
import { hasJustWritten, requireSendable } from '../gate/gate.ts';
import { emptyingKeptDrafts } from '../kept-drafts/store.ts';
import { type ColdTexts, lockColdTexts } from '../touches/cold-texts.ts';
import { warmSince } from '../touches/rules.ts';
import { findTargetFacts, requireTarget, type TargetFacts } from './accept-facts.ts';
import { type BoundTo, isAsBound } from './bound-to.ts';
import { findCrossings, inTurn } from './crossing.ts';
import { fillIn, findKnown, type KnownOfText } from './merge-values.ts';
import { payForTexts } from './pay-for-texts.ts';
import { sendAfterOf } from './rules.ts';

export interface TextRequest {
  session: Session;
  /** E.164. Of the three exactly one. */
  to: string | null;
  candidateId: string | null;
  conversationId: string | null;
  body: string;
  mediaIds: string[];
  /** ISO 8601. */
  scheduledAt: string | undefined;
  /** Of a scheduled one. */
  cancelIfAnswered: boolean;
  undoSeconds: number;
  templateId: string | null;
  draftId: string | null;
  /** To which the sender agreed, after it was changed. E.164. */
  confirmedNumber: string | null;
  /** Who wants it sent even if the company has texted the candidate too often without an answer. */
  overriding: Actor | null;
  /** The newest that the sender has seen of the conversation; null: nothing. Undefined: it goes out in any case. */
  lastSeenMessageId: string | null | undefined;
  keyed: KeyedRequest | null;
  /** The seat that a first text goes from; the sender's own without it. */
  fromSeatId?: string | undefined;
  /** It asks for the consent that is missing. */
  asksConsent?: true;
  /** Written in the composer, where nothing is left of it. */
  isTyped?: true;
  /** What it was proposed for: it goes word for word, and only while all of that is as it was. */
  boundTo?: BoundTo;
  /** Of the batch it is accepted in, which has none. */
  cause?: Cause | null;
}

/** It goes at once, and nothing about it was chosen but its words. */
export const PLAIN = {
  scheduledAt: undefined,
  cancelIfAnswered: false,
  undoSeconds: 0,
  templateId: null,
  draftId: null,
  confirmedNumber: null,
  overriding: null,
  lastSeenMessageId: undefined,
} as const satisfies Partial<TextRequest>;

const MAX_BATCH = 64;

/**
 * Accepts texts: each is checked, and written with what belongs to it in one transaction; when the promise resolves, the text
 * survives anything. Requests that come at the same time share the transaction.
 */
export function createAcceptText(deps: Deps): (request: TextRequest) => Promise<Message> {
  const acceptTogether = async (requests: TextRequest[]): Promise<(Message | Error)[]> =>
    (await retrying(() => acceptTexts(deps.db, deps, requests))) ??
    // New candidates and conversations of several requests have no one cause.
    causedBy(requests.length === 1 ? (requests[0]?.cause ?? null) : null, () =>
      inTransaction(deps.db, async (tx) => (await acceptTexts(tx, deps, requests)) ?? []),
    );
  const acceptInTurn = async (requests: TextRequest[]): Promise<(Message | Error)[]> => {
    const [first, then] = inTurn(requests);
    if (then.length === 0) return acceptTogether(requests);
    const of = (indexes: number[]) => indexes.flatMap((index) => requests[index] ?? []);
    const accepted = await acceptTogether(of(first));
    // Those are accepted, whatever becomes of the others.
    const later = await acceptInTurn(of(then)).catch((error: unknown) =>
      then.map(() => (error instanceof Error ? error : new Failure('internal'))),
    );
    const results = new Map([
      ...first.map((index, place) => [index, accepted[place]] as const),
      ...then.map((index, place) => [index, later[place]] as const),
    ]);
    return requests.map((_, index) => results.get(index) ?? new Failure('internal'));
  };
  const accept = batched<TextRequest, Message>(acceptInTurn, { max: MAX_BATCH });
  return (request) =>
    accept({ ...request, cause: currentCause() }).catch((error: unknown) => {
      // Counted here, since a batch may be tried again one by one.
      if (error instanceof Failure) deps.metrics.textRefused(error.code);
      throw error;
    });
}

/** The same in a transaction that does more. */
export async function acceptTextIn(tx: Tx, deps: Deps, request: TextRequest): Promise<Message> {
  const [message] = (await acceptTexts(tx, deps, [request])) ?? [];
  if (message === undefined) throw new Failure('internal');
  if (message instanceof Error) throw message;
  return message;
}

interface Decided {
  text: NewText;
  shortLinks: NewShortLink[];
  /** It goes only since the sender wants it to. */
  isOverride: boolean;
}

interface Accepted extends Decided {
  index: number;
  request: TextRequest;
  facts: TargetFacts;
  media: MediaRow[];
}

interface Open {
  index: number;
  request: TextRequest;
  facts: TargetFacts | undefined;
}

/**
 * In the order of the requests: the message, or why it is refused. A refusal leaves no trace and harms no other text. Most batches
 * are written by one statement, which is a transaction by itself; null for one that needs several, and none is open.
 */
async function acceptTexts(db: Db, deps: Deps, requests: TextRequest[]): Promise<(Message | Error)[] | null> {
  const [keys, facts] = await Promise.all([
    findReplies(
      db,
      requests.map((request) => request.keyed),
    ),
    findTargetFacts(
      db,
      requests.map((request) => targetOf(request, deps.clock())),
    ),
  ]);
  const open = requests.flatMap((request, index) =>
    keys[index] === 'none' || keys[index] === 'free' ? [{ index, request, facts: facts[index] }] : [],
  );
  const cold = open.flatMap(({ request, facts }) =>
    facts?.isCold && !facts.continuesTouch && facts.phoneNumber !== null
      ? [{ accountId: request.session.accountId, phoneNumber: facts.phoneNumber }]
      : [],
  );
  if (cold.length > 0 && !db.isTransaction) return null;
  const coldTexts = await lockColdTexts(db as Tx, cold, deps.clock());
  const [known, crossings] = await Promise.all([
    findKnown(db, open, deps.clock()),
    findCrossings(db, deps, open),
  ]);
  const { accepted, refused } = decideAll(deps, open, { known, coldTexts, crossings });
  const replies = new Map<number, Message | Error>(refused);
  const isSimple =
    accepted.every((each) => isComplete(deps, each)) &&
    open.every(({ index, request }) => !request.keyed || !refused.has(index));
  if (isSimple) await writeAccepted(db, deps, { accepted, replies });
  else if (db.isTransaction) await completeAndWrite(db as Tx, deps, { open, accepted, replies });
  else return null;

  const resultOf = (index: number): Message | Error => {
    const key = keys[index];
    if (key instanceof Failure) return key;
    if (typeof key === 'object') return 'sameAs' in key ? resultOf(key.sameAs) : (key.reply as Message);
    return replies.get(index) ?? new Failure('internal');
  };
  return requests.map((_, index) => resultOf(index));
}

/** Whether it only has to be written. */
function isComplete(deps: Deps, { facts, request, isOverride }: Accepted): boolean {
  return (
    !isOverride &&
    facts.candidateId !== null &&
    facts.conversationId !== null &&
    request.mediaIds.length === 0 &&
    request.templateId === null &&
    !isPrepaid(deps, facts)
  );
}

function decideAll(
  deps: Deps,
  open: Open[],
  {
    known,
    coldTexts,
    crossings,
  }: { known: Map<number, KnownOfText>; coldTexts: ColdTexts; crossings: Map<number, Failure> },
): { accepted: Accepted[]; refused: Map<number, Failure> } {
  const accepted: Accepted[] = [];
  const refused = new Map<number, Failure>();
  for (const { index, request, facts } of open) {
    try {
      if (facts === undefined) throw new Failure('not_found');
      const decided = decide(deps, request, facts, { known: known.get(index), coldTexts });
      const crossing = crossings.get(index);
      if (crossing) throw crossing;
      coldTexts.add({ ...coldOf(decided.text), firstName: request.session.firstName, isBroadcast: false });
      accepted.push({ index, request, facts, ...decided, media: [] });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.set(index, error);
    }
  }
  return { accepted, refused };
}

/** Writes the texts and the replies stored for repeated requests, and fills in the replies. */
async function writeAccepted(
  db: Db,
  deps: Deps,
  { accepted, replies }: { accepted: Accepted[]; replies: Map<number, Message | Error> },
): Promise<void> {
  for (const each of accepted) replies.set(each.index, presentAccepted(deps, each));
  const kept = accepted.flatMap(({ index, request }) =>
    request.keyed ? [{ keyed: request.keyed, reply: replies.get(index) }] : [],
  );
  const drafted = accepted.flatMap(draftedOf);
  await writeTexts(
    db,
    accepted.map((each) => each.text),
    [
      ...(kept.length > 0 ? [keepingReplies(kept)] : []),
      ...(drafted.length > 0 ? [keepingSentDrafts(drafted)] : []),
      ...(accepted.some(({ request }) => request.isTyped) ? [emptyingKeptDrafts] : []),
      ...keepingShortLinks(accepted.flatMap(({ shortLinks }) => shortLinks)),
    ],
  );
}

/** Fills in `replies`. */
async function completeAndWrite(
  tx: Tx,
  deps: Deps,
  { open, accepted, replies }: { open: Open[]; accepted: Accepted[]; replies: Map<number, Message | Error> },
): Promise<void> {
  const whole: Accepted[] = [];
  for (const each of await withTemplate(tx, accepted, replies)) {
    const media = await takeUploads(tx, each.request);
    if (media === null)
      replies.set(each.index, invalidField('mediaIds', 'An attachment is missing. Add it again.'));
    else whole.push({ ...each, media });
  }
  const { paid, unpaid } = await payForTexts(tx, deps, whole);
  for (const { index } of unpaid) replies.set(index, new Failure('no_texts_left'));
  const refusedKeys = open.flatMap(({ index, request }) =>
    request.keyed && replies.has(index) ? [{ index, keyed: request.keyed }] : [],
  );
  if (refusedKeys.length > 0) {
    const kept = await repliesMeanwhile(
      tx,
      refusedKeys.map(({ keyed }) => keyed),
    );
    for (const { index, keyed } of refusedKeys)
      if (kept.has(keyed)) replies.set(index, kept.get(keyed) as Message);
  }
  const completed = await completeTargets(tx, deps, paid);
  await writeAccepted(tx, deps, { accepted: completed, replies });
  await recordOverrides(tx, deps, completed);
  for (const each of completed) await attach(tx, each);
}

function targetOf(request: TextRequest, now: Date) {
  const { scheduledAt, session } = request;
  return {
    cold: {
      senderId: session.userId,
      at: scheduledAt === undefined ? now : new Date(scheduledAt),
      warmSince: warmSince(now),
    },
    accountId: session.accountId,
    conversationId: request.conversationId,
    candidateId: request.candidateId,
    phoneNumber: request.to,
    seatId: request.fromSeatId ?? session.seatId,
  };
}

function decide(
  deps: Deps,
  request: TextRequest,
  facts: TargetFacts,
  { known, coldTexts }: { known: KnownOfText | undefined; coldTexts: ColdTexts },
): Decided {
  const { session } = request;
  const now = deps.clock();
  requireTarget(facts, { session, conversationId: request.conversationId, now });
  if (request.boundTo && !isAsBound(request.boundTo, facts)) throw new Failure('proposal_stale');
  const at = sendAfterOf(request, now);
  // The remaining texts are checked once it's known which texts need some.
  const by = { userId: session.userId, confirmedNumber: request.confirmedNumber };
  const cold = { accountId: session.accountId, phoneNumber: facts.phoneNumber, senderId: session.userId, at };
  const until = coldTexts.until(cold, facts);
  const coldUntil = request.overriding === null ? until : null;
  try {
    requireSendable(
      typedFacts(deps, facts, by, {
        at,
        hasTextsLeft: true,
        takesNoTexts: false,
        coldUntil,
        ...(request.asksConsent ? { lacksConsent: false } : {}),
      }),
    );
  } catch (error) {
    throw coldTexts.explain(error, cold);
  }
  if (facts.numberId === null) throw new Failure('no_number');

  const { body, shortLinks } =
    known === undefined || request.boundTo
      ? { body: request.body, shortLinks: [] }
      : fillIn(request, facts, known, deps.linkBaseUrl);
  const isLater = at > now;
  const { lastInboundAt: answersMessageAt } = facts;
  const { accountId } = session;
  const id = deps.newId();
  const text: NewText = {
    accountId,
    id,
    conversationId: facts.conversationId ?? '',
    body,
    status: isLater ? 'scheduled' : 'queued',
    segments: Math.max(1, countSegments(body).segments),
    templateId: request.templateId,
    automationId: null,
    numberId: facts.numberId,
    candidateNumber: facts.phoneNumber,
    senderId: session.userId,
    clientKey: request.keyed?.clientKey ?? null,
    apiKeyId: session.key?.id ?? null,
    isAutomatic: false,
    isConfirmation: false,
    answersMessageAt: hasJustWritten({ answersMessageAt, at }) ? answersMessageAt : null,
    createdAt: now,
    scheduledAt: isLater ? at : null,
    cancelIfAnswered: request.scheduledAt !== undefined && isLater ? request.cancelIfAnswered : null,
    sendAfter: at,
    expiresAt: null,
    // What was there when we looked what has come in between.
    after: request.lastSeenMessageId === undefined && !request.boundTo ? undefined : facts.lastMessageId,
    cause: request.cause ?? null,
  };
  return {
    text,
    shortLinks: shortLinks.map((link) => ({ ...link, accountId, messageId: id })),
    isOverride: until !== coldUntil,
  };
}

const coldOf = ({ accountId, candidateNumber: phoneNumber, senderId, sendAfter: at }: NewText) => ({
  accountId,
  phoneNumber,
  senderId,
  at,
});

/** Those whose template the sender has. */
async function withTemplate(
  tx: Tx,
  accepted: Accepted[],
  replies: Map<number, Message | Error>,
): Promise<Accepted[]> {
  const templates = await findListsOf(
    tx,
    accepted.flatMap(({ request }) => templateOf(request) ?? []),
  );
  return accepted.filter(({ index, request }) => {
    const key = templateOf(request);
    const list = key && templates.get(keyOf(key));
    if (key === null || (list && mayRead(request.session, list))) return true;
    replies.set(index, invalidField('templateId', 'This template is gone. Send your text without it.'));
    return false;
  });
}

function templateOf({ session, templateId: id }: TextRequest) {
  return id === null ? null : { accountId: session.accountId, id };
}

function draftedOf({ request, text }: Accepted) {
  const { accountId, conversationId, id: messageId } = text;
  const { draftId, session } = request;
  return draftId === null ? [] : [{ accountId, draftId, userId: session.userId, conversationId, messageId }];
}

/** No one else attaches them until the transaction ends. In the order of the request; null when one is missing. */
async function takeUploads(tx: Tx, request: TextRequest): Promise<MediaRow[] | null> {
  const { accountId, userId } = request.session;
  const mediaIds = [...new Set(request.mediaIds)];
  if (mediaIds.length === 0) return [];
  const found = await lockUploads(tx, accountId, { mediaIds, uploadedBy: userId });
  return found.length < mediaIds.length
    ? null
    : found.toSorted((a, b) => mediaIds.indexOf(a.id) - mediaIds.indexOf(b.id));
}

/** Candidates and conversations that the accepted texts need and that do not exist yet. */
async function completeTargets(tx: Tx, deps: Deps, accepted: Accepted[]): Promise<Accepted[]> {
  const nameless = accepted.filter(({ facts }) => facts.candidateId === null);
  const byAccount = Map.groupBy(nameless, ({ text }) => text.accountId);
  const candidateIds = new Map<string, string>();
  for (const [accountId, of] of byAccount) {
    const ids = await ensureCandidates(
      tx,
      accountId,
      of.map(({ text }) => text.candidateNumber),
      deps,
    );
    for (const [phoneNumber, id] of ids) candidateIds.set(`${accountId} ${phoneNumber}`, id);
  }

  const fresh = accepted.filter(({ facts }) => facts.conversationId === null);
  const conversationIds = await ensureConversations(
    tx,
    fresh.map(({ facts, text }) => ({
      accountId: text.accountId,
      id: deps.newId(),
      seatId: facts.seatId ?? '',
      candidateId: facts.candidateId ?? candidateIds.get(`${text.accountId} ${text.candidateNumber}`) ?? '',
      assigneeId: facts.seatUserId,
      at: text.createdAt,
    })),
  );
  const found = new Map(fresh.map((each, position) => [each, conversationIds[position]]));
  return accepted.map((each) => ({
    ...each,
    facts: {
      ...each.facts,
      candidateId:
        each.facts.candidateId ??
        candidateIds.get(`${each.text.accountId} ${each.text.candidateNumber}`) ??
        null,
    },
    text: { ...each.text, conversationId: found.get(each) ?? each.text.conversationId },
  }));
}

/** Every text that the limit of cold texts would have stopped is in the log. */
async function recordOverrides(tx: Tx, deps: Deps, texts: Accepted[]): Promise<void> {
  for (const { request, facts, isOverride } of texts)
    if (isOverride && request.overriding !== null)
      await recordAudit(tx, deps, request.overriding, {
        action: 'candidate.textedAnyway',
        subjectId: facts.candidateId,
      });
}

async function attach(tx: Tx, { request, text, media }: Accepted): Promise<void> {
  if (media.length === 0) return;
  const attached = await attachUploads(tx, text.accountId, {
    messageId: text.id,
    mediaIds: request.mediaIds,
    uploadedBy: request.session.userId,
  });
  // Two texts of one batch want the same upload: each is tried alone, and the second is refused.
  if (attached.length < media.length) throw new Error('An attachment was used twice');
}

function presentAccepted(deps: Deps, { request, facts, text, media }: Accepted): Message {
  return presentMessage(
    deps,
    text.accountId,
    {
      ...text,
      apiKeyId: text.apiKeyId ?? null,
      apiKeyName: request.session.key?.name ?? null,
      direction: 'outbound',
      number: facts.from,
      senderFirstName: request.session.firstName,
      senderLastName: request.session.lastName,
      senderAvatarId: request.session.avatarId,
      callOutcome: null,
      callSeconds: null,
      answer: null,
      heldReason: null,
      broadcastId: null,
      errorCode: null,
      sentAt: null,
      deliveredAt: null,
    },
    presentMedia(deps, text.accountId, media),
  );
}
