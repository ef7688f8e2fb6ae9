import { describe, expect, it } from 'vitest';
import { AtsUnavailable, KeyRefused, RightsMissing } from './failures.ts';
import { capabilitiesOf } from './port.ts';
import { atsNotesSuite, atsStagesSuite } from './suite-changes.ts';
import { atsDetailsSuite } from './suite-details.ts';
import {
  type AtsSubject,
  addPeople,
  failureOf,
  setUp,
  withOddRecord,
  withWrongKey,
} from './suite-harness.ts';
import { atsInterviewsSuite, atsNewHiresSuite } from './suite-interviews.ts';
import { atsPeopleSuite } from './suite-people.ts';
import { atsQueueSuite, atsWebhooksSuite } from './suite-webhooks.ts';

/** What every connector must do, whatever its system. Each runs it against its fake. */
export function atsSuite(subject: AtsSubject): void {
  const { connector, facts } = subject;

  describe(`${connector.name}: the connection`, () => {
    it('is tested', async () => {
      const bench = await setUp(subject);
      const { atsAccountId } = await connector.test(bench.api);
      expect(atsAccountId).not.toBe('');
      expect(bench.fake.misuse).toEqual([]);
    });

    it('with a wrong key is refused', async () => {
      const bench = await setUp(subject);
      const api = bench.makeApi({ access: withWrongKey(bench) });
      expect(await failureOf(connector.test(api), bench)).toBeInstanceOf(KeyRefused);
    });

    it('with a revoked key is refused', async () => {
      const bench = await setUp(subject);
      await connector.test(bench.api);
      bench.fake.faults.revokeKey();
      expect(await failureOf(connector.test(bench.api), bench)).toBeInstanceOf(KeyRefused);
      const list = connector.listPeople(bench.api, { since: null, cursor: null });
      expect(await failureOf(list, bench)).toBeInstanceOf(KeyRefused);
    });

    it.each(facts.rights)('without $take says so', async ({ take, named }) => {
      const bench = await setUp(subject);
      bench.fake.faults.takeRight(take);
      const failure = await failureOf(connector.test(bench.api), bench);
      expect(failure).toBeInstanceOf(RightsMissing);
      expect((failure as RightsMissing).missing.join()).toMatch(named);
    });

    it.runIf(connector.credentials.some(({ field }) => field === 'subdomain'))(
      'asks no one at an invalid subdomain',
      async () => {
        const bench = await setUp(subject);
        const credentials = { ...bench.fake.access.credentials, subdomain: 'evil.example/x?' };
        const api = bench.makeApi({ access: { ...bench.fake.access, credentials } });
        expect(await failureOf(connector.test(api), bench)).toBeInstanceOf(KeyRefused);
        expect(bench.fake.requests).toEqual([]);
      },
    );

    it('asks for the credentials that the fake takes', async () => {
      const { fake } = await setUp(subject);
      const fields = connector.credentials.map(({ field }) => field);
      const required = connector.credentials.filter((each) => each.required).map(({ field }) => field);
      expect(fields).toEqual(expect.arrayContaining(Object.keys(fake.access.credentials)));
      expect(Object.keys(fake.access.credentials)).toEqual(expect.arrayContaining(required));
    });

    it('offers what the fake returns', async () => {
      const { fake } = await setUp(subject);
      const { interviews, newHires, webhooks } = capabilitiesOf(connector);
      expect({ interviews, newHires, webhooks }).toEqual({
        interviews: fake.addInterview !== null,
        newHires: fake.addNewHire !== null,
        webhooks: fake.webhooks !== null,
      });
    });
  });

  describe(`${connector.name}: a read`, () => {
    const firstPage = { since: null, cursor: null };

    it('waits when throttled', async () => {
      const bench = await setUp(subject);
      const person = bench.fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@a.example' });
      const before = bench.clock.now().getTime();
      bench.fake.faults.next({ kind: 'throttled', waitSeconds: 3 });
      const { people } = await connector.listPeople(bench.api, firstPage);
      expect(people.map(({ externalId }) => externalId)).toEqual([person.externalId]);
      expect(bench.clock.now().getTime() - before).toBeGreaterThanOrEqual(3000);
    });

    it('gives up when the wait is too long', async () => {
      const bench = await setUp(subject);
      const before = bench.clock.now().getTime();
      bench.fake.faults.next({ kind: 'throttled', waitSeconds: 60 }, { times: 100 });
      const failure = await failureOf(connector.listPeople(bench.api, firstPage), bench);
      expect(failure).toBeInstanceOf(AtsUnavailable);
      expect((failure as AtsUnavailable).waitMs).toBeGreaterThan(15_000);
      expect(bench.clock.now().getTime() - before).toBeLessThan(15_000);
    });

    it.each([{ kind: 'lostAnswer' }, { kind: 'down' }, { kind: 'html' }] as const)(
      'is repeated after: $kind',
      async (fault) => {
        const bench = await setUp(subject);
        const person = bench.fake.addPerson({ firstName: 'Ana', lastName: 'Ruiz', email: 'ana@a.example' });
        bench.fake.faults.next(fault, { times: 2 });
        const { people } = await connector.listPeople(bench.api, firstPage);
        expect(people.map(({ externalId }) => externalId)).toEqual([person.externalId]);
      },
    );

    it.each([{ kind: 'lostAnswer' }, { kind: 'down' }, { kind: 'html' }] as const)(
      'ends when it goes on: $kind',
      async (fault) => {
        const bench = await setUp(subject);
        bench.fake.faults.next(fault, { times: 100 });
        expect(await failureOf(connector.test(bench.api), bench)).toBeInstanceOf(AtsUnavailable);
        expect(await failureOf(connector.listPeople(bench.api, firstPage), bench)).toBeInstanceOf(
          AtsUnavailable,
        );
      },
    );

    it('ends when no answer comes', async () => {
      const bench = await setUp(subject);
      await connector.test(bench.api);
      bench.fake.faults.next({ kind: 'hang' }, { times: 100 });
      const api = bench.makeApi({ hurried: true });
      expect(await failureOf(connector.listPeople(api, firstPage), bench)).toBeInstanceOf(AtsUnavailable);
    });

    it('ends when no one is there', async () => {
      const bench = await setUp(subject);
      const api = bench.makeApi({ baseUrl: 'http://127.0.0.1:1' });
      expect(await failureOf(connector.listPeople(api, firstPage), bench)).toBeInstanceOf(AtsUnavailable);
    });
  });

  describe.runIf(connector.signIn.newTokens !== null && connector.signIn.keyIsSent !== true)(
    `${connector.name}: tokens`,
    () => {
      it('that are refused are replaced', async () => {
        const bench = await setUp(subject);
        await connector.test(bench.api);
        expect(bench.renewals()).toBe(1);
        bench.fake.faults.expireTokens?.();
        await connector.listPeople(bench.api, { since: null, cursor: null });
        expect(bench.renewals()).toBe(2);
      });

      it('that end in the middle of a list are replaced', async () => {
        const bench = await setUp(subject);
        addPeople(bench, facts.overOnePage);
        const first = await connector.listPeople(bench.api, { since: null, cursor: null });
        bench.fake.faults.expireTokens?.();
        bench.clock.advance(48 * 60 * 60 * 1000);
        const second = await connector.listPeople(bench.makeApi(), { since: null, cursor: first.next });
        expect(second.people.length).toBeGreaterThan(0);
      });

      it('are got once by calls at the same time', async () => {
        const bench = await setUp(subject);
        await Promise.all([connector.listJobs(bench.api), connector.test(bench.api)]);
        expect(bench.renewals()).toBe(1);
      });
    },
  );

  describe.runIf(facts.withoutJobs !== true)(`${connector.name}: jobs`, () => {
    it('are listed with their managers', async () => {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Zimmermädchen 客房', hiringManagerEmail: 'Mo@corp.example' });
      const jobs = await connector.listJobs(bench.api);
      const found = jobs.find(({ externalId }) => externalId === job.externalId);
      expect(found).toMatchObject({ name: 'Zimmermädchen 客房', status: 'open' });
      if (found?.hiringManagerEmails) expect(found.hiringManagerEmails).toEqual(['mo@corp.example']);
      expect(bench.fake.misuse).toEqual([]);
    });

    it("that can't be read are set aside, and the others are read", async () => {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Driver' });
      bench.fake.addJob({ name: 'Nurse' });
      bench.fake.faults.next({ kind: 'changed', change: withOddRecord }, { times: 1000, on: 'read' });
      const jobs = await connector.listJobs(bench.api);
      expect(jobs.map(({ externalId }) => externalId)).toContain(job.externalId);
      expect(bench.api.records.setAside.some(({ kind }) => kind === 'job')).toBe(true);
      const stages = (await connector.listStages?.(bench.api)) ?? [];
      if (job.stages.length > 0) expect(stages.length).toBeGreaterThan(0);
    });

    it.runIf(connector.listStages !== null)('have stages in order', async () => {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Driver' });
      const stages = (await connector.listStages?.(bench.api)) ?? [];
      const found = stages
        .filter(({ jobExternalId }) => jobExternalId === job.externalId || jobExternalId === null)
        .sort((a, b) => a.order - b.order)
        .map(({ externalId, name, kind }) => ({ externalId, name, kind }));
      expect(job.stages.length).toBeGreaterThan(0);
      expect(found).toEqual(job.stages);
      expect(bench.fake.misuse).toEqual([]);
    });
  });

  atsPeopleSuite(subject);
  atsDetailsSuite(subject);
  atsInterviewsSuite(subject);
  atsNewHiresSuite(subject);
  atsNotesSuite(subject);
  atsStagesSuite(subject);
  atsWebhooksSuite(subject);
  atsQueueSuite(subject);
}
