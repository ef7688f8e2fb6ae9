import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { type Loop, startLoop } from '../../queue/loop.ts';
import type { Locks } from '../../queue/presence.ts';
import { feed } from './feed.ts';
import { findActing } from './store.ts';

const POLL_MS = 1000;
/** A look for new ones, while others have more to write. */
const LOOK_EVERY_MS = 1000;
/** After a turn that broke off. */
const REST_MS = 5000;

/**
 * Feeds the queues of numbers with the texts of broadcasts, for as long as the process runs; a lock makes one worker do it. Each
 * broadcast has a turn when its number can take more, so a long one holds up no other.
 */
export function startBroadcaster(deps: Deps, locks: Locks): Loop {
  const nextTurn = new Map<string, number>();
  return startLoop(deps.log, locks, {
    lock: 'broadcasts',
    turn: (closing) => takeTurns(deps, nextTurn, closing),
    restMs: POLL_MS,
    failed: 'the broadcasts could not be looked for',
  });
}

/** Until it's time to look for new ones. Returns how long to rest. */
async function takeTurns(deps: Deps, nextTurn: Map<string, number>, closing: AbortSignal): Promise<number> {
  const acting = await findActing(deps.db, deps.clock());
  const known = new Set(acting.map(({ id }) => id));
  for (const id of nextTurn.keys()) if (!known.has(id)) nextTurn.delete(id);
  if (acting.length === 0) return POLL_MS;
  const lookAgainAt = Date.now() + LOOK_EVERY_MS;
  while (Date.now() < lookAgainAt && !closing.aborted) {
    for (const broadcast of acting) {
      if (closing.aborted || (nextTurn.get(broadcast.id) ?? 0) > Date.now()) continue;
      nextTurn.set(broadcast.id, Date.now() + (await turnOf(deps, broadcast)));
    }
    const next = Math.min(lookAgainAt, ...acting.map(({ id }) => nextTurn.get(id) ?? 0));
    await sleep(Math.max(1, next - Date.now()), undefined, { signal: closing }).catch(() => {});
  }
  return 0;
}

/** One that can't be worked with harms no other. */
async function turnOf(deps: Deps, broadcast: { accountId: string; id: string }): Promise<number> {
  try {
    return await feed(deps, broadcast);
  } catch (error) {
    deps.log.error({ err: error, broadcastId: broadcast.id }, 'a turn of a broadcast broke off');
    return REST_MS;
  }
}
