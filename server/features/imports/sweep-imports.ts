import { sql } from 'kysely';
import { IMPORT_UNDO_HOURS } from '../../../contract/imports.ts';
import type { Db } from '../../db/connection.ts';
import { inBatches, sweepRows } from '../../db/sweep.ts';
import type { Deps } from '../../deps.ts';
import { refusedSince } from './rules.ts';

/** For a year, people can see where a candidate came from. */
const KEPT_DAYS = 365;
const HOURS_OF_AN_UNDO = 2;

export async function sweepImports({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sweepReplaced(db);
  await sweepRows(db, 'refused_rows', { time: sql`refused_at`, before: sql`${refusedSince(clock())}` });
  await sweepRows(db, 'imports', {
    time: sql`created_at`,
    before: sql`now() - make_interval(days => ${KEPT_DAYS})`,
  });
}

/** What was replaced isn't needed once it can't come back. */
function sweepReplaced(db: Db): Promise<void> {
  return inBatches(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      update imported_numbers set before = null, after = null where ctid = any(array(
        select ctid from imported_numbers
         where before is not null and written_at < now() - make_interval(hours => ${IMPORT_UNDO_HOURS + HOURS_OF_AN_UNDO})
         limit ${limit} for update skip locked))`.execute(db);
    return Number(numAffectedRows);
  });
}
