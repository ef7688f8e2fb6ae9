import type { Conversation } from '../../../../contract/conversations.ts';
import { deliveryErrors } from '../../../../contract/delivery-error.ts';
import { CONTACT_CARD_TYPE, type MessageMedia } from '../../../../contract/media.ts';
import type { LastMessage, Message } from '../../../../contract/messages.ts';
import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { hasScope } from '../../../http/access.ts';
import type { Session } from '../../../http/session.ts';
import { formatPhone } from '../../../phone.ts';
import { presentConsent } from '../../consent/present.ts';
import { listMediaOf, type MediaRow } from '../../media/store.ts';
import { mediaUrl } from '../../media/urls.ts';
import { avatarUrl } from '../../users/avatar-address.ts';
import { findSendable } from './gate-facts.ts';
import type { MessageRow } from './message-store.ts';
import { requireConversation } from './seen.ts';
import type { ConversationRow } from './store.ts';

export async function presentConversations(
  db: Db,
  deps: Deps,
  reader: Reader,
  rows: ConversationRow[],
): Promise<Conversation[]> {
  const sendable = await findSendable(db, deps, reader.accountId, rows);
  return rows.map((row) => presentRow(row, reader, { send: sendable.has(row.id) }));
}

/** Whose account it is. A key may lack the scope that shows what was written. */
type Reader = Pick<Session, 'accountId' | 'key'>;

/** Of the person's own account, if they may see it. */
export async function showConversation(
  db: Db,
  deps: Deps,
  session: Session,
  id: string,
): Promise<Conversation> {
  const row = await requireConversation(db, session, id, deps.clock());
  const [conversation] = await presentConversations(db, deps, session, [row]);
  if (conversation === undefined) throw new Failure('not_found');
  return conversation;
}

function presentRow(row: ConversationRow, reader: Reader, can: { send: boolean }): Conversation {
  const consent = presentConsent({ ...row, hasWritten: row.lastInboundAt !== null });
  return {
    id: row.id,
    candidate: {
      id: row.candidateId,
      firstName: row.firstName,
      lastName: row.lastName,
      phoneNumber: row.phoneNumber,
      phoneNumberFormatted: formatPhone(row.phoneNumber),
      jobTitle: row.jobTitle,
      tags: row.candidateTags,
      consent,
    },
    seat: { id: row.seatId },
    lastMessage: presentLastMessage(row, reader),
    unreadCount: row.unreadCount,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    assigneeId: row.assigneeId,
    tags: row.tags,
    archivedAt: row.archivedAt?.toISOString() ?? null,
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    textsDeletedUntil: row.textsDeletedUntil?.toISOString() ?? null,
    snoozedUntilAnswer: row.snoozedUntil !== null && row.snoozedUntilAnswer,
    remindAt: row.remindAt?.toISOString() ?? null,
    returned:
      row.returnedAt === null || row.returnedReason === null
        ? null
        : { reason: row.returnedReason, at: row.returnedAt.toISOString() },
    hold:
      row.heldMessageId === null || row.heldAt === null
        ? null
        : { messageId: row.heldMessageId, since: row.heldAt.toISOString(), kind: row.hold ?? 'hold' },
    can: {
      ...can,
      archive: true,
      assign: true,
      reviewHold: row.heldMessageId !== null,
    },
  };
}

/** Who a list of something else says it is about. */
export const presentCandidateOf = ({
  candidateId: id,
  firstName,
  lastName,
  phoneNumber,
}: ConversationRow) => ({
  id,
  firstName,
  lastName,
  phoneNumberFormatted: formatPhone(phoneNumber),
});

/** Of several, the one with the last text or call. */
export function latestOf(threads: ConversationRow[]): ConversationRow | undefined {
  const [latest] = threads
    .filter(({ lastMessageId }) => lastMessageId !== null)
    .toSorted((one, other) => other.lastMessageAt.getTime() - one.lastMessageAt.getTime());
  return latest;
}

export function presentLastMessage(row: ConversationRow, reader: Pick<Session, 'key'>): LastMessage | null {
  if (row.lastMessageId === null || row.lastCreatedAt === null) return null;
  return {
    id: row.lastMessageId,
    direction: row.lastDirection ?? 'inbound',
    sender:
      row.lastSenderId === null ? null : { id: row.lastSenderId, firstName: row.lastSenderFirstName ?? '' },
    body: hasScope(reader, 'texts:read') ? (row.lastBody ?? '') : null,
    hasMedia: row.lastMediaType !== null,
    hasContactCard: row.lastMediaType === CONTACT_CARD_TYPE,
    callOutcome: row.lastCallOutcome,
    status: (row.lastStatus ?? 'received') as Message['status'],
    createdAt: row.lastCreatedAt.toISOString(),
    scheduledAt: row.lastScheduledAt?.toISOString() ?? null,
    isHeld: row.lastIsHeld,
  };
}

/** The texts with their media, in the order given. */
export async function presentMessages(
  db: Db,
  deps: Deps,
  accountId: string,
  rows: MessageRow[],
): Promise<Message[]> {
  const media = await listMediaOf(
    db,
    accountId,
    rows.map((row) => row.id),
  );
  const byMessage = Map.groupBy(media, (item) => item.messageId);
  return rows.map((row) =>
    presentMessage(deps, accountId, row, presentMedia(deps, accountId, byMessage.get(row.id) ?? [])),
  );
}

export function presentMessage(
  deps: Deps,
  accountId: string,
  row: MessageRow,
  media: MessageMedia[],
): Message {
  return {
    id: row.id,
    conversationId: row.conversationId,
    direction: row.direction,
    body: row.body,
    status: row.status,
    segments: row.segments,
    media,
    call: row.callOutcome === null ? null : { outcome: row.callOutcome, seconds: row.callSeconds },
    sender:
      row.senderId === null
        ? null
        : {
            id: row.senderId,
            firstName: row.senderFirstName ?? '',
            lastName: row.senderLastName ?? '',
            avatar: avatarUrl(deps, accountId, row.senderAvatarId),
          },
    clientKey: row.clientKey,
    via: row.apiKeyId === null ? null : { id: row.apiKeyId, name: row.apiKeyName },
    number: row.number === null ? null : formatPhone(row.number),
    templateId: row.templateId,
    broadcastId: row.broadcastId,
    answer: row.answer && { ...row.answer, startsAt: new Date(row.answer.startsAt).toISOString() },
    createdAt: row.createdAt.toISOString(),
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    cancelIfAnswered: row.cancelIfAnswered ?? false,
    heldReason: row.status === 'scheduled' ? row.heldReason : null,
    sentAt: row.sentAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
    errorCode: row.errorCode,
    errorText: errorTextOf(row.errorCode),
  };
}

export function presentMedia(deps: Deps, accountId: string, media: MediaRow[]): MessageMedia[] {
  return media.map((item) => ({
    id: item.id,
    contentType: item.contentType,
    bytes: item.bytes,
    status: item.status,
    url: item.status === 'stored' ? mediaUrl(deps, accountId, item.id) : null,
  }));
}

function errorTextOf(code: string | null): string | null {
  if (code === null) return null;
  return code in deliveryErrors
    ? deliveryErrors[code as keyof typeof deliveryErrors]
    : deliveryErrors.unknown_error;
}
