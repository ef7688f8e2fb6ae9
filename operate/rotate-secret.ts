import type { Db } from '../server/db/connection.ts';
import { type Env, readEnv } from '../server/env.ts';
import { counted } from './checks/check.ts';
import { type Command, type Operator, Problem } from './command.ts';
import { goThrough, type Sealed } from './sealed.ts';
import { withDatabase } from './with-database.ts';

/** What was sealed meanwhile is found by going through all of it once more. */
const MOST_ROUNDS = 5;

export const rotateSecret: Command = {
  name: 'rotate-secret',
  operands: [],
  summary: 'Seal with SECRET_KEY what is sealed with SECRET_KEY_FALLBACK, and say when that one can go.',
  details: [
    'First give all nodes the new key as SECRET_KEY_FALLBACK, then swap the two on all nodes, then run this while they run.',
    'Broken off, run it again: it goes on with what is left.',
  ],
  options: { check: { type: 'boolean', help: 'Only count what is left.' } },
  codes: {
    0: 'SECRET_KEY_FALLBACK seals nothing anymore.',
    1: 'Something is left, or opens with neither key.',
  },
  run: (operator, { check }) => {
    const env = readEnv(operator.variables, operator.checkout);
    if (env.secretKeyFallback === null)
      throw new Problem(
        'SECRET_KEY_FALLBACK is missing. Set it to the former key, and SECRET_KEY to the new one.',
      );
    return withDatabase(operator, async ({ db }) => {
      const result = check === true ? await count(db, env) : await reseal(db, env, operator);
      const isDone = result.left === 0 && result.unknown.length === 0;
      const { resealed, left, unknown } = result;
      return { code: isDone ? 0 : 1, json: { ok: isDone, resealed, left, unknown }, text: shown(result) };
    });
  },
};

interface Result {
  /** Null: it was only counted. */
  resealed: number | null;
  left: number;
  unknown: { table: string; count: number }[];
}

async function count(db: Db, env: Env): Promise<Result> {
  const tables: Sealed[] = [];
  for await (const found of goThrough(db, env, { reseal: false })) tables.push(found);
  return { resealed: null, ...leftIn(tables) };
}

async function reseal(db: Db, env: Env, { say }: Operator): Promise<Result> {
  let resealed = 0;
  for (let round = 1; ; round += 1) {
    const tables: Sealed[] = [];
    for await (const found of goThrough(db, env, { reseal: true })) {
      tables.push(found);
      if (found.fallback > 0) say(`${found.table}: ${found.fallback} sealed with the new key.`);
    }
    const result = leftIn(tables);
    if (result.left === 0 || round === MOST_ROUNDS) return { resealed, ...result };
    resealed += result.left;
  }
}

/** What was found when it was gone through last. */
const leftIn = (tables: Sealed[]) => ({
  left: tables.reduce((sum, { fallback }) => sum + fallback, 0),
  unknown: tables
    .filter(({ unknown }) => unknown > 0)
    .map(({ table, unknown }) => ({ table, count: unknown })),
});

function shown({ resealed, left, unknown }: Result): string {
  const lines = unknown.map(
    ({ table, count: values }) => `${counted(values, 'value')} in ${table} opened with neither key.`,
  );
  if (resealed !== null) lines.unshift(`${counted(resealed, 'value')} sealed with the new key.`);
  if (left > 0)
    return [
      ...lines,
      `${counted(left, 'value')} left that only SECRET_KEY_FALLBACK opens.`,
      resealed === null
        ? 'Once all nodes have the new SECRET_KEY, run this without --check.'
        : 'A node still seals with that key. Give all nodes the new SECRET_KEY, then run this again.',
    ].join('\n');
  return [
    ...lines,
    'Nothing is sealed with SECRET_KEY_FALLBACK.',
    'Links that were signed with it, in mails for 30 days at most, work for as long as it is set.',
    'Take it away from all nodes after that, or now if someone else may know it. Older backups still need it.',
  ].join('\n');
}
