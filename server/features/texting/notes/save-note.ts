import { personName } from '../../../../contract/person-name.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { publish } from '../../../live/publish.ts';
import { type Composed, compose } from '../../../mail/compose.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { nameOrPhone } from '../../../phone.ts';
import { recordNotification } from '../../notifications/record-notification.ts';
import { maySee } from '../conversations/rules.ts';
import type { ConversationRow } from '../conversations/store.ts';
import {
  changeNote,
  findNote,
  findPeople,
  insertNote,
  lockNote,
  type NoteRow,
  type Person,
  removeNote,
} from './store.ts';

interface Written {
  body: string;
  mentionUserIds: string[];
}

export async function addNote(
  tx: Tx,
  deps: Deps,
  session: Session,
  { conversation, ...written }: Written & { conversation: ConversationRow },
): Promise<NoteRow> {
  const mentionUserIds = [...new Set(written.mentionUserIds)];
  const mentioned = await requireMentionable(tx, deps, session, conversation, mentionUserIds);
  const id = deps.newId();
  await insertNote(tx, session.accountId, {
    id,
    conversationId: conversation.id,
    authorId: session.userId,
    body: written.body,
    mentionUserIds,
    at: deps.clock(),
  });
  await notify(tx, deps, session, conversation, mentioned);
  return changed(tx, session, { conversationId: conversation.id, id });
}

/** Those who were mentioned before stay, even if they can't see the conversation anymore. */
export async function editNote(
  tx: Tx,
  deps: Deps,
  session: Session,
  { conversation, id, ...written }: Written & { conversation: ConversationRow; id: string },
): Promise<NoteRow> {
  const note = await requireOwn(tx, session, { conversationId: conversation.id, id });
  const mentionUserIds = [...new Set(written.mentionUserIds)];
  const added = mentionUserIds.filter((userId) => !note.mentionUserIds.includes(userId));
  const mentioned = await requireMentionable(tx, deps, session, conversation, added);
  await changeNote(tx, session.accountId, id, { body: written.body, mentionUserIds, at: deps.clock() });
  await notify(tx, deps, session, conversation, mentioned);
  return changed(tx, session, { conversationId: conversation.id, id });
}

export async function deleteNote(
  tx: Tx,
  session: Session,
  note: { conversationId: string; id: string },
): Promise<void> {
  await requireOwn(tx, session, note);
  await removeNote(tx, session.accountId, note.id);
  await publishNotes(tx, session.accountId, note.conversationId);
}

/** Its words are evidence while the candidate is on legal hold: they can't be replaced either. */
async function requireOwn(
  tx: Tx,
  session: Session,
  which: { conversationId: string; id: string },
): Promise<NoteRow> {
  await lockNote(tx, session.accountId, which);
  const note = await findNote(tx, session.accountId, which);
  if (note === undefined) throw new Failure('not_found');
  if (note.authorId !== session.userId) throw new Failure('forbidden');
  if (note.isOnHold) throw new Failure('legal_hold');
  return note;
}

async function changed(
  tx: Tx,
  { accountId }: Session,
  which: { conversationId: string; id: string },
): Promise<NoteRow> {
  await publishNotes(tx, accountId, which.conversationId);
  const note = await findNote(tx, accountId, which);
  if (note === undefined) throw new Failure('not_found');
  return note;
}

function publishNotes(tx: Tx, accountId: string, conversationId: string): Promise<void> {
  return publish(tx, [{ accountId, kind: 'notes.updated', subjectId: conversationId }]);
}

/** Mentioning people who can't open the conversation would show them that there is one. */
async function requireMentionable(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { accountId }: Session,
  conversation: ConversationRow,
  userIds: string[],
): Promise<Person[]> {
  const people = await findPeople(tx, accountId, userIds);
  if (people.length < userIds.length)
    throw invalidField(
      'mentionUserIds',
      'Someone you mention is no longer on your team. Remove the mention, then try again.',
    );
  const now = deps.clock();
  const stranger = people.find((person) => !maySee(person, conversation, now));
  if (stranger)
    throw invalidField(
      'mentionUserIds',
      `${personName(stranger)} can't see this conversation. Remove the mention, or ask an admin to give them the conversation.`,
    );
  return people;
}

/** On their list, live, and by mail if they want that. No one hears of mentioning themselves. */
async function notify(
  tx: Tx,
  deps: Deps,
  session: Session,
  conversation: ConversationRow,
  mentioned: Person[],
): Promise<void> {
  const others = mentioned.filter(({ userId }) => userId !== session.userId);
  const text = `${personName(session)} mentioned you in a note about ${nameOrPhone(conversation)}.`;
  await recordNotification(
    tx,
    deps,
    ...others.map(({ userId }) => ({
      accountId: session.accountId,
      userId,
      type: 'mention' as const,
      text,
      conversationId: conversation.id,
      actorId: session.userId,
    })),
  );
  for (const { email, wantsMail } of others)
    if (wantsMail) await enqueueMail(tx, deps, { to: email, ...mentionMail(deps, session, conversation) });
}

/** Without the note: mails are read over shoulders, and kept where we can't delete them. */
function mentionMail(
  deps: Pick<Deps, 'publicUrl'>,
  author: Session,
  conversation: ConversationRow,
): Composed {
  return compose({
    subject: `${personName(author)} mentioned you in a note`,
    paragraphs: [
      `${personName(author)} mentioned you in a note about ${nameOrPhone(conversation)}. Only your team can see it.`,
    ],
    button: {
      label: 'Open the conversation',
      url: `${deps.publicUrl}/dashboard/messages/${conversation.id}`,
    },
    footnote: 'You can turn off these emails on your account page.',
  });
}
