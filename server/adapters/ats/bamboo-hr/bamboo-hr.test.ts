import { describe, expect, it } from 'vitest';
import { RefusedByAts } from '../failures.ts';
import { startFakeBambooHr } from '../fakes/fake-bamboo-hr.ts';
import { atsSuite } from '../suite.ts';
import { type AtsSubject, calling, failureOf, readPeople, setUp } from '../suite-harness.ts';
import { bambooHr } from './bamboo-hr.ts';

const subject: AtsSubject = {
  connector: bambooHr,
  startFake: startFakeBambooHr,
  facts: {
    rights: [{ take: 'ATS settings', named: /ATS settings/ }],
    overOnePage: 30,
    phones: 'first',
    tellsChangedSince: false,
    tellsDeleted: false,
    tellsInterviewZone: false,
    webhooksTell: 'newHires',
  },
};

atsSuite(subject);

describe('BambooHR, its own way', () => {
  const everyone = { since: null, cursor: null };

  it('waits after 503 too, when given a wait time', async () => {
    const bench = await setUp({
      ...subject,
      startFake: (clock) => startFakeBambooHr(clock, { throttledWith: 503 }),
    });
    const person = bench.fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const before = bench.clock.now().getTime();
    bench.fake.faults.next({ kind: 'throttled', waitSeconds: 4 });
    await bambooHr.listPeople(bench.api, everyone);
    expect(bench.clock.now().getTime() - before).toBeGreaterThanOrEqual(4000);
    const note = {
      personExternalId: person.externalId,
      applicationExternalId: null,
      body: 'Hi (ref-1)',
      reference: 'ref-1',
      authorEmail: null,
    };
    bench.fake.faults.next({ kind: 'throttled', waitSeconds: 1 }, { on: 'write' });
    await calling(bambooHr.writeNote)(bench.api, note);
    expect(bench.fake.notesOf(person.externalId)).toEqual([note.body]);
  });

  it('gives the reason in a header, over an empty body', async () => {
    const bench = await setUp(subject);
    const { externalId } = bench.fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    const move = {
      personExternalId: externalId,
      applicationExternalId: externalId,
      jobExternalId: null,
      fromStageId: '1',
      toStageId: '14',
      byEmail: null,
    };
    const failure = await failureOf(calling(bambooHr.moveStage)(bench.api, move), bench);
    expect((failure as RefusedByAts).reason).toBe('Invalid status');
    expect(failure).toBeInstanceOf(RefusedByAts);
  });

  it.each(['', 'acme.evil', 'acme/x', 'acme@evil', '-acme', 'acme:1', 'ACME', 'a'.repeat(64)])(
    'asks no one at the subdomain "%s"',
    async (subdomain) => {
      const bench = await setUp(subject);
      const credentials = { ...bench.fake.access.credentials, subdomain };
      const api = bench.makeApi({ access: { ...bench.fake.access, credentials } });
      await failureOf(bambooHr.test(api), bench);
      expect(bench.fake.requests).toEqual([]);
    },
  );

  it('reads on in what was changed last only while a page has changes', async () => {
    const bench = await setUp(subject);
    const people = Array.from({ length: 60 }, (_, index) =>
      bench.fake.addPerson({ firstName: `Ana${index}`, lastName: 'Ruiz' }),
    );
    bench.clock.advance(60_000);
    const since = bench.clock.now();
    const fresh = bench.fake.addPerson({ firstName: 'Bo', lastName: 'Ruiz' });
    bench.fake.move(people[3]?.externalId ?? '', '2');
    const pages = await readPeople(bench, since);
    const found = pages.flatMap((page) => page.people.map(({ externalId }) => externalId));
    expect(found).toEqual(expect.arrayContaining([fresh.externalId, people[3]?.externalId]));
    // The new one, a page with the moved one, and a page without a change.
    expect(pages.map((page) => page.people.length)).toEqual([1, 25, 25]);
  });

  it('leaves out employees without a first day', async () => {
    const bench = await setUp(subject);
    const person = bench.fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz' });
    calling(bench.fake.addNewHire)({ person, startsOn: '0000-00-00' });
    const { newHires } = await calling(bambooHr.listNewHires)(bench.api, everyone);
    expect(newHires).toEqual([]);
  });

  it('lists jobs without the right to see employees', async () => {
    const bench = await setUp(subject);
    bench.fake.addJob({ name: 'Nurse', hiringManagerEmail: 'mo@corp.example' });
    bench.fake.faults.takeRight('employees');
    expect(await bambooHr.listJobs(bench.api)).toMatchObject([{ name: 'Nurse', hiringManagerEmails: [] }]);
    const hires = calling(bambooHr.listNewHires)(bench.api, everyone);
    expect((await failureOf(hires, bench)).message).toMatch(/Employees/);
  });
});
