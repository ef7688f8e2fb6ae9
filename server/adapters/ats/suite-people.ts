import { describe, expect, it } from 'vitest';
import type { PeoplePage } from './port.ts';
import {
  type AtsSubject,
  addPeople,
  calling,
  readPeople,
  readPerson,
  setUp,
  withOddRecord,
} from './suite-harness.ts';

const ZOE = {
  firstName: 'Zoë',
  lastName: 'O’Connor-Łukasz 李',
  email: 'zoe@people.example',
  phones: ['(312) 555-0142', '+44 20 7946 0958', '312.555.0199'],
};

export function atsPeopleSuite(subject: AtsSubject): void {
  const { connector, facts } = subject;
  const everyone = { since: null, cursor: null };

  describe(`${connector.name}: people`, () => {
    it('are listed as they are, with their application', async () => {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Nurse' });
      const added = bench.fake.addPerson({ ...ZOE, job });
      const { people } = await connector.listPeople(bench.api, everyone);
      const stage = job.stages[0];
      expect(people).toHaveLength(1);
      expect(people[0]).toMatchObject({
        externalId: added.externalId,
        firstName: ZOE.firstName,
        lastName: ZOE.lastName,
        emails: [ZOE.email],
        phones: facts.phones === 'all' ? ZOE.phones : ZOE.phones.slice(0, 1),
        applications: [
          {
            externalId: added.applicationExternalId,
            jobExternalId: job.externalId,
            jobName: 'Nurse',
            ...(stage && { stageExternalId: stage.externalId, stageName: stage.name }),
            status: 'active',
          },
        ].slice(0, added.applicationExternalId === null ? 0 : 1),
      });
      expect(await readPerson(bench, added.externalId)).toEqual(people[0]);
      expect(bench.fake.misuse).toEqual([]);
    });

    it("that can't be read are set aside, and the others are read", async () => {
      const bench = await setUp(subject);
      const added = addPeople(bench, 2).map(({ externalId }) => externalId);
      bench.fake.faults.next({ kind: 'changed', change: withOddRecord }, { times: 1000, on: 'read' });
      const found: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const page: PeoplePage = await connector.listPeople(bench.api, { since: null, cursor });
        found.push(...page.people.map(({ externalId }) => externalId));
        cursor = page.next;
        if (cursor === null) break;
      }
      expect(found.sort()).toEqual(added.sort());
      expect(bench.api.records.setAside.length).toBeGreaterThan(0);
      expect(bench.api.records.setAside[0]).toMatchObject({ externalId: null, name: null, field: 'the top' });
    });

    it('may have no phone and no email', async () => {
      const bench = await setUp(subject);
      const { externalId } = bench.fake.addPerson({ firstName: 'Bo', lastName: '王' });
      const [page] = await readPeople(bench, null);
      const person = page?.people.find((each) => each.externalId === externalId);
      expect(person).toMatchObject({ firstName: 'Bo', lastName: '王', emails: [], phones: [] });
    });

    it('come in pages, each of them once, over restarts', async () => {
      const bench = await setUp(subject);
      const added = addPeople(bench, facts.overOnePage);
      const pages = await readPeople(bench, null);
      const ids = pages.flatMap(({ people }) => people.map(({ externalId }) => externalId));
      expect(pages.length).toBeGreaterThan(1);
      expect([...new Set(ids)].sort()).toEqual(added.map(({ externalId }) => externalId).sort());
      expect(ids.length).toBe(new Set(ids).size);
      expect(bench.fake.misuse).toEqual([]);
    });

    it('come again when a page is asked for again', async () => {
      const bench = await setUp(subject);
      addPeople(bench, facts.overOnePage);
      const { next: cursor } = await connector.listPeople(bench.api, everyone);
      const asked = () => connector.listPeople(bench.makeApi(), { since: null, cursor });
      expect(cursor).not.toBeNull();
      expect(await asked()).toEqual(await asked());
    });

    it('are listed again when they changed', async () => {
      const bench = await setUp(subject);
      const [ana, bo] = addPeople(bench, 2);
      bench.clock.advance(60_000);
      const since = bench.clock.now();
      bench.fake.changePerson(ana?.externalId ?? '', { phones: ['+1 415 555 0111'], lastName: 'Díaz' });
      const people = (await readPeople(bench, since)).flatMap((page) => page.people);
      const changed = people.find(({ externalId }) => externalId === ana?.externalId);
      expect(changed).toMatchObject({ lastName: 'Díaz', phones: ['+1 415 555 0111'] });
      const ids = people.map(({ externalId }) => externalId);
      expect(ids.includes(bo?.externalId ?? '')).toBe(!facts.tellsChangedSince);
      expect(bench.fake.misuse).toEqual([]);
    });

    it('are listed again when they were moved', async () => {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Nurse' });
      const to = job.stages[1];
      const added = bench.fake.addPerson({ ...ZOE, job });
      if (to === undefined || added.applicationExternalId === null) return expect(job.stages).toEqual([]);
      bench.clock.advance(60_000);
      const since = bench.clock.now();
      bench.fake.move(added.applicationExternalId, to.externalId);
      const people = (await readPeople(bench, since)).flatMap((page) => page.people);
      const moved = people.findLast(({ externalId }) => externalId === added.externalId);
      expect(moved?.applications).toMatchObject([{ stageExternalId: to.externalId, stageName: to.name }]);
    });

    it('are hired in a stage for that', async () => {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Nurse' });
      const hired = job.stages.find(({ kind }) => kind === 'hired');
      const added = bench.fake.addPerson({ ...ZOE, job });
      if (hired === undefined || added.applicationExternalId === null)
        return expect(job.stages.filter(({ kind }) => kind === 'hired')).toEqual([]);
      bench.fake.move(added.applicationExternalId, hired.externalId);
      const { applications } = await readPerson(bench, added.externalId);
      expect(applications).toMatchObject([{ status: 'hired' }]);
    });

    it('who were deleted are gone', async () => {
      const bench = await setUp(subject);
      const [ana] = addPeople(bench, 2);
      bench.clock.advance(60_000);
      const since = bench.clock.now();
      bench.fake.deletePerson(ana?.externalId ?? '');
      expect(await connector.readPerson(bench.api, ana?.externalId ?? '')).toBeNull();
      const pages = await readPeople(bench, since);
      const ids = pages.flatMap((page) => page.people.map(({ externalId }) => externalId));
      expect(ids).not.toContain(ana?.externalId);
      if (facts.tellsDeleted) expect(pages.flatMap((page) => page.deleted)).toEqual([ana?.externalId]);
      expect(bench.fake.misuse).toEqual([]);
    });

    it('who were merged are one', async () => {
      const bench = await setUp(subject);
      const [ana, bo] = addPeople(bench, 2);
      if (bench.fake.mergePeople === null) return;
      bench.fake.mergePeople(ana?.externalId ?? '', bo?.externalId ?? '');
      const kept = await readPerson(bench, bo?.externalId ?? '');
      expect(kept.externalId).toBe(bo?.externalId);
      const merged = await connector.readPerson(bench.api, ana?.externalId ?? '');
      expect(merged?.externalId ?? null).not.toBe(ana?.externalId);
    });
  });

  describe.runIf(connector.findByEmail !== null)(`${connector.name}: people by email`, () => {
    it.each(['ana@people.example', "o'neil+texts@people.example"])('%s', async (email) => {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Nurse' });
      bench.fake.addPerson({ firstName: 'Dana', lastName: 'Ruiz', email: `d${email}`, job });
      const ana = bench.fake.addPerson({
        firstName: 'Ana',
        lastName: 'Ruiz',
        email,
        phones: ['3125550142'],
        job,
      });
      bench.fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', email: `${email}.example`, job });
      const found = await calling(connector.findByEmail)(bench.api, email);
      expect(found).toEqual([await readPerson(bench, ana.externalId)]);
      expect(found[0]?.phones).toEqual(['3125550142']);
      expect(await calling(connector.findByEmail)(bench.api, 'unknown@people.example')).toEqual([]);
      expect(bench.fake.misuse).toEqual([]);
    });
  });

  describe.runIf(connector.findByPhone !== null)(`${connector.name}: people by phone`, () => {
    it.each(['(312) 555-0142', '312-555-0142', '+13125550142', '3125550142', '1 312 555 0142'])(
      'written as %s',
      async (written) => {
        const bench = await setUp(subject);
        const ana = bench.fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', phones: [written] });
        bench.fake.addPerson({ firstName: 'Bo', lastName: 'Ruiz', phones: ['(312) 555-0143'] });
        const found = await calling(connector.findByPhone)(bench.api, '+13125550142');
        expect(found.map(({ externalId }) => externalId)).toEqual([ana.externalId]);
        expect(await calling(connector.findByPhone)(bench.api, '+13125550199')).toEqual([]);
        expect(bench.fake.misuse).toEqual([]);
      },
    );
  });
}
