import type { Conversation } from '../../../../contract/conversations.ts';
import type { LiveEvent } from '../../../../contract/live-events.ts';
import type { Message } from '../../../../contract/messages.ts';
import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import type { RenderedNote } from '../../../live/hub.ts';
import type { LiveNote } from '../../../live/publish.ts';
import { findSeatLink } from '../../numbers/store.ts';
import { listAdminIds } from '../../users/membership-store.ts';
import { findMessagesByIds } from './message-store.ts';
import { presentConversations, presentMessages } from './present.ts';
import { seenBy } from './rules.ts';
import { type ConversationRow, findConversationsByIds } from './store.ts';

const NOTHING: RenderedNote = { events: [], userIds: [] };

/** Kinds that a room above or below renders, by the ID of their subject. */
export type OtherKinds = Partial<
  Record<LiveNote['kind'], (db: Db, accountId: string, ids: string[]) => Promise<Map<string, RenderedNote>>>
>;

/** What browsers get, as it is now: several notes about one text all carry its newest state. */
export async function renderNotes(
  deps: Deps,
  accountId: string,
  notes: LiveNote[],
  others: OtherKinds,
): Promise<RenderedNote[]> {
  const byKind = Map.groupBy(notes, ({ kind }) => kind);
  const idsOf = (of: LiveNote[]) => [...new Set(of.map(({ subjectId }) => subjectId))];
  const elsewhere = new Map(
    await Promise.all(
      Object.entries(others).map(
        async ([kind, render]) =>
          [
            kind as LiveNote['kind'],
            await render(deps.db, accountId, idsOf(byKind.get(kind as LiveNote['kind']) ?? [])),
          ] as const,
      ),
    ),
  );
  const [conversationRows, messageRows] = await Promise.all([
    findConversationsByIds(
      deps.db,
      accountId,
      idsOf(notes.filter(({ kind }) => kind !== 'seat.updated' && !elsewhere.has(kind))),
    ),
    findMessagesByIds(deps.db, accountId, [...new Set(notes.flatMap((note) => note.messageId ?? []))]),
  ]);
  const [messages, conversations] = await Promise.all([
    presentMessages(deps.db, deps, accountId, messageRows),
    presentConversations(deps.db, deps, { accountId, key: null }, conversationRows),
  ]);
  const messageById = new Map(messages.map((message) => [message.id, message]));
  const now = deps.clock();
  // What no one has, admins look after.
  const isUncovered = conversationRows.some((row) => row.assigneeId === null && row.seatUserId === null);
  const admins = isUncovered ? await listAdminIds(deps.db, accountId) : [];
  const rowById = new Map(conversationRows.map((row, index) => [row.id, { row, index }]));

  return Promise.all(
    notes.map(async (note): Promise<RenderedNote> => {
      if (note.kind === 'seat.updated') return renderSeat(deps, accountId, note.subjectId);
      const rendered = elsewhere.get(note.kind);
      if (rendered) return rendered.get(note.subjectId) ?? NOTHING;
      const found = rowById.get(note.subjectId);
      if (note.kind === 'conversation.left') return renderLeft(note, found?.row, now);
      const conversation = conversations[found?.index ?? -1];
      // Whose it was is gone with it, and its ID means nothing to anyone else.
      if (found === undefined || conversation === undefined)
        return {
          events: [{ type: 'conversation.deleted', conversationId: note.subjectId }],
          userIds: 'everyone',
        };
      const { row } = found;
      const message = note.messageId === undefined ? undefined : messageById.get(note.messageId);
      return {
        events: eventsOf(note, conversation, message),
        userIds: row.assigneeId === null && row.seatUserId === null ? admins : seenBy(row, now),
      };
    }),
  );
}

function eventsOf(note: LiveNote, conversation: Conversation, message: Message | undefined): LiveEvent[] {
  if (note.kind === 'notes.updated' || note.kind === 'proposals.updated')
    return [{ type: note.kind, conversationId: conversation.id }];
  const updated = { type: 'conversation.updated' as const, conversation };
  return message && (note.kind === 'message.created' || note.kind === 'message.updated')
    ? [{ type: note.kind, message }, updated]
    : [updated];
}

/** For those who don't see it anymore, it is gone. By now it may be theirs again. */
function renderLeft(note: LiveNote, row: ConversationRow | undefined, now: Date): RenderedNote {
  const { subjectId: conversationId, messageId: userId } = note;
  if (row === undefined || userId === undefined || seenBy(row, now).includes(userId)) return NOTHING;
  return { events: [{ type: 'conversation.deleted', conversationId }], userIds: [userId], isPersonal: true };
}

async function renderSeat(deps: Deps, accountId: string, seatId: string): Promise<RenderedNote> {
  const seat = await findSeatLink(deps.db, accountId, seatId);
  if (seat === undefined) return NOTHING;
  return {
    events: [{ type: 'seat.updated', seatId, linkStatus: seat.linkStatus }],
    userIds: seat.userId === null ? [] : [seat.userId],
  };
}
