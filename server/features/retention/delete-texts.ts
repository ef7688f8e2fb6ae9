import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publishConversations } from '../../live/publish.ts';
import { keepFiguresOf } from '../analytics/figures/keep-figures.ts';
import { keepUsage } from '../links/short/store.ts';
import { forgetRecordings } from '../media/download-media.ts';
import { enqueueRemoval } from '../media/remove-media.ts';
import { mediaKey } from '../media/urls.ts';
import { withoutDeleted } from '../texting/conversations/store.ts';
import { dueTexts } from './due.ts';

/** What one transaction looks at, and deletes. */
const MOST_THREADS = 500;
const MOST_TEXTS = 500;

export interface Slice {
  /** Null: everything was looked at. */
  after: string | null;
  deleted: number;
}

/** Of the conversations after this one: all that is theirs, in the order in which everyone locks it. */
export async function deleteTexts(
  tx: Tx,
  deps: Pick<Deps, 'carrier'>,
  { accountId, after, before }: { accountId: string; after: string; before: Date },
): Promise<Slice & { media: number }> {
  const threads = await listThreads(tx, accountId, after);
  const last = threads.at(-1);
  if (last === undefined) return { after: null, deleted: 0, media: 0 };
  const found = await findDue(tx, accountId, threads, before);
  // What is left of the last one is for the next turn.
  const done =
    found.length < MOST_TEXTS ? last : (threads[threads.indexOf(found.at(-1)?.threadId ?? '') - 1] ?? after);
  const threadIds = [...new Set(found.map(({ threadId }) => threadId))];
  if (threadIds.length === 0) return { after: done, deleted: 0, media: 0 };
  await lock(tx, accountId, threadIds);
  const due = await findDue(tx, accountId, threadIds, before);
  const ids = due.map(({ id }) => id).sort();
  await sql`
    select 1 from messages where account_id = ${accountId} and id = any(${ids}::uuid[]) order by id for update`.execute(
    tx,
  );
  await keepFiguresOf(tx, accountId, { threadIds, textIds: ids });
  await keepUsage(tx, accountId, ids);
  const media = await deleteMediaOf(tx, deps, accountId, ids);
  await sql`delete from ats_notes where account_id = ${accountId} and message_id = any(${ids}::uuid[])`.execute(
    tx,
  );
  // They have the candidate's words.
  await sql`
    delete from hold_reviews h using conversations c
     where c.account_id = ${accountId} and c.id = any(${threadIds}::uuid[])
       and h.account_id = c.account_id and h.candidate_id = c.candidate_id and h.reviewed_at < ${before}`.execute(
    tx,
  );
  await sql`delete from messages where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(tx);
  await withoutDeleted(
    tx,
    accountId,
    [...Map.groupBy(due, ({ threadId }) => threadId)].map(([id, texts]) => ({
      id,
      until: new Date(Math.max(...texts.map(({ createdAt }) => createdAt.getTime()))),
    })),
  );
  await publishConversations(tx, accountId, threadIds);
  return { after: done, deleted: ids.length, media };
}

async function listThreads(tx: Tx, accountId: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where account_id = ${accountId} and id > ${after}
     order by id limit ${MOST_THREADS}`.execute(tx);
  return rows.map(({ id }) => id);
}

async function findDue(tx: Tx, accountId: string, threadIds: string[], before: Date) {
  const threads = sql`
    select * from conversations where account_id = ${accountId} and id = any(${threadIds}::uuid[]) order by id`;
  const { rows } = await sql<{ id: string; threadId: string; createdAt: Date }>`
    select id, conversation_id as "threadId", created_at as "createdAt" from (${dueTexts(threads, before)}) as due
     order by conversation_id, created_at, id limit ${MOST_TEXTS}`.execute(tx);
  return rows;
}

/** Writers to a thread hold it before the candidate. A hold that is being put on someone is waited for. */
async function lock(tx: Tx, accountId: string, threadIds: string[]): Promise<void> {
  await sql`
    select 1 from conversations where account_id = ${accountId} and id = any(${threadIds}::uuid[])
     order by account_id, id for update`.execute(tx);
  await sql`
    select 1 from candidates
     where account_id = ${accountId} and id in (
       select candidate_id from conversations where account_id = ${accountId} and id = any(${threadIds}::uuid[]))
     order by id for share`.execute(tx);
}

/** With their files, and recordings that are still at the carrier. */
async function deleteMediaOf(
  tx: Tx,
  deps: Pick<Deps, 'carrier'>,
  accountId: string,
  messageIds: string[],
): Promise<number> {
  const { rows } = await sql<{ id: string; status: string; recordingUrl: string | null }>`
    with gone as (
      delete from media where account_id = ${accountId} and message_id = any(${messageIds}::uuid[])
      returning id, message_id, status, carrier_url)
    select gone.id, gone.status,
           case when m.call_outcome is not null and gone.status <> 'stored' then gone.carrier_url end as "recordingUrl"
      from gone join messages m on m.account_id = ${accountId} and m.id = gone.message_id`.execute(tx);
  await removeFiles(tx, deps, accountId, rows);
  return rows.filter(({ status }) => status !== 'deleted').length;
}

export async function removeFiles(
  tx: Tx,
  deps: Pick<Deps, 'carrier'>,
  accountId: string,
  media: { id: string; recordingUrl: string | null }[],
): Promise<void> {
  await enqueueRemoval(
    tx,
    media.map(({ id }) => mediaKey(accountId, id)),
  );
  await forgetRecordings(
    tx,
    deps,
    media.map(({ recordingUrl }) => ({ accountId, url: recordingUrl })),
  );
}
