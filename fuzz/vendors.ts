import fc from 'fast-check';
import { createAtsApi } from '../server/adapters/ats/create-api.ts';
import { AtsFailure } from '../server/adapters/ats/failures.ts';
import { startFakeAshby } from '../server/adapters/ats/fakes/fake-ashby.ts';
import { type FakeAts, FakeClock } from '../server/adapters/ats/fakes/fake-ats.ts';
import { startFakeBambooHr } from '../server/adapters/ats/fakes/fake-bamboo-hr.ts';
import { startFakeBreezy } from '../server/adapters/ats/fakes/fake-breezy.ts';
import { startFakeBullhorn } from '../server/adapters/ats/fakes/fake-bullhorn.ts';
import { startFakeGreenhouse } from '../server/adapters/ats/fakes/fake-greenhouse.ts';
import { startFakeGreenhouseOnboarding } from '../server/adapters/ats/fakes/fake-greenhouse-onboarding.ts';
import { startFakeJazzHr } from '../server/adapters/ats/fakes/fake-jazz-hr.ts';
import { startFakeLever } from '../server/adapters/ats/fakes/fake-lever.ts';
import { startFakeSmartRecruiters } from '../server/adapters/ats/fakes/fake-smart-recruiters.ts';
import { startFakeTeamtailor } from '../server/adapters/ats/fakes/fake-teamtailor.ts';
import { startFakeWorkable } from '../server/adapters/ats/fakes/fake-workable.ts';
import { createAtsPacer } from '../server/adapters/ats/pacer.ts';
import type { AtsConnector } from '../server/adapters/ats/port.ts';
import { START, walkOn } from '../server/features/ats/run-bounds.ts';
import { ATS_CONNECTORS } from '../server/vendors/ats-connectors.ts';

/*
 * Random changes to the answers of the eleven systems, through every list of their connectors. A list must end within bounds, fail only
 * in the ways that the port names, and read what is unchanged.
 */

export const FAKES: Record<AtsConnector['type'], (clock: FakeClock) => Promise<FakeAts>> = {
  greenhouse: startFakeGreenhouse,
  greenhouseOnboarding: startFakeGreenhouseOnboarding,
  lever: startFakeLever,
  ashby: startFakeAshby,
  bambooHr: startFakeBambooHr,
  bullhorn: startFakeBullhorn,
  smartRecruiters: startFakeSmartRecruiters,
  workable: startFakeWorkable,
  teamtailor: startFakeTeamtailor,
  breezy: startFakeBreezy,
  jazzHr: startFakeJazzHr,
};
const NOW = new Date('2026-11-02T15:00:00Z');
const HOUR = 3600_000;
/** Of one case, with all its lists. */
const MOST_MS = 20_000;
const BUDGET = { calls: 400, bytes: 20_000_000, ms: 10_000 };

const value = fc.oneof(
  fc.constantFrom(null, undefined, 0, -1, 1e300, Number.MAX_SAFE_INTEGER, '', ' ', '0', 'null', true, {}, []),
  fc.string(),
  fc.integer(),
  fc.constantFrom('x'.repeat(100_000), '\u0000', '\ud800', '9999-99-99', '<b>', '__proto__'),
  fc.jsonValue(),
);

/** The change of an answer. `at`: the index of the changed value. */
export const Change = fc.record({
  kind: fc.constantFrom(
    'value',
    'value',
    'value',
    'missing',
    'odd',
    'twice',
    'html',
    'truncated',
    'text',
    'deep',
    'empty',
  ),
  at: fc.nat(400),
  value,
});
export type Change = typeof Change extends fc.Arbitrary<infer T> ? T : never;
/** One for each answer, repeating; null leaves it as it is. */
const Changes = fc.array(fc.option(Change, { freq: 2 }), { minLength: 1, maxLength: 6 });

export function changed(body: unknown, change: Change): unknown {
  switch (change.kind) {
    case 'html':
      return '<!doctype html><title>Maintenance</title>';
    case 'truncated':
      return JSON.stringify(body).slice(0, -3);
    case 'text':
      return change.value ?? 'OK';
    case 'deep':
      return `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    case 'empty':
      return {};
    default:
      return changedWithin(body, change);
  }
}

function changedWithin(body: unknown, { kind, at, value: to }: Change): unknown {
  const places: { holder: Record<string, unknown> | unknown[]; name: string }[] = [];
  const walk = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    for (const [name, inner] of Object.entries(each)) {
      places.push({ holder: each as Record<string, unknown>, name });
      walk(inner);
    }
  };
  walk(body);
  const place = places[at % Math.max(places.length, 1)];
  if (place === undefined) return to ?? null;
  const { holder, name } = place;
  if (Array.isArray(holder)) {
    if (kind === 'missing') holder.splice(Number(name), 1);
    else if (kind === 'odd') holder.push(to ?? null);
    else if (kind === 'twice') holder.push(structuredClone(holder[Number(name)]));
    else holder[Number(name)] = to ?? null;
  } else if (kind === 'missing') delete holder[name];
  else Object.defineProperty(holder, name, { value: to ?? null, enumerable: true, configurable: true });
  return body;
}

export async function fuzzVendor(
  connector: AtsConnector,
  { seed, numRuns }: { seed: number; numRuns: number },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(Changes, async (changes) => {
      const fake = await FAKES[connector.type](new FakeClock(NOW));
      try {
        await withinTime(connector.name, tryAll(connector, fake, changes));
        await readsTheOthers(connector, fake);
      } finally {
        await fake.stop();
      }
    }),
    { seed, numRuns },
  );
}

async function withinTime(name: string, work: Promise<void>): Promise<void> {
  const over = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${name}: no end within ${MOST_MS} ms`)), MOST_MS).unref();
  });
  await Promise.race([work, over]);
}

async function tryAll(connector: AtsConnector, fake: FakeAts, changes: (Change | null)[]): Promise<void> {
  const applications = fill(fake);
  let answers = 0;
  fake.faults.next(
    {
      kind: 'changed',
      change: (body) => {
        const change = changes[answers % changes.length] ?? null;
        answers += 1;
        return change === null ? body : changed(body, change);
      },
    },
    { times: Number.POSITIVE_INFINITY, on: 'read' },
  );
  const api = () => apiOf(connector, fake);
  const since = new Date(NOW.getTime() - HOUR);
  const lists: [string, (cursor: string | null) => Promise<{ ids: string[]; next: string | null }>][] = [
    ['jobs', async () => once((await connector.listJobs(api())).map(({ externalId }) => externalId))],
    [
      'stages',
      async () => once(((await connector.listStages?.(api())) ?? []).map(({ externalId }) => externalId)),
    ],
    ...[null, since].map((from): (typeof lists)[number] => [
      'people',
      async (cursor) => {
        const { people, next } = await connector.listPeople(api(), { since: from, cursor });
        return { ids: people.map(({ externalId }) => externalId), next };
      },
    ]),
    [
      'interviews',
      async (cursor) => {
        const page = await connector.listInterviews?.(api(), { startsAfter: NOW, cursor, applications });
        for (const { startsAt, endsAt } of page?.interviews ?? [])
          startsAt.toISOString() + endsAt.toISOString();
        return { ids: (page?.interviews ?? []).map((each) => each.externalId), next: page?.next ?? null };
      },
    ],
    [
      'new hires',
      async (cursor) => {
        const page = await connector.listNewHires?.(api(), { since: null, cursor });
        return { ids: (page?.newHires ?? []).map((each) => each.externalId), next: page?.next ?? null };
      },
    ],
    [
      'events',
      async (position) => {
        const batch = await connector.events?.poll(api(), position);
        return { ids: [], next: batch?.more ? batch.position : null };
      },
    ],
    ['a test', async () => once([(await connector.test(api())).atsAccountId])],
  ];
  for (const [what, readPage] of lists) {
    let walk = START;
    try {
      for (let cursor: string | null = null, pages = 0; pages < 30; pages += 1) {
        const { ids, next }: { ids: string[]; next: string | null } = await readPage(cursor);
        if (ids.some((id) => typeof id !== 'string')) throw new Error(`${what}: an ID that isn't text`);
        if (next === null) break;
        walk = walkOn(walk, { list: what, next, ids, bytes: 0 }, 0);
        cursor = next;
      }
    } catch (error) {
      if (error instanceof AtsFailure) continue;
      throw new Error(`${connector.name}, ${what}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
}

const once = (ids: string[]) => ({ ids, next: null });

/** People, an interview and a new hire, as far as the system has them. */
function fill(fake: FakeAts): string[] {
  const job = fake.addJob({ name: 'Nurse', hiringManagerEmail: 'mo@corp.example' });
  const people = ['Ana', 'Bo', 'Cem'].map((firstName) =>
    fake.addPerson({
      firstName,
      lastName: 'Ruiz',
      email: `${firstName}@a.example`,
      phones: ['+13125550142'],
      job,
    }),
  );
  for (const person of people) {
    fake.addInterview?.({
      person,
      title: 'Talk',
      startsAt: new Date(NOW.getTime() + 24 * HOUR),
      endsAt: new Date(NOW.getTime() + 25 * HOUR),
      timezone: 'America/Chicago',
      interviewer: { name: 'Mo Díaz', email: 'mo@corp.example' },
    });
  }
  const [first] = people;
  if (first !== undefined) fake.addNewHire?.({ person: first, startsOn: '2026-12-01' });
  return people.flatMap(({ applicationExternalId }) => applicationExternalId ?? []);
}

/** Once nothing is changed but for one that is no record on each page, everyone is read. */
async function readsTheOthers(connector: AtsConnector, fake: FakeAts): Promise<void> {
  fake.faults.clear();
  const found = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<AtsConnector['listPeople']>> = await connector.listPeople(
      apiOf(connector, fake),
      { since: null, cursor },
    );
    for (const { externalId } of page.people) found.add(externalId);
    cursor = page.next;
    if (cursor === null) break;
  }
  if (found.size < 3) throw new Error(`${connector.name}: ${found.size} of 3 people are read`);
}

function apiOf(connector: AtsConnector, fake: FakeAts) {
  const deps = {
    baseUrl: fake.url,
    connectionId: 'connection',
    pacer: createAtsPacer(),
    now: fake.clock.now,
    sleep: fake.clock.sleep,
    budget: BUDGET,
  };
  const never = () => Promise.reject(new Error('Getting tokens must not need tokens'));
  return createAtsApi(connector, fake.access, {
    ...deps,
    renewTokens: async (refused) => {
      const asking = createAtsApi(connector, refused, { ...deps, renewTokens: never });
      return { ...refused, tokens: (await connector.signIn.newTokens?.(asking, refused)) ?? null };
    },
  });
}

export const fuzzedVendors: readonly AtsConnector[] = ATS_CONNECTORS;
