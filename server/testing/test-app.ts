import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as routes from '../../contract/routes.ts';
import type { UserType } from '../../contract/seats.ts';
import { numbersForSale } from '../adapters/carrier/fakes/available-numbers.ts';
import { type FakeTwilio, startFakeTwilio } from '../adapters/carrier/fakes/fake-twilio.ts';
import type { Carrier } from '../adapters/carrier/port.ts';
import { createTwilioCarrier } from '../adapters/carrier/twilio/twilio.ts';
import type { Registrar } from '../adapters/registration/port.ts';
import type { DatabaseLimits } from '../db/connection.ts';
import type { Deps } from '../deps.ts';
import { readEnv } from '../env.ts';
import { startSession } from '../features/auth/start-session.ts';
import { insertLogin } from '../features/auth/store.ts';
import { insertUser } from '../features/users/store.ts';
import { createLog } from '../log.ts';
import type { Cron } from '../queue/runner.ts';
import { start } from '../start.ts';
import { ATS_CONNECTORS } from '../vendors/ats-connectors.ts';
import { peopleMaker } from './copied-people.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { areaCodeOf, type Newcomer, nextPerson, type Recruiter, signUp, signUpOnly } from './people.ts';
import { type Client, createClient } from './test-client.ts';

/** A clock that tests can set. It runs on from there; jobs are started by the database's clock all the same. */
export interface TestClock {
  (): Date;
  jumpTo(iso: string): void;
  advance(ms: number): void;
  /** Goes back to the real time. */
  reset(): void;
}

export function createTestClock(): TestClock {
  let ahead = 0;
  return Object.assign(() => new Date(Date.now() + ahead), {
    jumpTo: (iso: string) => {
      ahead = Date.parse(iso) - Date.now();
    },
    advance: (ms: number) => {
      ahead += ms;
    },
    reset: () => {
      ahead = 0;
    },
  });
}

export type { Recruiter };

export interface TestApp {
  url: string;
  deps: Deps;
  clock: TestClock;
  twilio: FakeTwilio;
  /** What was logged: warnings and worse, by default. */
  logged: string[];
  /** Calls without a token. */
  anonymous: Client;
  client(token: string): Client;
  signUp(): Promise<Recruiter>;
  /** Signed up, and nothing else: no plan, no seat. */
  signUpOnly(): Promise<Newcomer>;
  /** Another person on a free seat of the same account. */
  addColleague(of: Recruiter, userType?: UserType): Promise<Recruiter>;
  stop(): Promise<void>;
}

export interface TestAppOptions {
  /** Beside or instead of the usual ones. */
  variables?: Record<string, string>;
  carrier?: Partial<Carrier>;
  /** Texts need no registration without one. */
  registrar?: Registrar;
  /** Instead of the real ones. */
  ats?: Partial<Deps['ats']>;
  calendars?: Partial<Deps['calendars']>;
  logLevel?: string;
  resolveTxt?: Deps['resolveTxt'];
  /** The way to the database, which the test can obstruct. */
  proxy?: (url: string) => Promise<string>;
  databaseLimits?: DatabaseLimits;
  requestLimitMs?: number;
  /** None otherwise: a job that comes with the minute would change what a test looks at. Tests run it when they want it. */
  crons?: Cron[];
  /** Long where a test looks at what the planner would work on. */
  plannerRestMs?: number;
  /** Instead of one that the tests' PostgreSQL makes: where no test is running, or it's another PostgreSQL. */
  database?: TestDatabase;
  /** Where others were promised to find it. */
  port?: number;
  /** Another app's, which has the same account there. */
  twilio?: FakeTwilio;
}

/** Only what is to hang runs into it; on a busy machine an answer may take its time. */
const CARRIER_TIMEOUT_MS = 1500;

/** Without vendors' limits: fakes have their own. */
const UNPACED_CONNECTORS = new Map(
  ATS_CONNECTORS.map((connector) => [connector.type, { ...connector, pace: { calls: 1000, perMs: 1 } }]),
);

let shared: Promise<{ app: TestApp; deps: Deps }> | null = null;

/**
 * The real server over a database and a carrier: HTTP in, HTTP out, jobs running. Who asks for nothing special gets the one
 * that all files of a worker share, because starting takes longer than most of them: their people are their own, and what
 * others have set is set back.
 */
export async function startTestApp(options?: TestAppOptions): Promise<TestApp> {
  if (options !== undefined) return startOwnApp(options);
  shared ??= startOwnApp({}).then((app) => ({ app, deps: { ...app.deps } }));
  const { app, deps } = await shared;
  Object.assign(app.deps, deps);
  app.clock.reset();
  app.logged.length = 0;
  app.twilio.control.receipts({});
  await app.deps.pool.query('delete from rate_limits');
  // It ends with the worker, and its database with the run.
  return { ...app, stop: async () => {} };
}

async function startOwnApp(options: TestAppOptions): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const connectionString = options.proxy ? await options.proxy(database.url) : database.url;
  const twilio = options.twilio ?? (await startFakeTwilio());
  const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-app-'));
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { accountSid, authToken } = twilio;
  const clock = createTestClock();
  const logged: string[] = [];
  const running = await start({
    env: readEnv(
      {
        DATABASE_URL: database.url,
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        SECRET_KEY: 'a secret that is long enough for tests',
        TWILIO_ACCOUNT_SID: accountSid,
        TWILIO_AUTH_TOKEN: authToken,
        TWILIO_API_BASE_URL: twilio.url,
        CAPTCHA: 'off',
        BILLING: 'off',
        REQUESTS_PER_MINUTE: '1000000',
        SUPPORT_EMAIL: 'support@hiretext.example',
        ...options.variables,
      },
      dataDir,
    ),
    connectionString,
    log: createLog(options.logLevel ?? 'warn', { write: (line) => logged.push(line) }),
    webDir: null,
    clock,
    crons: options.crons ?? [],
    // Several servers run all the time, and each look takes about a millisecond of a core.
    plannerRestMs: options.plannerRestMs ?? 400,
    ...(options.registrar ? { registrar: options.registrar } : {}),
    ats: { connectors: UNPACED_CONNECTORS, ...options.ats },
    ...(options.calendars ? { calendars: options.calendars } : {}),
    ...(options.resolveTxt ? { resolveTxt: options.resolveTxt } : {}),
    ...(options.databaseLimits ? { databaseLimits: options.databaseLimits } : {}),
    ...(options.requestLimitMs ? { requestLimitMs: options.requestLimitMs } : {}),
    carrier: {
      ...createTwilioCarrier({
        accountSid,
        authToken,
        apiBaseUrl: twilio.url,
        timeoutMs: CARRIER_TIMEOUT_MS,
      }),
      // A second for every text is for people, not for tests.
      segmentsPerSecond: 100,
      ...options.carrier,
    },
  });
  const { deps } = running;
  const client = (token: string) => createClient(url, token);
  const anonymous = createClient(url, null);

  async function addColleague(of: Recruiter, userType: UserType = 'member'): Promise<Recruiter> {
    const person = nextPerson();
    const { accountId } = of;
    const userId = deps.newId();
    const email = `colleague${person}@example.com`;
    await insertUser(deps.db, accountId, {
      id: userId,
      userType,
      firstName: `Cem${person}`,
      lastName: 'Okafor',
      email,
      passwordHash: 'never signs in by password',
      timezone: 'America/New_York',
    });
    await insertLogin(deps.db, { email, accountId, userId });
    const { rows: seats } = await deps.pool.query<{ id: string }>(
      `update seats set status = 'used', user_id = $2
        where account_id = $1 and id = (
          -- One that had someone has their number.
          select id from seats s where account_id = $1 and status = 'available'
             and not exists (select from numbers n where n.account_id = s.account_id and n.seat_id = s.id) limit 1)
       returning id`,
      [accountId, userId],
    );
    const { id_token: token } = await startSession(deps.db, { accountId, userId, userAgent: null }, deps);
    const colleague = client(token);
    // Hundreds of tests have colleagues: what is for sale, and what comes of it, is known without asking.
    const areaCode = areaCodeOf(nextPerson());
    const number = numbersForSale(areaCode).find((phone) => !twilio.state.owned.has(phone));
    if (number === undefined) throw new Error(`No number is for sale in ${areaCode}`);
    await colleague.call(routes.buyPhoneNumber, { body: { phoneNumber: number } });
    const { linkStatus } = await colleague.call(routes.checkLinkStatus, {});
    if (linkStatus !== 'linked') throw new Error(`The number was not linked: ${linkStatus}`);
    return { ...colleague, token, accountId, userId, seatId: seats[0]?.id ?? '', number };
  }

  const makeRecruiter = peopleMaker({ deps, twilio }, () => signUp(url));
  const makeNewcomer = peopleMaker({ deps, twilio }, async () => {
    const person = await signUpOnly(url);
    const { id: userId, accountId } = await person.call(routes.getUser, {});
    return { ...person, accountId, userId, seatId: '', number: '' };
  });

  return {
    url,
    deps,
    clock,
    twilio,
    logged,
    anonymous,
    client,
    signUp: async () => {
      const person = await makeRecruiter();
      return { ...person, ...client(person.token) };
    },
    signUpOnly: async () => {
      const { token } = await makeNewcomer();
      return { ...client(token), token };
    },
    addColleague,
    stop: async () => {
      await running.close();
      if (options.twilio === undefined) await twilio.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const PATIENCE_MS = 90_000;
/** Asking keeps the cores busy that others wait for: what takes longer is asked for less often. */
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/** Until the assertions hold: for what happens after the reply. */
export async function eventually<T>(assert: () => T | Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (;;)
    try {
      return await assert();
    } catch (error) {
      const waitedMs = performance.now() - startedAt;
      if (waitedMs > PATIENCE_MS) throw error;
      await wait(Math.min(Math.max(waitedMs / 5, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
    }
}

let numbers = 0;

/** A person's phone that no other test has; in Chicago. */
export function candidatePhone(): string {
  numbers += 1;
  return `+1312${String(2_000_000 + numbers)}`;
}
