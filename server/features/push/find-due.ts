import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { followNotes } from '../../live/follow-notes.ts';
import type { NoteRow } from '../../live/read-notes.ts';
import { enqueue } from '../../queue/job.ts';
import { type Loop, startLoop } from '../../queue/loop.ts';
import type { Locks } from '../../queue/presence.ts';
import { findNotificationsByIds } from '../notifications/store.ts';
import { inboxesOf } from '../texting/conversations/rules.ts';
import { findConversationsByIds } from '../texting/conversations/store.ts';
import type { About } from './announce.ts';
import { pushJob } from './send-push.ts';
import { listBrowsers, listSubscribed } from './store.ts';

/* Whom to push to follows from the notes that texts and notifications leave for browsers: receiving a text writes nothing more. */

type PushDeps = Pick<Deps, 'db' | 'log' | 'clock'>;

/** Also the time in which a page that shows the text can mark it as read. */
const REST_MS = 1000;

/** For as long as the process runs, in one worker at a time. */
export function startPushing(deps: PushDeps, locks: Locks, restMs = REST_MS): Loop {
  return startLoop(deps.log, locks, {
    lock: 'push',
    turn: async (closing) => {
      while (!closing.aborted && (await pushNoted(deps)));
      return restMs;
    },
    restMs,
    failed: 'what is to be pushed could not be found',
  });
}

/** Whether there may be more. What was missed after a day is too old to be news. */
export const pushNoted = (deps: PushDeps): Promise<boolean> =>
  followNotes(deps.db, {
    table: 'push_position',
    take: (tx, notes) => enqueuePushes(tx, notes, deps.clock()),
    missed: async () => {},
  });

async function enqueuePushes(tx: Tx, all: NoteRow[], now: Date): Promise<void> {
  const notes = all.filter(({ kind }) => kind === 'message.created' || kind === 'notification');
  const byAccount = Map.groupBy(notes, ({ account_id }) => account_id);
  if (byAccount.size === 0) return;
  for (const accountId of await listSubscribed(tx, [...byAccount.keys()])) {
    const ofAccount = byAccount.get(accountId) ?? [];
    const news = [
      ...(await newsOfTexts(tx, accountId, { notes: ofAccount, now })),
      ...(await newsOfNotifications(tx, accountId, ofAccount)),
    ];
    const browsers = await listBrowsers(tx, accountId, [...new Set(news.flatMap(({ userIds }) => userIds))]);
    const jobs = news.flatMap(({ about, userIds }) =>
      browsers
        .filter(({ userId }) => userIds.includes(userId))
        .map((browser) => pushJob({ accountId, ...browser, about, tries: 0 })),
    );
    await enqueue(tx, jobs);
  }
}

interface News {
  about: About;
  userIds: string[];
}

/** One for each conversation, however many texts: what is pushed is the last of them. */
async function newsOfTexts(
  tx: Tx,
  accountId: string,
  { notes, now }: { notes: NoteRow[]; now: Date },
): Promise<News[]> {
  const messageIds = notes.flatMap(({ kind, message_id }) =>
    kind === 'message.created' ? (message_id ?? []) : [],
  );
  const conversationIds = await listAnnounced(tx, accountId, messageIds);
  const rows = await findConversationsByIds(tx, accountId, conversationIds);
  return rows.map((row) => ({
    about: { kind: 'text' as const, id: row.id },
    userIds: inboxesOf(row, now),
  }));
}

/** The conversations of those that someone should hear of: texts that came in, and calls that no one answered. */
async function listAnnounced(db: Db, accountId: string, messageIds: string[]): Promise<string[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct conversation_id as id from messages
     where account_id = ${accountId} and id = any(${messageIds}::uuid[])
       and direction = 'inbound' and call_outcome is distinct from 'answered'`.execute(db);
  return rows.map(({ id }) => id);
}

async function newsOfNotifications(tx: Tx, accountId: string, notes: NoteRow[]): Promise<News[]> {
  const ids = notes.flatMap(({ kind, subject_id }) => (kind === 'notification' ? subject_id : []));
  const rows = await findNotificationsByIds(tx, accountId, [...new Set(ids)]);
  return rows
    .filter(({ readAt }) => readAt === null)
    .map(({ id, userId }) => ({ about: { kind: 'notification' as const, id }, userIds: [userId] }));
}
