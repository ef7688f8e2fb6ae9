import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../jobs/job.ts';
import { mediaKey } from './urls.ts';

/** Removes the contents of media whose rows are gone. */
export const removeMedia = jobKind({
  name: 'removeMedia',
  payload: z.object({ keys: z.array(z.string()) }),
  maxAttempts: 25,
});

export async function runRemoveMedia(deps: Pick<Deps, 'mediaStore'>, keys: string[]): Promise<void> {
  for (const key of keys) await deps.mediaStore.remove(key);
}

const UNUSED_HOURS = 24;
const BATCH = 500;

/** Uploads that never became part of a text. */
export async function sweepUploads(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ accountId: string; id: string }>`
      delete from media where (account_id, id) in (
        select account_id, id from media
         where message_id is null and created_at < now() - make_interval(hours => ${UNUSED_HOURS})
         order by created_at limit ${BATCH} for update skip locked)
      returning account_id as "accountId", id`.execute(tx);
    await enqueueRemoval(
      tx,
      rows.map((row) => mediaKey(row.accountId, row.id)),
    );
  });
}

export async function enqueueRemoval(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await enqueue(tx, [{ kind: removeMedia, payload: { keys } }]);
}
