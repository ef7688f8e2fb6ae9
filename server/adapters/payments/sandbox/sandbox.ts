import type pg from 'pg';
import type { Logger } from 'pino';
import type { PaymentGateway } from '../port.ts';
import { type CardIssuer, cardCalls } from './cards.ts';
import { invoiceCalls } from './invoices.ts';
import { postDue, repeat } from './postman.ts';
import { customersWithDue, insertCustomer, moveClock } from './store.ts';
import { subscriptionCalls } from './subscriptions.ts';
import { createTurns } from './turns.ts';
import { readWebhook } from './webhook.ts';

/** The gateway of local mode: it charges no one and has its own clock (contract/sandbox.ts). */
export interface SandboxGateway extends PaymentGateway, CardIssuer {
  /** Moves the gateway's clock on and does what fell due. Answers its time. */
  advance(ms: number): Promise<Date>;
  /** Does what fell due. */
  tick(): Promise<void>;
  /** Posts the webhooks that are due; how many. */
  post(): Promise<number>;
  /** Ticks and posts by itself, until it is stopped. */
  start(): { stop(): Promise<void> };
}

const LOOKS_EVERY_MS = 1000;

export function createSandboxGateway(deps: {
  pool: pg.Pool;
  /** Without a trailing slash. */
  publicUrl: string;
  webhookSecret: string;
  clock: () => Date;
  log: Logger;
}): SandboxGateway {
  const { pool, clock } = deps;
  const turns = createTurns(deps);
  const { now } = turns;

  async function tick(): Promise<void> {
    for (const customerId of await customersWithDue(pool, await now()))
      await turns.take(customerId, async () => {});
  }

  const post = (stopping = new AbortController().signal) => postDue(deps, stopping);

  return {
    vendor: 'sandbox',
    now,

    createCustomer: async ({ key, accountId, name, email }) => {
      const customer = { key, accountId, name, email, createdAt: await now() };
      return { customerId: await insertCustomer(pool, customer) };
    },

    startCard: async () => null,
    ...cardCalls(pool, turns),
    ...subscriptionCalls(pool, turns),
    ...invoiceCalls(pool, turns),

    readWebhook: (request) => readWebhook(deps.webhookSecret, request, clock()),

    advance: async (ms) => {
      await moveClock(pool, ms);
      await tick();
      return now();
    },
    tick,
    post,
    start: () =>
      repeat(async (stopping) => {
        try {
          await tick();
          return (await post(stopping)) > 0;
        } catch (error) {
          deps.log.warn({ err: error }, 'the sandbox gateway could not do what was due');
          return false;
        }
      }, LOOKS_EVERY_MS),
  };
}
