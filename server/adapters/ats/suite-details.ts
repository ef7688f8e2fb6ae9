import { describe, expect, it } from 'vitest';
import type { AtsApi } from './api.ts';
import { type AtsSubject, type Bench, START, setUp } from './suite-harness.ts';

const HOUR = 60 * 60 * 1000;
/** Calls about one record, by their routes in the fakes. */
const DETAILS =
  /\/:(?:id|candidate|shortcode)(?:\/(?:interviews|offers|stages|hiring-team|jobs\/:jobId))?$|\.info$|Stage\.list$/;

type List = (bench: Bench, api: AtsApi) => Promise<unknown[]>;

async function allOf<T>(readPage: (cursor: string | null) => Promise<{ items: T[]; next: string | null }>) {
  const all: T[] = [];
  for (let cursor: string | null = null; ; ) {
    const { items, next }: { items: T[]; next: string | null } = await readPage(cursor);
    all.push(...items);
    if (next === null) return all;
    cursor = next;
  }
}

const LISTS: [string, List][] = [
  ['jobs', ({ connector }, api) => connector.listJobs(api)],
  ['stages', async ({ connector }, api) => (await connector.listStages?.(api)) ?? []],
  ...[null, new Date(START.getTime() - HOUR)].map((since): [string, List] => [
    since === null ? 'people' : 'people who changed',
    ({ connector }, api) =>
      allOf(async (cursor) => {
        const { people, next } = await connector.listPeople(api, { since, cursor });
        return { items: people, next };
      }),
  ]),
  [
    'new hires',
    ({ connector }, api) =>
      allOf(async (cursor) => {
        const page = await connector.listNewHires?.(api, { since: null, cursor });
        return { items: page?.newHires ?? [], next: page?.next ?? null };
      }),
  ],
];

/** What a system refuses to return of one record, or has lost since it listed it, keeps no other from being read. */
export function atsDetailsSuite(subject: AtsSubject): void {
  const { connector } = subject;

  const lists = LISTS.filter(
    ([what]) =>
      (what !== 'jobs' || subject.facts.withoutJobs !== true) &&
      (what !== 'stages' || connector.listStages !== null) &&
      (what !== 'new hires' || connector.listNewHires !== null),
  );
  describe.each(lists)(`${connector.name}: %s`, (what, list) => {
    it.each(['refused', 'gone'] as const)('are read, also if the details of one are %s', async (kind) => {
      const bench = await setUp(subject);
      fill(bench);
      const clean = await list(bench, bench.makeApi());
      bench.fake.faults.next({ kind }, { on: 'read', path: DETAILS });
      const api = bench.makeApi();
      const found = await list(bench, api);
      // All jobs may have the same stages.
      if (what !== 'stages') expect(found.length).toBeGreaterThanOrEqual(clean.length - 1);
      // One that is gone is no one's to look for.
      if (kind === 'gone') expect(api.records.setAside).toEqual([]);
      else if (found.length < clean.length) expect(api.records.setAside.length).toBeGreaterThan(0);
    });
  });
}

function fill({ fake, facts }: Bench): void {
  const [job] = facts.withoutJobs ? [] : ['Nurse', 'Driver'].map((name) => fake.addJob({ name }));
  const people = ['Ana', 'Bo', 'Cem'].map((firstName) =>
    fake.addPerson({ firstName, lastName: 'Ruiz', email: `${firstName}@a.example`, ...(job && { job }) }),
  );
  for (const person of people) fake.addNewHire?.({ person, startsOn: '2026-12-01' });
}
