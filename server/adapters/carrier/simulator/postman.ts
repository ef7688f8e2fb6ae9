import type pg from 'pg';
import type { Logger } from 'pino';
import { signedHeaders } from './webhook.ts';

/** A row of another process is found by looking, one of this process by being woken. */
const IDLE_MS = 2000;
const AT_ONCE = 40;
/** Longer than a post takes: a webhook claimed by a process that was killed is due again after this. */
const LEASE_SECONDS = 30;
const POST_TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** A little over an hour of retries. */
const MOST_ATTEMPTS = 70;

export interface PostmanDeps {
  pool: pg.Pool;
  /** Webhooks go to this address whatever origin they were ordered for: the port may have changed since. */
  publicUrl: string;
  webhookSecret: string;
  clock: () => Date;
  log: Logger;
}

interface Webhook {
  id: string;
  message_id: string;
  url: string;
  status: string | null;
  payload: string;
  attempts: number;
}

/** Posts the webhooks that are due: at least once, those about one message in order, again until they are answered. */
export class Postman {
  readonly #deps: PostmanDeps;
  readonly #stopping = new AbortController();
  #loop: Promise<void> | null = null;
  #wakeUp: () => void = () => undefined;
  #isWoken = false;

  constructor(deps: PostmanDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.wake();
    await this.#loop;
  }

  wake(): void {
    this.#isWoken = true;
    this.#wakeUp();
  }

  /** One round; how many webhooks it took. */
  async postDue(until: Date = this.#deps.clock()): Promise<number> {
    const webhooks = await this.#claim(until);
    const byMessage = Map.groupBy(webhooks, (webhook) => webhook.message_id);
    await Promise.all([...byMessage.values()].map((series) => this.#postSeries(series)));
    return webhooks.length;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#isWoken = false;
      try {
        if ((await this.postDue()) === 0) await this.#sleep(await this.#untilNext());
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'the simulated carrier could not post its webhooks');
        await this.#sleep(IDLE_MS);
      }
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isWoken) return resolve();
      const timer = setTimeout(resolve, ms);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #untilNext(): Promise<number> {
    const { rows } = await this.#deps.pool.query<{ due_at: Date | null }>(
      'select min(due_at) as due_at from simulator.webhooks',
    );
    const dueAt = rows[0]?.due_at ?? null;
    if (dueAt === null) return IDLE_MS;
    return Math.min(IDLE_MS, Math.max(5, dueAt.getTime() - this.#deps.clock().getTime()));
  }

  /** Takes what is due by moving its due time; a receipt changes its message's status as it leaves. */
  async #claim(until: Date): Promise<Webhook[]> {
    const { rows } = await this.#deps.pool.query<Webhook>(
      `with due as (
         select id from simulator.webhooks where due_at <= $1 order by due_at, id limit ${AT_ONCE} for update skip locked),
       claimed as (
         update simulator.webhooks as webhook
            set due_at = greatest($2::timestamptz, webhook.due_at) + interval '${LEASE_SECONDS} seconds',
                attempts = attempts + 1
           from due where webhook.id = due.id returning webhook.*),
       latest as (
         select distinct on (message_id) message_id, status, payload::jsonb ->> 'carrierCode' as carrier_code
           from claimed where status is not null order by message_id, (status <> 'sent') desc),
       advanced as (
         update simulator.messages as message
            set status = latest.status, carrier_code = latest.carrier_code, change = nextval('simulator.changes')
           from latest
          where message.id = latest.message_id and message.status in ('queued', 'sent')
            and message.status <> latest.status)
       select id, message_id, url, status, payload, attempts from claimed order by id`,
      [until, this.#deps.clock()],
    );
    return rows;
  }

  async #postSeries(series: Webhook[]): Promise<void> {
    for (const webhook of series) {
      const answer = await this.#post(webhook);
      if (answer >= 200 && answer < 300) {
        await this.#deps.pool.query('delete from simulator.webhooks where id = $1', [webhook.id]);
      } else await this.#postLater(webhook, answer);
    }
  }

  async #postLater(webhook: Webhook, answer: number): Promise<void> {
    const details = { webhook: webhook.id, answer, attempts: webhook.attempts };
    if (webhook.attempts >= MOST_ATTEMPTS) {
      this.#deps.log.warn(details, 'a webhook of the simulated carrier was given up');
      await this.#deps.pool.query('delete from simulator.webhooks where id = $1', [webhook.id]);
      return;
    }
    this.#deps.log.info(details, 'a webhook of the simulated carrier was not taken');
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (webhook.attempts - 1));
    await this.#deps.pool.query('update simulator.webhooks set due_at = $2 where id = $1', [
      webhook.id,
      new Date(this.#deps.clock().getTime() + wait),
    ]);
  }

  /** The status of the answer; 0 when there was none. */
  async #post(webhook: Webhook): Promise<number> {
    try {
      const response = await fetch(this.#addressOf(webhook.url), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(this.#deps.webhookSecret, webhook.payload, this.#deps.clock()),
        },
        body: webhook.payload,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(POST_TIMEOUT_MS), this.#stopping.signal]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return 0;
    }
  }

  #addressOf(url: string): string {
    const { pathname, search } = new URL(url);
    return new URL(pathname + search, this.#deps.publicUrl).href;
  }
}
