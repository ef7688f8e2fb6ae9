import type { Logger } from 'pino';
import { createGuardedFetch } from '../adapters/guarded-fetch.ts';
import { type CellObserver, type Cells, createCells } from '../cells/cells.ts';
import { createCellSigner } from '../cells/signature.ts';
import type { Env } from '../env.ts';
import type { KeptKeys } from '../kept-keys.ts';

/** How long a cell may take to answer, and to work a webhook. */
const ASK_MS = 2000;
const WEBHOOK_MS = 10_000;
const MOST_BYTES = 2_000_000;

/** Null: this is the only one. */
export function connectCells(
  env: Pick<Env, 'cells' | 'local' | 'secretKey' | 'secretKeyFallback'>,
  kept: KeptKeys,
  deps: { observer: CellObserver; clock: () => Date; log: Logger },
): Cells | null {
  const { cells: settings } = env;
  if (settings === null) return null;
  const limits = {
    allowLoopback: env.local,
    maxBytes: MOST_BYTES,
    // Of the operator's choice: cells may share a network of their own.
    trustedOrigins: settings.others.map(({ url }) => new URL(url).origin),
  };
  return createCells({
    settings,
    signer: createCellSigner({ ...env, kept }),
    fetch: {
      asking: createGuardedFetch({ ...limits, timeoutMs: ASK_MS }),
      handingOn: createGuardedFetch({ ...limits, timeoutMs: WEBHOOK_MS }),
    },
    ...deps,
  });
}
