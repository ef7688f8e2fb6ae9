import { setTimeout as sleep } from 'node:timers/promises';
import { batched } from '../../db/batch.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type Loop, startLoop } from '../../queue/loop.ts';
import type { Locks } from '../../queue/presence.ts';
import { traced } from '../../tracing/spans.ts';
import { findEventsAsAdmin } from '../events/list-events.ts';
import { type Attempted, attempt } from './attempt.ts';
import { endpointFailed } from './endpoint-failed.ts';
import {
  clearFailing,
  type DueDelivery,
  findDue,
  findSending,
  keepOutcomes,
  replaySome,
  type Sending,
} from './store.ts';

const LOOK_EVERY_MS = 200;
/** Of one endpoint. */
const SIDE_BY_SIDE = 10;
/** What ends at nearly the same time is followed by one statement. */
const GATHER_MS = 5;
/** All endpoints together have so many statements under way. */
const LOADS = 2;

/**
 * Sends events to endpoints, for as long as the process runs; a lock makes one worker do it. Each endpoint has a turn that lasts
 * while there is something to send to it, and waits for no other.
 */
export function startWebhooks(deps: Deps, locks: Locks): Loop {
  const turns = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const statements = createStatements(deps);
  const loop = startLoop(deps.log, locks, {
    lock: 'webhooks',
    turn: async () => {
      const { lost } = locks;
      const over = AbortSignal.any([lost, closing.signal]);
      const mayReplay = await replaySome(deps.db);
      for (const endpoint of await findSending(deps.db, deps.clock(), [...turns.keys()])) {
        const turn = takeTurn(deps, statements, endpoint, over)
          .catch((error: unknown) =>
            deps.log.error(
              { err: error, endpointId: endpoint.endpointId },
              'sending to an endpoint broke off',
            ),
          )
          .then(() => void turns.delete(endpoint.endpointId));
        turns.set(endpoint.endpointId, turn);
      }
      return mayReplay ? 0 : LOOK_EVERY_MS;
    },
    restMs: LOOK_EVERY_MS,
    failed: 'deliveries that are due could not be looked for',
  });
  return {
    close: async () => {
      closing.abort();
      await loop.close();
      await Promise.all(turns.values());
    },
  };
}

type Statements = ReturnType<typeof createStatements>;

function createStatements(deps: Deps) {
  const load = batched<Parameters<typeof findDue>[1][number], DueDelivery[]>(
    async (asked) => {
      const due = await findDue(deps.db, asked, deps.clock());
      const byEndpoint = Map.groupBy(due, ({ endpointId }) => endpointId);
      return asked.map(({ endpointId }) => byEndpoint.get(endpointId) ?? []);
    },
    { max: 100, parallel: LOADS },
  );
  const keep = batched<Attempted, null>(
    async (all) => {
      await inTransaction(deps.db, async (tx) => {
        const failed = all.filter(({ failure }) => failure !== null);
        const fine = all.filter(({ failure }) => failure === null);
        await keepOutcomes(
          tx,
          all.map(({ outcome }) => outcome),
        );
        await clearFailing(
          tx,
          fine.map(({ outcome }) => outcome),
        );
        for (const each of failed) await endpointFailed(tx, deps, each);
      });
      return all.map(() => null);
    },
    { max: 100 },
  );
  return { load, keep };
}

/** Until nothing is due, or another worker may send. */
async function takeTurn(
  deps: Deps,
  { load, keep }: Statements,
  endpoint: Sending,
  over: AbortSignal,
): Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  let sideBySide = SIDE_BY_SIDE;
  const send = async (delivery: DueDelivery) => {
    const [event] = await findEventsAsAdmin(deps, endpoint.accountId, [delivery.eventId], {
      withWords: delivery.includeBodies,
    });
    const attempted =
      event === undefined ? withoutEvent(deps, delivery) : await attempt(deps, delivery, event);
    sideBySide = attempted.failure === null ? SIDE_BY_SIDE : 1;
    await keep(attempted);
  };
  while (!over.aborted) {
    const room = sideBySide - underWay.size;
    const due = room > 0 ? await load({ ...endpoint, except: [...underWay.keys()], room }) : [];
    if (due.length === 0 && underWay.size === 0) return;
    for (const delivery of due) {
      sideBySide = delivery.failingSince === null ? sideBySide : 1;
      if (underWay.size >= sideBySide) break;
      underWay.set(
        delivery.id,
        traced(deps.tracer, 'deliver event', {}, () => send(delivery)).finally(() =>
          underWay.delete(delivery.id),
        ),
      );
    }
    await Promise.race(underWay.values());
    await sleep(GATHER_MS);
  }
  await Promise.allSettled(underWay.values());
}

/** It is about a candidate who was deleted, or older than the log. */
function withoutEvent(deps: Deps, { accountId, endpointId, eventId, sentAgain }: DueDelivery): Attempted {
  const response = 'Not sent, since what it is about was deleted.';
  return {
    outcome: {
      accountId,
      endpointId,
      eventId,
      sentAgain,
      status: 'failed',
      nextAttemptAt: null,
      attempt: { at: deps.clock().toISOString(), status: null, ms: 0, response },
    },
    failure: null,
  };
}
