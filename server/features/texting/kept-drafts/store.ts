import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { sweepRows } from '../../../db/sweep.ts';

/** What was emptied that long ago: no browser has an older version open anymore. */
export function sweepKeptDrafts(db: Db): Promise<void> {
  return sweepRows(db, 'kept_drafts', {
    time: sql`updated_at`,
    before: sql`now() - interval '30 days' and body = '' and media_ids = '{}'`,
  });
}
