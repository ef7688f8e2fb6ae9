import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { PostgresPair } from '../server/testing/postgres-pair.ts';
import type { HouseNode } from './house.ts';
import type { Random } from './random.ts';
import type { Promised } from './traffic.ts';

/** Of everything, after a standby was promoted. */
const BACK_WITHIN_MS = 5000;
const MEASURED_FOR_MS = 60_000;

export interface Failovers {
  counts: Map<string, number>;
  /** How long each took to be back, in milliseconds. */
  back: Record<string, { median: number; longest: number }>;
  violations: string[];
}

interface Setting {
  pair: PostgresPair;
  /** Follows the primary. */
  admin: pg.Pool;
  nodes: HouseNode[];
  promised: Promised;
  random: Random;
  say(sentence: string): void;
}

/** Kills the primary and promotes its standby, and gives that one a standby, again and again until `isOver`. */
export async function raiseFailovers(setting: Setting, isOver: () => boolean): Promise<Failovers> {
  const { pair, random, say } = setting;
  const took: Record<string, number[]> = { texts: [], signals: [], workers: [] };
  let kills = 0;
  while (!isOver()) {
    await wait(random.between(2000, 8000));
    await pair.killPrimary();
    kills += 1;
    // As long as a tool takes to notice: not at all, or until every pause between two tries is at its longest.
    await wait(random.between(0, 8000));
    await pair.promote();
    const back = await measure(setting);
    for (const [what, ms] of Object.entries(back)) took[what]?.push(ms);
    say(`primary ${kills} killed; back after ${JSON.stringify(back)} ms`);
    await pair.addStandby();
  }
  const longest = (all: number[]) => Math.max(...all);
  return {
    counts: new Map([['primary killed, standby promoted', kills]]),
    back: Object.fromEntries(
      Object.entries(took).map(([what, all]) => [what, { median: median(all), longest: longest(all) }]),
    ),
    violations: Object.entries(took)
      .filter(([, all]) => longest(all) > BACK_WITHIN_MS)
      .map(([what, all]) => `After a promotion, ${what} were back only after ${longest(all)} ms`),
  };
}

async function measure({ admin, nodes, promised }: Setting): Promise<Record<string, number>> {
  const startedAt = performance.now();
  const before = promised.accepted.size;
  const workers = nodes.filter(({ port }) => port === null).length;
  const until = async (isBack: () => boolean | Promise<boolean>) => {
    while (!(await isBack()))
      if (performance.now() - startedAt > MEASURED_FOR_MS) break;
      else await wait(20);
    return Math.round(performance.now() - startedAt);
  };
  const connections = async (name: string) => {
    // Those who wait for the lock have their connections, too.
    const asked = admin.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = $1 and wait_event_type is distinct from 'Lock'`,
      [name],
    );
    return (await asked.catch(() => null))?.rows[0]?.count ?? 0;
  };
  const [texts, signals, present] = await Promise.all([
    until(() => promised.accepted.size > before),
    until(async () => (await connections('hiretext signals')) >= nodes.length),
    until(async () => (await connections('hiretext worker')) >= workers),
  ]);
  return { texts, signals, workers: present };
}

function median(all: number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
