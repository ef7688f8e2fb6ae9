import type { Message } from '../../../contract/messages.ts';
import { countSegments } from '../../../contract/segments.ts';
import { batched } from '../../db/batch.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { claimKeys, type KeyedRequest, keepReplies } from '../../http/idempotency.ts';
import type { Session } from '../../http/session.ts';
import { ensureCandidates } from '../candidates/ensure-candidates.ts';
import { presentMedia, presentMessage } from '../conversations/present.ts';
import { ensureConversations, type NewText, writeTexts } from '../conversations/write-texts.ts';
import { attachUploads, lockUploads, type MediaRow } from '../media/store.ts';
import { mayRead, type TemplateList } from '../templates/rules.ts';
import { holdTemplates, keyOf } from '../templates/store.ts';
import { insertUses } from '../templates/uses.ts';
import { findTargetFacts, requireTarget, sendableFacts, type TargetFacts } from './accept-facts.ts';
import { fillIn, findKnown, type Known } from './merge-values.ts';
import { hasJustWritten, requireSendable, sendAfterOf } from './rules.ts';

interface TextRequest {
  session: Session;
  /** E.164. Of the three exactly one. */
  to: string | null;
  candidateId: string | null;
  conversationId: string | null;
  body: string;
  mediaIds: string[];
  /** ISO 8601. */
  scheduledAt: string | undefined;
  undoSeconds: number;
  templateId: string | null;
  keyed: KeyedRequest | null;
}

const MAX_BATCH = 64;

/**
 * Accepts texts: each is checked, written and put into its number's queue in one transaction; when the promise resolves,
 * the text survives anything. Requests that come at the same time share the transaction.
 */
export function createAcceptText(deps: Deps): (request: TextRequest) => Promise<Message> {
  const accept = batched<TextRequest, Message>(
    (requests) => inTransaction(deps.db, (tx) => acceptTexts(tx, deps, requests)),
    { max: MAX_BATCH },
  );
  return (request) =>
    accept(request).catch((error: unknown) => {
      // Counted here, since a batch may be tried again one by one.
      if (error instanceof Failure) deps.metrics.textRefused(error.code);
      throw error;
    });
}

interface Accepted {
  index: number;
  request: TextRequest;
  facts: TargetFacts;
  text: NewText;
}

/** In the order of the requests: the message, or why it is refused. A refusal leaves no trace and harms no other text. */
async function acceptTexts(tx: Tx, deps: Deps, requests: TextRequest[]): Promise<(Message | Error)[]> {
  const [claims, facts] = await Promise.all([
    claimKeys(
      tx,
      requests.map((request) => request.keyed),
    ),
    findTargetFacts(tx, requests.map(targetOf)),
  ]);
  const open = requests.flatMap((request, index) =>
    claims[index] === 'none' || claims[index] === 'claimed' ? [{ index, request, facts: facts[index] }] : [],
  );
  const decided = await decideAll(tx, deps, open);
  const accepted = await completeTargets(tx, deps, decided.accepted);
  const replies = new Map<number, Message | Error>(decided.refused);
  // Sent together, and worked in this order.
  await Promise.all([
    writeTexts(
      tx,
      accepted.map((each) => each.text),
    ),
    insertUses(tx, accepted.flatMap(useOf)),
    attachAndKeep(tx, deps, { open, accepted, replies }),
  ]);

  const resultOf = (index: number): Message | Error => {
    const claim = claims[index];
    if (claim instanceof Failure) return claim;
    if (typeof claim === 'object')
      return 'sameAs' in claim ? resultOf(claim.sameAs) : (claim.reply as Message);
    return replies.get(index) ?? new Failure('internal');
  };
  return requests.map((_, index) => resultOf(index));
}

interface Open {
  index: number;
  request: TextRequest;
  facts: TargetFacts | undefined;
}

async function decideAll(
  tx: Tx,
  deps: Deps,
  open: Open[],
): Promise<{ accepted: Accepted[]; refused: Map<number, Failure> }> {
  const [known, templates] = await Promise.all([
    findKnown(tx, open),
    holdTemplates(
      tx,
      open.flatMap(({ request }) => templateOf(request) ?? []),
    ),
  ]);
  const accepted: Accepted[] = [];
  const refused = new Map<number, Failure>();
  for (const { index, request, facts } of open) {
    try {
      if (facts === undefined) throw new Failure('not_found');
      const text = decide(deps, request, facts, known.get(index));
      requireTemplate(request, templates);
      await requireUploads(tx, request);
      accepted.push({ index, request, facts, text });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.set(index, error);
    }
  }
  return { accepted, refused };
}

function targetOf(request: TextRequest) {
  return {
    accountId: request.session.accountId,
    conversationId: request.conversationId,
    candidateId: request.candidateId,
    phoneNumber: request.to,
    seatId: request.session.seatId,
  };
}

function decide(deps: Deps, request: TextRequest, facts: TargetFacts, known: Known | undefined): NewText {
  const { session } = request;
  const now = deps.clock();
  requireTarget(facts, { session, conversationId: request.conversationId, now });
  if (facts.isClosing) throw new Failure('account_closing');
  const sendAfter = sendAfterOf(request, now);
  requireSendable(sendableFacts(deps, facts, sendAfter));
  if (facts.numberId === null) throw new Failure('no_number');

  const body = known === undefined ? request.body : fillIn(request, facts, known);
  const isLater = sendAfter > now;
  return {
    accountId: session.accountId,
    id: deps.newId(),
    conversationId: facts.conversationId ?? '',
    body,
    status: isLater ? 'scheduled' : 'queued',
    segments: Math.max(1, countSegments(body).segments),
    templateId: request.templateId,
    numberId: facts.numberId,
    candidateNumber: facts.phoneNumber,
    senderId: session.userId,
    clientKey: request.keyed?.key ?? null,
    isAutomatic: false,
    isConfirmation: false,
    answersMessageAt: hasJustWritten({ lastInboundAt: facts.lastInboundAt, now: sendAfter })
      ? facts.lastInboundAt
      : null,
    createdAt: now,
    scheduledAt: isLater ? sendAfter : null,
    sendAfter,
  };
}

function templateOf({ session, templateId: id }: TextRequest) {
  return id === null ? null : { accountId: session.accountId, id };
}

function requireTemplate(request: TextRequest, templates: Map<string, TemplateList>): void {
  const key = templateOf(request);
  if (key === null) return;
  const list = templates.get(keyOf(key));
  if (list === undefined || !mayRead(request.session, list))
    throw invalidField('templateId', 'This template is gone. Send your text without it.');
}

function useOf({ text }: Accepted) {
  const { accountId, id: messageId, templateId, sendAfter: at } = text;
  return templateId === null ? [] : [{ accountId, messageId, templateId, at }];
}

async function requireUploads(tx: Tx, request: TextRequest): Promise<void> {
  if (request.mediaIds.length === 0) return;
  const { accountId, userId } = request.session;
  const found = await lockUploads(tx, accountId, { mediaIds: request.mediaIds, uploadedBy: userId });
  if (found !== new Set(request.mediaIds).size)
    throw invalidField('mediaIds', 'An attachment is missing. Add it again.');
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
    text: { ...each.text, conversationId: found.get(each) ?? each.text.conversationId },
  }));
}

/** Fills in the replies, and keeps those that a repetition is to get. */
async function attachAndKeep(
  tx: Tx,
  deps: Deps,
  { open, accepted, replies }: { open: Open[]; accepted: Accepted[]; replies: Map<number, Message | Error> },
): Promise<void> {
  for (const each of accepted) {
    const media = each.request.mediaIds.length === 0 ? [] : await attach(tx, each);
    replies.set(each.index, presentAccepted(deps, each, media));
  }
  await keepKeys(tx, open, replies);
}

async function attach(tx: Tx, { request, text }: Accepted): Promise<MediaRow[]> {
  const attached = await attachUploads(tx, text.accountId, {
    messageId: text.id,
    mediaIds: request.mediaIds,
    uploadedBy: request.session.userId,
  });
  // Two texts of one batch want the same upload: each is tried alone, and the second is refused.
  if (attached.length !== new Set(request.mediaIds).size) throw new Error('An attachment was used twice');
  return attached;
}

function presentAccepted(deps: Deps, { request, text }: Accepted, media: MediaRow[]): Message {
  return presentMessage(
    deps,
    text.accountId,
    {
      ...text,
      direction: 'outbound',
      senderFirstName: request.session.firstName,
      senderLastName: request.session.lastName,
      senderAvatarId: request.session.avatarId,
      callOutcome: null,
      callSeconds: null,
      errorCode: null,
      sentAt: null,
      deliveredAt: null,
    },
    presentMedia(deps, text.accountId, media),
  );
}

async function keepKeys(tx: Tx, open: Open[], replies: Map<number, Message | Error>): Promise<void> {
  const keyed = open.flatMap(({ index, request }) =>
    request.keyed ? [{ keyed: request.keyed, reply: replies.get(index) }] : [],
  );
  await keepReplies(
    tx,
    keyed.filter(({ reply }) => !(reply instanceof Error)),
    keyed.filter(({ reply }) => reply instanceof Error).map((each) => each.keyed),
  );
}
