import { expect, onTestFinished } from 'vitest';
import type { AtsApi } from './api.ts';
import { createAtsApi } from './create-api.ts';
import { type FakeAts, FakeClock, type FakePerson } from './fakes/fake-ats.ts';
import { createAtsPacer } from './pacer.ts';
import type { AtsAccess, AtsConnector, AtsPerson, PeoplePage } from './port.ts';

/** What the suite needs to hold in its hands to examine one connector. */
export interface AtsSubject<F extends FakeAts = FakeAts> {
  connector: AtsConnector;
  startFake(clock: FakeClock): Promise<F>;
  facts: AtsFacts;
}

/** Where systems differ in what they return. */
export interface AtsFacts {
  /** Each right that `test` must miss, by its name in the fake's routes, and how the connector names it. */
  rights: readonly { take: string; named: RegExp }[];
  /** So many people make more than one page. */
  overOnePage: number;
  phones: 'all' | 'first';
  /** False: every list is the whole list. */
  tellsChangedSince: boolean;
  /** A list of what changed names those who were deleted. */
  tellsDeleted: boolean;
  tellsInterviewZone: boolean;
  /** People belong to no job there. */
  withoutJobs?: true;
  /** Of new hires only. Without: of people. */
  webhooksTell?: 'newHires';
}

export const START = new Date('2026-11-02T15:00:00Z');
const HANG_MS = 150;

export interface Bench<F extends FakeAts = FakeAts> {
  connector: AtsConnector;
  facts: AtsFacts;
  fake: F;
  clock: FakeClock;
  /** As after a restart: nothing is remembered but what is stored. */
  makeApi(options?: { access?: AtsAccess; baseUrl?: string; hurried?: true }): AtsApi;
  api: AtsApi;
  /** How often new tokens were asked for. */
  renewals(): number;
}

export async function setUp<F extends FakeAts>({
  connector,
  startFake,
  facts,
}: AtsSubject<F>): Promise<Bench<F>> {
  const clock = new FakeClock(START);
  const fake = await startFake(clock);
  onTestFinished(() => fake.stop());
  let stored: AtsAccess = fake.access;
  let renewals = 0;

  const makeApi: Bench['makeApi'] = ({ access = stored, baseUrl = fake.url, hurried } = {}) => {
    const deps = {
      baseUrl,
      connectionId: 'connection',
      pacer: createAtsPacer(),
      now: clock.now,
      sleep: clock.sleep,
      random: () => 0.5,
      ...(hurried && { timeLimitMs: HANG_MS }),
    };
    const withoutTokens = () => Promise.reject(new Error('Getting tokens must not need tokens'));
    return createAtsApi(connector, access, {
      ...deps,
      renewTokens: async (refused) => {
        renewals += 1;
        const asking = createAtsApi(connector, refused, { ...deps, renewTokens: withoutTokens });
        const tokens = (await connector.signIn.newTokens?.(asking, refused)) ?? null;
        stored = { ...refused, tokens };
        return stored;
      },
    });
  };
  return { connector, facts, fake, clock, makeApi, api: makeApi(), renewals: () => renewals };
}

/** How a call fails, and that the failure reveals no one's key or address. */
export async function failureOf(call: Promise<unknown>, { fake }: Bench): Promise<Error> {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('It was expected to fail');
  const printed = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`;
  for (const secret of Object.values(fake.access.credentials)) expect(printed).not.toContain(secret);
  expect(printed).not.toMatch(/[\w.+']+@[\w.]+\.example/);
  return failure;
}

/** As the last event is delivered now. */
export function lastDelivery(fake: FakeAts) {
  const entry = fake.webhooks?.outbox.entries.at(-1);
  if (entry === undefined) throw new Error('Nothing was delivered');
  const now = fake.clock.now();
  return { ...entry.sign(now), access: fake.access, now };
}

export function withWrongKey({ connector, fake }: Bench): AtsAccess {
  const secret = new Set(connector.credentials.filter((each) => each.secret).map(({ field }) => field));
  const credentials = Object.fromEntries(
    Object.entries(fake.access.credentials).map(([field, value]) => [
      field,
      secret.has(field) ? `x${value.slice(1)}x` : value,
    ]),
  );
  return { ...fake.access, credentials, tokens: null };
}

export function addPeople({ fake }: Bench, count: number): FakePerson[] {
  const job = fake.addJob({ name: 'Warehouse' });
  return Array.from({ length: count }, (_, index) =>
    fake.addPerson({ firstName: `Ana${index}`, lastName: 'Ruiz', email: `ana${index}@many.example`, job }),
  );
}

/** Page after page, each after a restart. */
export async function readPeople(bench: Bench, since: Date | null): Promise<PeoplePage[]> {
  const pages: PeoplePage[] = [];
  let cursor: string | null = null;
  do {
    const page: PeoplePage = await bench.connector.listPeople(bench.makeApi(), { since, cursor });
    pages.push(page);
    cursor = page.next;
    if (pages.length > 100) throw new Error('The pages never end');
  } while (cursor !== null);
  return pages;
}

export async function readPerson(bench: Bench, externalId: string): Promise<AtsPerson> {
  const person = await bench.connector.readPerson(bench.api, externalId);
  if (person === null) throw new Error('There is no such person');
  return person;
}

const LISTS = [
  'data',
  'results',
  'content',
  'candidates',
  'applications',
  'jobs',
  'stages',
  'pipeline',
  'events',
  'employees',
];

/** A list with something in it that is no record. */
export function withOddRecord(body: unknown): unknown {
  if (Array.isArray(body)) return body.length === 0 ? body : [...body, null];
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) =>
      name === 'edges' || (LISTS.includes(name) && typeof value === 'object')
        ? [name, withOddRecord(value)]
        : [name, value],
    ),
  );
}

/** The call, where the connector has it; the suite of it runs only then. */
export function calling<T>(call: T | null): T {
  if (call === null) throw new Error('The connector lacks this call');
  return call;
}

export const writesIn = ({ fake }: Bench, body: string) =>
  fake.requests.filter((request) => JSON.stringify(request.body ?? '').includes(body)).length;
