import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { type CellAddress, type Cells, CellUnreachable } from '../../server/cells/cells.ts';
import type { Db } from '../../server/db/connection.ts';
import { IDENTITY } from '../../server/http/health.ts';
import { createPathSigner } from '../../server/http/signer.ts';
import { type KeptKeys, readKeptKeys } from '../../server/kept-keys.ts';
import { readOpenMoves } from '../../server/moving/open-moves.ts';
import { createSealer } from '../../server/seal.ts';
import { connectCells } from '../../server/vendors/cells.ts';
import { type Checked, type Finding, fail, howLong, ok, reasonOf, warn } from './check.ts';

const ANSWER_WITHIN_MS = 5000;
/** Calls between cells are good for half a minute. An HTTP date has no more than its second. */
const CLOCKS_WARN_MS = 5000;
const CLOCKS_FAIL_MS = 30_000;

/** Each of the other cells: whether it answers, is the one it should be, and takes our calls. */
export async function checkCells({ env, clock }: Pick<Checked, 'env' | 'clock'>, db: Db): Promise<Finding[]> {
  if (env.cells === null) return [];
  const observer = { cellCalled: () => {} };
  const log = pino({ level: 'silent' });
  const kept = await readKeptKeys(db, createSealer(env.secretKey, env.secretKeyFallback));
  const cells = connectCells(env, kept as KeptKeys, { observer, clock, log });
  return cells === null
    ? []
    : Promise.all(cells.others.map((cell) => checkCell({ env, clock, cells }, cell)));
}

async function checkCell(
  { env, clock, cells }: Pick<Checked, 'env' | 'clock'> & { cells: Cells },
  cell: CellAddress,
): Promise<Finding> {
  const name = `cell ${cell.name}`;
  const looked = await look(cell, clock);
  if ('failure' in looked)
    return fail(
      name,
      `The cell at ${cell.url} doesn't answer: ${looked.failure}.`,
      'Start it, and check its address in CELLS, its DNS record, its certificate and its proxy.',
    );
  const { identity, apartMs } = looked;
  if (identity === null)
    return fail(
      name,
      `Something else answers at ${cell.url}, not Hiretext.`,
      'Correct the address of this cell in CELLS. It has to lead there without a redirect.',
    );
  if (!createPathSigner(env).isPathSigned(IDENTITY, identity))
    return fail(
      name,
      `The cell at ${cell.url} has another SECRET_KEY.`,
      'Give all cells the same SECRET_KEY. While you replace it, do each step in all cells before the next.',
    );
  const apart = `Its clock and this machine's are ${howLong(Math.round(apartMs / 1000))} apart.`;
  const cure = 'Turn on time synchronization (NTP) in both cells.';
  if (apartMs >= CLOCKS_FAIL_MS) return fail(name, `${apart} So it refuses our calls.`, cure);
  try {
    // No account has this ID.
    await cells.ask(cell, { kind: 'account', accountId: randomUUID() });
  } catch (error) {
    if (!(error instanceof CellUnreachable)) throw error;
    if (!error.isRefused)
      return fail(name, `It doesn't answer our calls: ${error.reason}.`, 'See the log of that cell.');
    return fail(
      name,
      `It refuses our calls, so it has other kept keys, or isn't ${cell.name}, or lacks this cell.`,
      `Set the same CELLS in all cells, and CELL=${cell.name} there. If they are right, run hiretext move-account --share-keys while one of the two has no accounts.`,
    );
  }
  if (apartMs >= CLOCKS_WARN_MS) return warn(name, apart, cure);
  return ok(name, `${cell.url} answers our calls.`);
}

type Looked = { failure: string } | { identity: string | null; apartMs: number };

async function look({ url }: CellAddress, clock: () => Date): Promise<Looked> {
  const before = clock().getTime();
  try {
    const answer = await fetch(`${url}/healthz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const between = (before + clock().getTime()) / 2;
    const its = Date.parse(answer.headers.get('date') ?? '');
    if (answer.status >= 500) return { failure: `status ${answer.status}` };
    const { identity } = ((await answer.json().catch(() => null)) ?? {}) as { identity?: unknown };
    return {
      identity: typeof identity === 'string' ? identity : null,
      apartMs: Number.isNaN(its) ? 0 : Math.abs(its - between),
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return { failure: reasonOf(cause) };
  }
}

/** What a move to this cell left behind. */
export async function checkMoves({ pool }: Pick<Checked, 'pool'>): Promise<Finding[]> {
  const open = await readOpenMoves(pool);
  return open.map(({ accountId, transaction, seconds }) =>
    fail(
      'moves',
      `The move of account ${accountId} to this cell broke off ${howLong(seconds)} ago, and its transaction "${transaction}" is still prepared.`,
      `In the cell that the account comes from, run hiretext move-account ${accountId} again, to this cell: it ends it as it was decided.`,
    ),
  );
}
