import { sql } from 'kysely';
import { z } from 'zod';
import { AtsType } from '../../../contract/ats.ts';
import { inTransaction } from '../../db/connection.ts';
import { inBatches } from '../../db/sweep.ts';
import type { Deps } from '../../deps.ts';
import { enqueue, jobKind } from '../../queue/job.ts';
import { findConnection } from './connections-store.ts';

/** What is left of a system that was disconnected. */
export const forgetAts = jobKind({
  name: 'forgetAts',
  payload: z.object({ accountId: z.uuid(), atsType: AtsType }),
  maxAttempts: 25,
});

interface Which {
  accountId: string;
  atsType: AtsType;
}

const BATCH = 1000;
/** People wait for it; a job does the rest. */
const PATIENCE_MS = 4000;

export async function runForgetAts(deps: Pick<Deps, 'db'>, which: Which): Promise<void> {
  if (await forgetSystem(deps, which)) return;
  await enqueue(deps.db, [
    { kind: forgetAts, payload: which, key: `forgetAts:${which.accountId}:${which.atsType}` },
  ]);
}

/**
 * Erases what was read from a system that isn't connected anymore. Candidates, their conversations and interviews entered here
 * stay; their ids there go, so that those of another company are never taken for them. False: it isn't all gone yet.
 */
export async function forgetSystem(deps: Pick<Deps, 'db'>, { accountId, atsType }: Which): Promise<boolean> {
  const end = performance.now() + PATIENCE_MS;
  for (const table of [
    'ats_people',
    'ats_notes',
    'interviews',
    'ats_new_hires',
    'ats_stages',
    'ats_jobs',
  ] as const)
    await inBatches(
      (limit) =>
        inTransaction(deps.db, async (tx) => {
          if ((await findConnection(tx, accountId, atsType)) !== undefined) return 0;
          const some = sql`
            select ctid from ${sql.table(table)} where account_id = ${accountId} and ats_type = ${atsType} limit ${limit}`;
          if (table === 'ats_people')
            await sql`
              update candidates set external_ids = external_ids - ${atsType}::text
               where account_id = ${accountId} and external_ids ? ${atsType} and id in (
                 select candidate_id from ats_people where ctid = any(array(${some})))`.execute(tx);
          const { numAffectedRows = 0n } = await sql`
            delete from ${sql.table(table)} where ctid = any(array(${some}))`.execute(tx);
          return Number(numAffectedRows);
        }),
      { batch: BATCH, runLimitMs: Math.max(0, end - performance.now()) },
    );
  // What has begun goes on, as if a person had started it.
  await sql`
    update onboardings set ats_type = null, external_id = null
     where account_id = ${accountId} and ats_type = ${atsType}`.execute(deps.db);
  await sql`
    update deleted_rows set content = content #- array['external_ids', ${atsType}::text]
     where account_id = ${accountId} and table_name = 'candidates'
       and content->'external_ids' ? ${atsType}`.execute(deps.db);
  return performance.now() < end;
}
