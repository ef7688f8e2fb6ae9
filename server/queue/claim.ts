import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connection.ts';
import { sweepRows } from '../db/sweep.ts';

/*
 * The queue may run a job twice: a worker that is only cut off looks dead to the others. So what a job sends or submits is
 * claimed first, in its own commit (decision 40). Texts and numbers are rows already, and are claimed as such.
 */

export interface Claim {
  /** Done: no one does it again. */
  settle(): Promise<void>;
  /** Anyone may do it, now or from then on. */
  free(from?: Date): Promise<void>;
}

/**
 * Only one can have it at a time. `forMs` is longer than the act can take: a process that has it longer is dead. Not in a
 * transaction that goes on, since it has to be committed before the act.
 */
export async function claim(
  deps: { db: Db; clock: () => Date },
  act: string,
  forMs: number,
): Promise<Claim | 'taken' | 'done'> {
  const { db } = deps;
  const claimedBy = randomUUID();
  const now = deps.clock();
  const freeAt = new Date(now.getTime() + forMs);
  const { rows } = await sql`
    insert into claims as present (act, claimed_by, claimed_at, free_at)
    values (${act}, ${claimedBy}, ${now}, ${freeAt})
        on conflict (act) do update
       set claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at, free_at = excluded.free_at
     where present.free_at <= excluded.claimed_at
    returning 1`.execute(db);
  if (rows.length === 0) return (await isDone(db, act)) ? 'done' : 'taken';
  const freeFrom = async (from: Date | null) => {
    await sql`update claims set free_at = ${from} where act = ${act} and claimed_by = ${claimedBy}`.execute(
      db,
    );
  };
  return {
    settle: () => freeFrom(null),
    free: async (from) => {
      if (from !== undefined) return freeFrom(from);
      await sql`delete from claims where act = ${act} and claimed_by = ${claimedBy}`.execute(db);
    },
  };
}

/** Does `work` unless someone else is at it. It has to look again at what it is about: the last one may have just done it. */
export async function whileClaimed<T>(
  deps: { db: Db; clock: () => Date },
  act: string,
  forMs: number,
  work: () => Promise<T>,
): Promise<T | 'taken'> {
  const claimed = await claim(deps, act, forMs);
  if (typeof claimed === 'string') return 'taken';
  try {
    return await work();
  } finally {
    await claimed.free();
  }
}

async function isDone(db: Db, act: string): Promise<boolean> {
  const { rows } = await sql`select 1 from claims where act = ${act} and free_at is null`.execute(db);
  return rows.length > 0;
}

/** True for one transaction only: what it does is done with its commit. Another one waits for it here. */
export async function claimOnce(tx: Tx, act: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into claims (act, claimed_by, claimed_at) values (${act}, ${randomUUID()}, ${now})
        on conflict (act) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** No job is tried again after so long. */
export function sweepClaims(db: Db): Promise<void> {
  return sweepRows(db, 'claims', { time: sql`claimed_at`, before: sql`now() - interval '7 days'` });
}
