import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import { inBatches } from '../../db/sweep.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { deleteMedia, UNUSED } from './store.ts';
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
/** Their files are removed by one job. */
const BATCH = 500;

/** Uploads that are in no text, template or broadcast, and nothing that someone has begun to write. */
export async function sweepUploads(db: Db): Promise<void> {
  await inBatches(
    (limit) =>
      inTransaction(db, async (tx) => {
        const { rows } = await sql<{ accountId: string; id: string }>`
          delete from media where ctid = any(array(
            select ctid from media
             where ${UNUSED} and created_at < now() - make_interval(hours => ${UNUSED_HOURS})
               and (select true from kept_drafts d
                     where d.account_id = media.account_id and d.user_id = media.uploaded_by and media.id = any(d.media_ids)
                     limit 1) is null
             order by created_at limit ${limit} for update skip locked))
          returning account_id as "accountId", id`.execute(tx);
        await enqueueRemoval(
          tx,
          rows.map((row) => mediaKey(row.accountId, row.id)),
        );
        return rows.length;
      }),
    { batch: BATCH },
  );
}

/** The upload failed: removes what was written of it by then. */
export async function removeUpload(db: Db, accountId: string, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await deleteMedia(tx, accountId, id);
    await enqueueRemoval(tx, [mediaKey(accountId, id)]);
  });
}

export async function enqueueRemoval(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await enqueue(tx, [{ kind: removeMedia, payload: { keys } }]);
}
