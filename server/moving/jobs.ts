import type pg from 'pg';
import { checkFigures } from '../features/analytics/figures/feed.ts';
import { configureCalls } from '../features/numbers/configure-calls.ts';
import type { JobKind } from '../queue/job.ts';
import { insertJobs, readJobsOf } from '../queue/jobs-of-accounts.ts';
import type { Cells } from './cells.ts';

/** Those that wait, and what is to be done first in the other cell. */
export async function copyJobs({ from, to }: Cells, ids: string[]): Promise<void> {
  await insertJobs(to, [...(await readJobsOf(from, ids)), ...(await firstJobs(to, ids))]);
}

/** The carrier learns where to call now. What the last second's texts count for was perhaps not noted yet. */
async function firstJobs(to: pg.Client, ids: string[]): Promise<unknown[]> {
  const { rows: numbers } = await to.query<{ accountId: string; numberId: string }>(
    `select account_id as "accountId", id as "numberId" from numbers
      where account_id = any($1::uuid[]) and link_status = 'linked' and released_at is null`,
    [ids],
  );
  return [
    ...numbers.map((number) => ({
      ...jobOf(configureCalls, number),
      queue_name: configureCalls.name,
      key: `configureCalls ${number.numberId}`,
    })),
    ...ids.map((accountId) => jobOf(checkFigures, { accountId })),
  ];
}

function jobOf({ name, maxAttempts }: JobKind, payload: Record<string, string>) {
  const now = new Date();
  return {
    identifier: name,
    payload,
    priority: 0,
    run_at: now,
    attempts: 0,
    max_attempts: maxAttempts,
    created_at: now,
    flags: { [name]: true },
  };
}
