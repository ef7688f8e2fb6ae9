import { describe, expect, it } from 'vitest';
import { AtsUnavailable, MovedMeanwhile, NotFound, OutcomeUnknown, RefusedByAts } from './failures.ts';
import type { StageMove } from './port.ts';
import { type AtsSubject, calling, failureOf, setUp } from './suite-harness.ts';

/* What is changed in the system: never twice, and never thought undone when it may be done. */

export function atsNotesSuite(subject: AtsSubject): void {
  const { connector } = subject;

  describe.runIf(connector.writeNote !== null)(`${connector.name}: a note`, () => {
    async function withPerson() {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Nurse' });
      const person = bench.fake.addPerson({
        firstName: 'Zoë',
        lastName: 'Ruiz',
        email: 'zoe@a.example',
        job,
      });
      const note = {
        personExternalId: person.externalId,
        applicationExternalId: person.applicationExternalId,
        body: 'Mo texted (ref-1a2b): “Hi Zoë 👋, <b>9 & 10</b>\nwork?”',
        reference: 'ref-1a2b',
        authorEmail: 'mo@corp.example',
      };
      const notes = () => bench.fake.notesOf(person.externalId);
      return { bench, person, note, notes };
    }

    it('is there once, as it was written', async () => {
      const { bench, note, notes } = await withPerson();
      await calling(connector.writeNote)(bench.api, note);
      expect(notes()).toEqual([note.body]);
      if (connector.findNote !== null) expect(await connector.findNote(bench.makeApi(), note)).not.toBeNull();
      expect(bench.fake.misuse).toEqual([]);
    });

    it('goes to someone without an application too', async () => {
      const { bench, note, notes } = await withPerson();
      await calling(connector.writeNote)(bench.api, {
        ...note,
        applicationExternalId: null,
        authorEmail: null,
      });
      expect(notes()).toEqual([note.body]);
      expect(bench.fake.misuse).toEqual([]);
    });

    it.each([{ kind: 'lostAnswer' }, { kind: 'doneThenDown' }] as const)(
      'may be there after: $kind',
      async (fault) => {
        const { bench, note, notes } = await withPerson();
        bench.fake.faults.next(fault, { on: 'write' });
        expect(await failureOf(calling(connector.writeNote)(bench.api, note), bench)).toBeInstanceOf(
          OutcomeUnknown,
        );
        expect(notes()).toEqual([note.body]);
        if (connector.findNote !== null)
          expect(await connector.findNote(bench.makeApi(), note)).not.toBeNull();
      },
    );

    it.each([{ kind: 'down' }, { kind: 'html' }] as const)(
      'may be there, and is not, after: $kind',
      async (fault) => {
        const { bench, note, notes } = await withPerson();
        bench.fake.faults.next(fault, { on: 'write' });
        expect(await failureOf(calling(connector.writeNote)(bench.api, note), bench)).toBeInstanceOf(
          OutcomeUnknown,
        );
        expect(notes()).toEqual([]);
        if (connector.findNote !== null) expect(await connector.findNote(bench.makeApi(), note)).toBeNull();
      },
    );

    it('may be there when no answer comes', async () => {
      const { bench, note } = await withPerson();
      await connector.test(bench.api);
      bench.fake.faults.next({ kind: 'hang' }, { on: 'write' });
      const api = bench.makeApi({ hurried: true });
      expect(await failureOf(calling(connector.writeNote)(api, note), bench)).toBeInstanceOf(OutcomeUnknown);
    });

    it('waits when throttled, and is there once', async () => {
      const { bench, note, notes } = await withPerson();
      bench.fake.faults.next({ kind: 'throttled', waitSeconds: 2 }, { on: 'write', times: 2 });
      await calling(connector.writeNote)(bench.api, note);
      expect(notes()).toEqual([note.body]);
    });

    it('is certainly not there when the system was not reached', async () => {
      const { bench, note } = await withPerson();
      await connector.test(bench.api);
      const api = bench.makeApi({ baseUrl: 'http://127.0.0.1:1' });
      expect(await failureOf(calling(connector.writeNote)(api, note), bench)).toBeInstanceOf(AtsUnavailable);
    });

    it('about someone who was deleted is refused', async () => {
      const { bench, person, note } = await withPerson();
      bench.fake.deletePerson(person.externalId);
      const failure = await failureOf(calling(connector.writeNote)(bench.api, note), bench);
      expect([NotFound, RefusedByAts]).toContain(failure.constructor);
    });
  });
}

export function atsStagesSuite(subject: AtsSubject): void {
  const { connector } = subject;

  describe.runIf(connector.moveStage !== null)(`${connector.name}: a move`, () => {
    async function withApplication() {
      const bench = await setUp(subject);
      const job = bench.fake.addJob({ name: 'Nurse' });
      const person = bench.fake.addPerson({
        firstName: 'Zoë',
        lastName: 'Ruiz',
        email: 'zoe@a.example',
        job,
      });
      const applicationExternalId = person.applicationExternalId ?? '';
      const [first = '', second = '', third = ''] = job.stages.map(({ externalId }) => externalId);
      const move: StageMove = {
        personExternalId: person.externalId,
        applicationExternalId,
        jobExternalId: job.externalId,
        fromStageId: first,
        toStageId: second,
        byEmail: 'mo@corp.example',
      };
      const stage = () => bench.fake.stageOf(applicationExternalId);
      return { bench, move, stage, first, second, third };
    }

    it('is done', async () => {
      const { bench, move, stage, first, second } = await withApplication();
      expect(stage()).toBe(first);
      await calling(connector.moveStage)(bench.api, move);
      expect(stage()).toBe(second);
      expect(bench.fake.misuse).toEqual([]);
    });

    it('is done from wherever they are', async () => {
      const { bench, move, stage, second } = await withApplication();
      await calling(connector.moveStage)(bench.api, { ...move, fromStageId: null, byEmail: null });
      expect(stage()).toBe(second);
    });

    it('is not done when someone moved them meanwhile', async () => {
      const { bench, move, stage, third } = await withApplication();
      bench.fake.move(move.applicationExternalId, third);
      const failure = await failureOf(calling(connector.moveStage)(bench.api, move), bench);
      expect(failure).toBeInstanceOf(MovedMeanwhile);
      expect(stage()).toBe(third);
    });

    it('whose answer is lost is settled, or unknown', async () => {
      const { bench, move, stage, second } = await withApplication();
      bench.fake.faults.next({ kind: 'lostAnswer' }, { on: 'write' });
      const failure = await calling(connector.moveStage)(bench.api, move).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure !== null) expect(failure).toBeInstanceOf(OutcomeUnknown);
      expect(stage()).toBe(second);
    });

    it('that is not done is unknown', async () => {
      const { bench, move, stage, first } = await withApplication();
      bench.fake.faults.next({ kind: 'down' }, { on: 'write' });
      expect(await failureOf(calling(connector.moveStage)(bench.api, move), bench)).toBeInstanceOf(
        OutcomeUnknown,
      );
      expect(stage()).toBe(first);
    });

    it('to a stage that is none is refused', async () => {
      const { bench, move, stage, first } = await withApplication();
      const failure = await failureOf(
        calling(connector.moveStage)(bench.api, { ...move, toStageId: '987654321' }),
        bench,
      );
      expect([NotFound, RefusedByAts]).toContain(failure.constructor);
      expect(stage()).toBe(first);
    });
  });
}
