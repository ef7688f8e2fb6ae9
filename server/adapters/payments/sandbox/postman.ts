import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { signedHeaders } from './webhook.ts';

const AT_ONCE = 20;
/** Longer than a post takes: what a process that was killed had claimed is due again after this. */
const LEASE_SECONDS = 30;
const POST_TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** A little over an hour of retries. */
const MOST_ATTEMPTS = 70;

export const WEBHOOK_PATH = '/webhooks/payments/sandbox';

export interface PostmanDeps {
  pool: pg.Pool;
  /** Without a trailing slash. */
  publicUrl: string;
  webhookSecret: string;
  clock: () => Date;
  log: Logger;
}

interface Webhook {
  id: string;
  payload: string;
  attempts: number;
}

/** One round over the webhooks that are due, at least once each; how many it took. */
export async function postDue(deps: PostmanDeps, stopping: AbortSignal): Promise<number> {
  const { rows } = await deps.pool.query<Webhook>(
    `with due as (
       select id from sandbox.webhooks where due_at <= $1 order by due_at, id limit ${AT_ONCE} for update skip locked)
     update sandbox.webhooks as webhook
        set due_at = $1::timestamptz + interval '${LEASE_SECONDS} seconds', attempts = attempts + 1
       from due where webhook.id = due.id returning webhook.id, webhook.payload, webhook.attempts`,
    [deps.clock()],
  );
  for (const webhook of rows) {
    const answer = await post(deps, webhook.payload, stopping);
    const isTaken = answer >= 200 && answer < 300;
    if (isTaken || webhook.attempts >= MOST_ATTEMPTS) {
      await deps.pool.query('delete from sandbox.webhooks where id = $1', [webhook.id]);
      if (!isTaken) deps.log.warn({ answer }, 'a webhook of the sandbox gateway was given up');
      continue;
    }
    deps.log.info({ answer }, 'a webhook of the sandbox gateway was not taken');
    const delay = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (webhook.attempts - 1));
    await deps.pool.query('update sandbox.webhooks set due_at = $2 where id = $1', [
      webhook.id,
      new Date(deps.clock().getTime() + delay),
    ]);
  }
  return rows.length;
}

/** The status of the answer; 0 when there was none. */
async function post(deps: PostmanDeps, payload: string, stopping: AbortSignal): Promise<number> {
  try {
    const response = await fetch(deps.publicUrl + WEBHOOK_PATH, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(deps.webhookSecret, payload, deps.clock()),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(POST_TIMEOUT_MS), stopping]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 0;
  }
}

/** Again and again until it is stopped; at once again while there is more. */
export function repeat(work: (stopping: AbortSignal) => Promise<boolean>, everyMs: number) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = (async () => {
    while (!signal.aborted) {
      const isMore = await work(signal);
      if (!isMore) await wait(everyMs, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}
