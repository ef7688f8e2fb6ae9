import { describe, expect, it } from 'vitest';
import type { AtsInterview, AtsNewHire } from './port.ts';
import { type AtsSubject, type Bench, calling, START, setUp, withOddRecord } from './suite-harness.ts';

const HOUR = 60 * 60 * 1000;
const from = (hours: number) => new Date(START.getTime() + hours * HOUR);

async function readInterviews(bench: Bench, applications: string[]): Promise<AtsInterview[]> {
  const list = calling(bench.connector.listInterviews);
  const found: AtsInterview[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(bench.makeApi(), {
      startsAfter: START,
      cursor,
      applications,
    });
    found.push(...page.interviews);
    cursor = page.next;
  } while (cursor !== null);
  return found;
}

async function readNewHires(bench: Bench, since: Date | null): Promise<AtsNewHire[]> {
  const list = calling(bench.connector.listNewHires);
  const found: AtsNewHire[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(bench.makeApi(), { since, cursor });
    found.push(...page.newHires);
    cursor = page.next;
  } while (cursor !== null);
  return found;
}

export function atsInterviewsSuite(subject: AtsSubject): void {
  const { connector, facts } = subject;

  describe.runIf(connector.listInterviews !== null)(`${connector.name}: interviews`, () => {
    async function withInterview() {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Nurse' });
      const person = bench.fake.addPerson({
        firstName: 'Ana',
        lastName: 'Ruiz',
        email: 'ana@a.example',
        job,
      });
      const interview = {
        person,
        title: 'Talk with Mo',
        startsAt: from(24),
        endsAt: from(24.5),
        timezone: 'America/Chicago',
        interviewer: { name: 'Mo Díaz', email: 'mo@corp.example' },
      };
      const { externalId } = calling(bench.fake.addInterview)(interview);
      return {
        bench,
        job,
        person,
        interview,
        externalId,
        applications: [person.applicationExternalId ?? ''],
      };
    }

    it('are listed with their time, zone and people', async () => {
      const { bench, person, interview, externalId, applications } = await withInterview();
      const found = await readInterviews(bench, applications);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({
        externalId,
        startsAt: interview.startsAt,
        endsAt: interview.endsAt,
        timezone: facts.tellsInterviewZone ? 'America/Chicago' : null,
        canceled: false,
      });
      const { personExternalId, applicationExternalId, interviewers } = found[0] as AtsInterview;
      const whose = personExternalId === person.externalId;
      expect(whose || applicationExternalId === person.applicationExternalId).toBe(true);
      expect(interviewers).toEqual(['Mo Díaz']);
      expect(bench.fake.misuse).toEqual([]);
    });

    it('that have begun are left out', async () => {
      const { bench, interview, externalId, applications } = await withInterview();
      calling(bench.fake.addInterview)({ ...interview, startsAt: from(-2), endsAt: from(-1) });
      const found = await readInterviews(bench, applications);
      expect(found.map((each) => each.externalId)).toEqual([externalId]);
    });

    it('that were canceled are listed as such, or not at all', async () => {
      const { bench, externalId, applications } = await withInterview();
      bench.clock.advance(60_000);
      calling(bench.fake.cancelInterview)(externalId);
      const found = await readInterviews(bench, applications);
      expect(found.filter(({ canceled }) => !canceled)).toEqual([]);
    });

    it("that can't be read are set aside, and keep the others from being taken for gone", async () => {
      const { bench, externalId, applications } = await withInterview();
      const list = calling(connector.listInterviews);
      bench.fake.faults.next({ kind: 'changed', change: withOddRecord }, { times: 1000, on: 'read' });
      const asked = { startsAfter: START, cursor: null, applications };
      const page = await list(bench.api, asked);
      expect(page.interviews.map((each) => each.externalId)).toEqual([externalId]);
      expect(bench.api.records.setAside.some(({ kind }) => kind === 'interview')).toBe(true);
      expect(page.completeFor ?? []).toEqual([]);
    });

    it('that were deleted are not listed, and the others are', async () => {
      const { bench, interview, externalId, applications } = await withInterview();
      const other = calling(bench.fake.addInterview)({ ...interview, startsAt: from(48), endsAt: from(49) });
      calling(bench.fake.deleteInterview)(externalId);
      bench.clock.advance(60_000);
      const found = await readInterviews(bench, applications);
      const coming = found.filter(({ canceled }) => !canceled);
      expect(coming.map((each) => each.externalId)).toEqual([other.externalId]);
    });

    it.runIf(connector.interviewsByApplication)(
      'that are gone are known by those that are there',
      async () => {
        const { bench, applications } = await withInterview();
        const list = calling(bench.connector.listInterviews);
        const page = await list(bench.makeApi(), {
          startsAfter: START,
          cursor: null,
          applications,
        });
        expect(page.completeFor).toEqual(applications);
      },
    );

    it('are listed again when they changed', async () => {
      const { bench, interview, applications } = await withInterview();
      bench.clock.advance(60_000);
      const { externalId } = calling(bench.fake.addInterview)({
        ...interview,
        startsAt: from(48),
        endsAt: from(49),
      });
      const found = await readInterviews(bench, applications);
      expect(found.map((each) => each.externalId)).toContain(externalId);
      expect(bench.fake.misuse).toEqual([]);
    });
  });
}

export function atsNewHiresSuite(subject: AtsSubject): void {
  const { connector } = subject;

  describe.runIf(connector.listNewHires !== null)(`${connector.name}: new hires`, () => {
    it('are listed with the day they start, also when they came later', async () => {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Nurse' });
      const addNewHire = calling(bench.fake.addNewHire);
      const people = ['Ana', 'Zoë'].map((firstName) =>
        bench.fake.addPerson({ firstName, lastName: 'Ruiz', email: `${firstName.length}@a.example`, job }),
      );
      const [ana, zoe] = people as [(typeof people)[number], (typeof people)[number]];
      const first = addNewHire({ person: ana, startsOn: '2026-12-01' });
      const found = await readNewHires(bench, null);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({
        externalId: first.externalId,
        firstName: 'Ana',
        lastName: 'Ruiz',
        startsOn: '2026-12-01',
      });
      bench.clock.advance(60_000);
      const since = bench.clock.now();
      const second = addNewHire({ person: zoe, startsOn: '2027-01-04' });
      const later = await readNewHires(bench, since);
      expect(later.find(({ externalId }) => externalId === second.externalId)).toMatchObject({
        firstName: 'Zoë',
        startsOn: '2027-01-04',
      });
      expect(bench.fake.misuse).toEqual([]);
    });
  });
}
