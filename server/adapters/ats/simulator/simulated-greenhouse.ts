import { deserialize, serialize } from 'node:v8';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { FakeReply, FakeRequest } from '../../carrier/fakes/fake-server.ts';
import { FakeClock } from '../fakes/fake-ats.ts';
import { answering } from '../fakes/fake-ats-server.ts';
import { type GreenhouseCompany, greenhouseOf, newCompany } from '../fakes/fake-greenhouse.ts';
import type { OutboxEntry } from '../fakes/fake-outbox.ts';
import { reportChanges } from '../fakes/fake-vendor.ts';
import type { Hiring } from '../fakes/hiring.ts';
import { SIMULATED_CREDENTIAL } from './credential.ts';
import { fillCompany } from './new-company.ts';

export interface SimulatedGreenhouseDeps {
  pool: pg.Pool;
  clock: () => Date;
  log: Logger;
}

const FIRST_ID = 4_000_001;
const ID_STEP = 7;
const WEBHOOK_LIMIT_MS = 10_000;
const CREDENTIAL = { id: SIMULATED_CREDENTIAL.clientId, secret: SIMULATED_CREDENTIAL.clientSecret };

class RealClock extends FakeClock {
  override readonly now: () => Date;

  constructor(clock: () => Date) {
    super(clock());
    this.now = clock;
  }

  override tick(): Date {
    return this.now();
  }
}

/** What stays from one request to the next. Records refer to each other, and still do when they are read again. */
interface Kept {
  lastId: number;
  given: GreenhouseCompany['given'];
  lists: ReturnType<typeof listsOf>;
}

const listsOf = (hiring: Hiring) => {
  const { stages, users, jobs, people, applications, deleted, interviews, hires, notes, subscriptions } =
    hiring;
  return { stages, users, jobs, people, applications, deleted, interviews, hires, notes, subscriptions };
};

interface Opened extends GreenhouseCompany {
  keep(): Buffer;
}

/**
 * The Greenhouse of local mode: the strict one that tests use, over a company that is kept in the database, so that any process
 * answers for it and it survives a restart. Without a vendor's account, the whole way to an ATS and back can be tried.
 */
export class SimulatedGreenhouse {
  readonly #deps: SimulatedGreenhouseDeps;

  constructor(deps: SimulatedGreenhouseDeps) {
    this.#deps = deps;
  }

  /** As Greenhouse's API does. */
  answer(request: FakeRequest): Promise<FakeReply> {
    return this.use((company) => {
      const answer = answering(greenhouseOf(company, CREDENTIAL)).answer(request);
      // Only planned faults leave without an answer, and no one plans any here.
      if (typeof answer === 'string') throw new Error('The simulated Greenhouse gave no answer');
      return answer;
    });
  }

  /** Reads the company or works in it; what changes is kept, and reported to the webhooks. `work` may run again. */
  async use<T>(work: (company: GreenhouseCompany) => T): Promise<T> {
    for (;;) {
      const kept = await this.#read();
      const company = this.#open(kept?.state ?? null);
      const before = kept === null ? null : company.keep();
      const result = work(company);
      const after = company.keep();
      if (before?.equals(after)) return result;
      if (!(await this.#write(after, kept?.version ?? null))) continue;
      void this.#post(company.hiring.outbox.entries);
      return result;
    }
  }

  #open(state: Buffer | null): Opened {
    const clock = new RealClock(this.#deps.clock);
    const kept = state === null ? null : (deserialize(state) as Kept);
    let lastId = kept?.lastId ?? FIRST_ID;
    const company = newCompany(clock, () => {
      lastId += ID_STEP;
      return String(lastId);
    });
    const { hiring } = company;
    const given = kept?.given ?? company.given;
    for (const [token, { until, refresh }] of given.tokens)
      if (refresh === null && until <= clock.now()) given.tokens.delete(token);
    if (kept === null) fillCompany(hiring);
    else Object.assign(hiring, kept.lists);
    reportChanges(hiring, greenhouseOf({ hiring, given }, CREDENTIAL));
    return { hiring, given, keep: () => serialize({ lastId, given, lists: listsOf(hiring) } satisfies Kept) };
  }

  async #read(): Promise<{ state: Buffer; version: string } | null> {
    const { rows } = await this.#deps.pool.query<{ state: Buffer; version: string }>(
      'select state, version from simulator.greenhouse',
    );
    return rows[0] ?? null;
  }

  /** False: another request was faster. */
  async #write(state: Buffer, version: string | null): Promise<boolean> {
    const { pool } = this.#deps;
    const { rowCount } =
      version === null
        ? await pool.query(
            'insert into simulator.greenhouse (version, state) values (1, $1) on conflict do nothing',
            [state],
          )
        : await pool.query(
            'update simulator.greenhouse set state = $1, version = version + 1 where version = $2',
            [state, version],
          );
    return rowCount === 1;
  }

  /** Once: what gets lost is found by the next sync. An address that refuses is of a connection that has ended. */
  async #post(entries: readonly OutboxEntry[]): Promise<void> {
    const gone: string[] = [];
    try {
      for (const { url, sign } of entries) {
        const { headers, body } = sign(this.#deps.clock());
        const signal = AbortSignal.timeout(WEBHOOK_LIMIT_MS);
        const { status } = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), signal });
        if (status >= 400 && status < 500) gone.push(url);
      }
      if (gone.length > 0)
        await this.use(({ hiring }) => {
          hiring.subscriptions = hiring.subscriptions.filter(({ url }) => !gone.includes(url));
        });
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'a webhook of the simulated Greenhouse was lost');
    }
  }
}
