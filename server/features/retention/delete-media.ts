import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { removeFiles, type Slice } from './delete-texts.ts';
import { dueMedia } from './due.ts';

/** What one transaction looks at. Their files are removed by one job. */
const MOST_MEDIA = 500;

/** The files go; that there was one is still in the thread. */
export async function deleteMedia(
  tx: Tx,
  deps: Pick<Deps, 'carrier'>,
  { accountId, after, before }: { accountId: string; after: string; before: Date },
): Promise<Slice> {
  const { rows: looked } = await sql<{ id: string }>`
    select id from media where account_id = ${accountId} and id > ${after} order by id limit ${MOST_MEDIA}`.execute(
    tx,
  );
  const ids = looked.map(({ id }) => id);
  if (ids.length === 0) return { after: null, deleted: 0 };
  const these = sql`select * from media where account_id = ${accountId} and id = any(${ids}::uuid[])`;
  // A hold that is being put on someone is waited for.
  await sql`
    select 1 from candidates
     where account_id = ${accountId} and id in (
       select c.candidate_id from (${these}) as media
         join messages m on m.account_id = media.account_id and m.id = media.message_id
         join conversations c on c.account_id = m.account_id and c.id = m.conversation_id)
     order by id for share`.execute(tx);
  const { rows: gone } = await sql<{ id: string; recordingUrl: string | null }>`
    update media set status = 'deleted', bytes = null, carrier_url = null, content_id = null
      from (${dueMedia(these, before)}) as due
     where media.account_id = ${accountId} and media.id = due.id
    returning media.id, due.recording_url as "recordingUrl"`.execute(tx);
  await removeFiles(tx, deps, accountId, gone);
  return { after: ids.at(-1) ?? null, deleted: gone.length };
}
