import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../../../db/connection.ts';
import { followNotes } from '../../../live/follow-notes.ts';
import type { NoteRow } from '../../../live/read-notes.ts';
import { enqueue, jobKind } from '../../../queue/job.ts';

/** Counts everything again, every night, on request, or when notes may have been lost: for one account, or for all. */
export const checkFigures = jobKind({
  name: 'checkFigures',
  payload: z.object({ accountId: z.uuid().optional() }),
  maxAttempts: 1,
});

/** The notes that texts leave for browsers become marks. Whether there may be more. */
export const feedMarks = (db: Db): Promise<boolean> =>
  followNotes(db, { table: 'figure_position', take: markNoted, missed: countEverything });

async function markNoted(tx: Tx, notes: NoteRow[]): Promise<void> {
  const texts = notes.filter(
    ({ kind, message_id }) =>
      message_id !== null && (kind === 'message.created' || kind === 'message.updated'),
  );
  if (texts.length === 0) return;
  await sql`
    insert into fact_marks (account_id, source_id, noted_at)
    select account_id, id, min(at)
      from unnest(${texts.map(({ account_id }) => account_id)}::uuid[], ${texts.map(({ subject_id }) => subject_id)}::uuid[],
                  ${texts.map(({ created_at }) => created_at)}::timestamptz[]) as noted (account_id, id, at)
     group by account_id, id`.execute(tx);
}

/** What may have been missed is found by counting everything. */
async function countEverything(tx: Tx): Promise<void> {
  await sql`update figure_position set missed_since = least(missed_since, moved_at)`.execute(tx);
  await enqueue(tx, [{ kind: checkFigures, payload: {}, key: checkFigures.name }]);
}
