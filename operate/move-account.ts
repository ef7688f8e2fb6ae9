import type { Db } from '../server/db/connection.ts';
import { type Env, EnvError, readEnv } from '../server/env.ts';
import { type Cells, inCells } from '../server/moving/cells.ts';
import { finishMove, moveAccount as move, type Result, requireAlone } from '../server/moving/move-account.ts';
import { MoveRefused } from '../server/moving/refused.ts';
import { shareKeys } from '../server/moving/require-fitting.ts';
import { accountOperand, findAccount } from './accounts.ts';
import { type Command, type Operator, type Outcome, Problem, WrongUse } from './command.ts';
import { withDatabase } from './with-database.ts';

export const moveAccount: Command = {
  name: 'move-account',
  operands: [accountOperand],
  summary: 'Move an account, and its sandbox, to another cell while both run.',
  details: [
    'Name it by its ID or by the email of one of its people. Read docs/cells.md first.',
    'Its rows are copied while it works. Then no one writes in this cell for some seconds, a minute at most.',
    'Broken off, run it again, by the ID: it goes on, or begins again.',
  ],
  options: {
    to: { type: 'string', help: "The address of the other cell's database, as in its DATABASE_URL." },
    'media-copied': {
      type: 'boolean',
      help: "Its media are in the other cell's DATA_DIR. Not needed at S3.",
    },
    'share-keys': {
      type: 'boolean',
      help: 'Move nothing: give the other cell, which has no accounts yet, the kept keys of this one.',
    },
  },
  codes: {
    0: 'It is in the other cell, and only there.',
    1: 'It was refused, or broke off. The sentence says which.',
  },
  run: async (operator, { to, 'media-copied': isCopied, 'share-keys': shares }, [named]) => {
    if (typeof to !== 'string') throw new WrongUse("Add --to with the address of the other cell's database.");
    const env = readEnv(operator.variables, operator.checkout);
    const there = addressOf(operator, to);
    if (shares !== true && env.media.vendor === 'disk' && isCopied !== true)
      throw new WrongUse(
        `Copy the account's folder in ${env.dataDir}/media to the other cell, then add --media-copied.`,
      );
    // An embedded one is started for as long as this takes.
    return withDatabase(operator, ({ db }, from) =>
      sayingWhy({ from, to: there }, (cells) =>
        shares === true ? share(cells, env) : moveOrFinish({ ...cells, db }, operator, { env, named }),
      ),
    );
  },
};

async function share(cells: Cells, env: Env): Promise<Outcome> {
  await shareKeys(cells, env);
  return {
    code: 0,
    json: { ok: true },
    text: 'The other cell has the kept keys of this one. Restart its nodes now.',
  };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function moveOrFinish(
  { db, ...cells }: Cells & { db: Db },
  operator: Operator,
  { env, named }: { env: Env; named: string | undefined },
): Promise<Outcome> {
  const doing = { keys: env, clock: operator.clock, say: operator.say };
  await requireAlone(cells);
  if (named !== undefined && ID.test(named)) {
    const moved = await finishMove(cells, named, doing);
    if (moved !== null) {
      const text = `${named} moved on ${moved.movedAt.toISOString()}. It is in the other cell, and only there.`;
      return { code: 0, json: { ok: true, account: named, isNew: false }, text };
    }
  }
  const { id, name } = await findAccount(db, named);
  const result = await move(cells, id, doing);
  return {
    code: 0,
    json: { ok: true, account: id, isNew: true, ...result },
    text: shown(`${name} (${id})`, result),
  };
}

const shown = (account: string, { rows, rowsInPause, pauseMs, late }: Result): string =>
  [
    `${account} is in the other cell now: ${rows} rows, ${rowsInPause} of them in the pause.`,
    `No one wrote in this cell for ${(pauseMs / 1000).toFixed(1)} s.`,
    ...(late > 0 ? [`${late} webhooks came here meanwhile, and were taken along.`] : []),
    'Make a backup of both cells now: in an older one of this cell, the account is still here.',
  ].join('\n');

async function sayingWhy<T>(
  addresses: { from: string; to: string },
  work: (cells: Cells) => Promise<T>,
): Promise<T> {
  try {
    return await inCells(addresses, work);
  } catch (error) {
    throw error instanceof MoveRefused ? new Problem(error.message) : error;
  }
}

/** With what is required of DATABASE_URL. */
function addressOf({ variables, checkout }: Operator, to: string): string {
  try {
    const { DATABASE_URL_FILE: _, ...others } = variables;
    return readEnv({ ...others, DATABASE_URL: to }, checkout).databaseUrl ?? to;
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    throw new Problem(error.message.replaceAll('DATABASE_URL', '--to'));
  }
}
