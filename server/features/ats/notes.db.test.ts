import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AtsType, NotesMode } from '../../../contract/ats.ts';
import * as routes from '../../../contract/routes.ts';
import type { AtsApi } from '../../adapters/ats/api.ts';
import { AtsUnavailable, NotFound, OutcomeUnknown, RefusedByAts } from '../../adapters/ats/failures.ts';
import type { AtsConnector, NewNote } from '../../adapters/ats/port.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../../testing/texting.ts';
import { collectNotes } from './collect-notes.ts';
import {
  bringNotesForward,
  claimNotes,
  countNotes,
  listDueNotes,
  settleNotes,
  sweepAtsNotes,
} from './notes-store.ts';
import { writeNotes } from './write-notes.ts';

/* Texts of linked candidates are noted in their systems: each exactly once, whatever breaks in between. */

/** Of a system, only its notes. `breaks`: what the next write does beside or instead of writing. */
function createNotebook() {
  const notes: NewNote[] = [];
  let breaks: { before?: Error; after?: Error } = {};
  let away: Error | null = null;
  const connector = {
    type: 'greenhouse',
    name: 'Greenhouse',
    moveStage: null,
    findByPhone: null,
    findByEmail: null,
    writeNote: async (_api: AtsApi, note: NewNote) => {
      const { before, after } = breaks;
      breaks = {};
      if (away) throw away;
      if (before) throw before;
      notes.push(note);
      if (after) throw after;
      return { noteId: `n${notes.length}` };
    },
    findNote: async (_api: AtsApi, { reference }: NewNote) => {
      if (away) throw away;
      const index = notes.findIndex(({ body }) => body.includes(reference));
      return index === -1 ? null : { noteId: `n${index + 1}` };
    },
  } as unknown as AtsConnector;
  return {
    connector,
    notes,
    breakNext: (how: typeof breaks) => {
      breaks = how;
    },
    goAway: (error: Error | null) => {
      away = error;
    },
  };
}

const notebook = createNotebook();
let app: TestApp;
const atsType: AtsType = 'greenhouse';

beforeAll(async () => {
  app = await startTestApp({ ats: { connectors: new Map([[atsType, notebook.connector]]) } });
});
afterAll(() => app.stop());
afterEach(() => {
  app.clock.reset();
  notebook.goAway(null);
  notebook.breakNext({});
  notebook.notes.length = 0;
});

async function connected(more: Modes = {}) {
  const person = await app.signUp();
  await connect(person, more);
  return person;
}

interface Modes {
  notesMode?: NotesMode;
  hiringManagerNotesMode?: NotesMode;
}

async function connect({ accountId }: Recruiter, more: Modes = {}): Promise<void> {
  await app.deps.pool.query(
    `insert into ats_connections (account_id, ats_type, generation, connected_by, ats_account_id, sealed_access, enabled,
            notes_mode, hiring_manager_notes_mode, webhook_state, sync_state, next_sync_at, connected_at)
     values ($1, $2, 1, 'key', 'acme', 'sealed', true, $3, $4, 'none', 'idle', now() + interval '1 day', $5)`,
    [accountId, atsType, more.notesMode ?? 'each', more.hiringManagerNotesMode ?? null, app.deps.clock()],
  );
}

let people = 0;
async function linked(
  person: Recruiter,
  phone: string,
): Promise<{ candidateId: string; externalId: string }> {
  people += 1;
  const externalId = `p${people}`;
  const { accountId } = person;
  const body = { firstName: 'Sam', lastName: 'Reyes', phoneNumber: phone };
  const { id } = await person.call(routes.createCandidate, { body });
  await app.deps.pool.query(
    `insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name, emails, phone_numbers,
            changed_at)
     values ($1, $2, $3, $4, false, 'Sam', 'Reyes', '{}', array[$5], now())`,
    [accountId, atsType, externalId, id, phone],
  );
  return { candidateId: id, externalId };
}

const systemOf = ({ accountId }: Recruiter) => ({
  accountId,
  atsType,
  generation: '1',
  connector: notebook.connector,
  api: {} as AtsApi,
});

async function note(person: Recruiter): Promise<void> {
  await collectNotes(app.deps);
  await writeNotes(app.deps, systemOf(person));
}

const countsOf = async (person: Recruiter) =>
  (await countNotes(app.deps.db, person.accountId, app.deps.clock())).get(atsType);

describe('a writer', () => {
  async function oneDue() {
    const person = await connected();
    const phone = candidatePhone();
    await linked(person, phone);
    await receiveText(app, person, phone, 'Hi');
    await collectNotes(app.deps);
    return person;
  }

  it('of a connection that has ended writes nothing of the next one', async () => {
    const person = await oneDue();
    await writeNotes(app.deps, { ...systemOf(person), generation: '0' });
    expect(notebook.notes).toEqual([]);
    await writeNotes(app.deps, systemOf(person));
    expect(notebook.notes).toHaveLength(1);
  });

  it('a writer taken for dead decides nothing about the claim of another', async () => {
    const person = await oneDue();
    const { db } = app.deps;
    const system = systemOf(person);
    const now = app.deps.clock();
    const later = new Date(now.getTime() + 1000);
    const waiting = { outcome: { state: 'waiting', dueAt: now }, now } as const;
    const page = { after: null, limit: 1 };
    const [due] = (await listDueNotes(db, system, now, page)).notes;
    if (due === undefined) throw new Error('Nothing is due');
    const first = await claimNotes(db, system, due, { now, deadAt: now });
    if (first === null) throw new Error('It is not claimed');
    await settleNotes(db, system, first, waiting);
    expect(await claimNotes(db, system, due, { now: later, deadAt: later })).not.toBeNull();
    await settleNotes(db, system, first, waiting);
    expect((await listDueNotes(db, system, later, page)).notes).toEqual([]);
  });
});

describe('each text', () => {
  it('is noted once, in order, with who, when and what', async () => {
    const person = await connected();
    const phone = candidatePhone();
    const { externalId } = await linked(person, phone);
    await untilStatus(person, await sendText(person, phone, 'Are you free at 3?'), 'delivered');
    const { id } = await receiveText(app, person, phone, 'Yes!');
    await note(person);
    await note(person);
    const { firstName } = await person.call(routes.getUser, {});
    expect(notebook.notes.map(({ body }) => body.replace(/, \w{3} \d+, \d{4}, .*/, ', <when>'))).toEqual([
      expect.stringMatching(
        `^Text sent by ${firstName} to Sam, <when>\n\nAre you free at 3\\?\n\nReference: hiretext-[0-9a-f-]{36}$`,
      ),
      expect.stringMatching(`^Text received from Sam by ${firstName}, <when>\n\nYes!\n\nReference: `),
    ]);
    expect(notebook.notes.map((each) => each.personExternalId)).toEqual([externalId, externalId]);
    expect(notebook.notes.map((each) => each.authorEmail)).toEqual([expect.stringContaining('@'), null]);
    expect(await countsOf(person)).toBeUndefined();
    expect(app.logged.join()).not.toContain('free at 3');
    expect(id).toBeTruthy();
  });

  it('that confirms an interview shows it', async () => {
    const person = await connected();
    const phone = candidatePhone();
    await linked(person, phone);
    const { id } = await receiveText(app, person, phone, 'C');
    await app.deps.pool.query(
      `insert into read_answers (account_id, message_id, interview_id, starts_at, answer)
       select account_id, id, gen_random_uuid(), '2099-03-03T15:00:00Z', 'confirmed' from messages where conversation_id = $1`,
      [id],
    );
    await note(person);
    expect(notebook.notes.map(({ body }) => body.split('\n')[2])).toEqual([
      expect.stringMatching(/^C \(confirmed the interview on Mar 3, 2099, .*\)$/),
    ]);
  });

  it('of someone who is not linked is not, until they are', async () => {
    const person = await connected();
    const phone = candidatePhone();
    await receiveText(app, person, phone, 'Hi, who is this?');
    await note(person);
    expect(notebook.notes).toEqual([]);
    const conversation = await person.call(routes.listConversations, { query: { search: phone } });
    const candidateId = conversation.items[0]?.candidate.id;
    await app.deps.pool.query(
      `insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name, emails,
              phone_numbers, changed_at)
       values ($1, $2, 'late', $3, false, 'Sam', 'Reyes', '{}', '{}', now())`,
      [person.accountId, atsType, candidateId],
    );
    await note(person);
    expect(notebook.notes.map(({ body }) => body)).toEqual([expect.stringContaining('who is this?')]);
  });

  it('that did not go out, or is older than the connection, is not', async () => {
    const person = await app.signUp();
    const phone = candidatePhone();
    await linked(person, phone);
    await receiveText(app, person, phone, 'Long ago');
    app.clock.advance(1000);
    await connect(person);
    app.twilio.control.receipts({ final: 'failed', errorCode: '30005' });
    await untilStatus(person, await sendText(person, phone, 'To nowhere'), 'failed');
    app.twilio.control.receipts({});
    const undone = await sendText(person, phone, 'Undone', { undoSeconds: 30 });
    const later = await sendText(person, phone, 'Later', { undoSeconds: 2 });
    await note(person);
    await person.call(routes.cancelMessage, { params: { id: undone.id } });
    expect(notebook.notes).toEqual([]);
    expect(await countsOf(person)).toBeUndefined();
    await untilStatus(person, later, 'delivered');
    await note(person);
    await sweepAtsNotes(app.deps.db);
    expect(notebook.notes.map(({ body }) => body)).toEqual([expect.stringContaining('Later')]);
    const { rows } = await app.deps.pool.query('select state from ats_notes where account_id = $1', [
      person.accountId,
    ]);
    expect(rows).toEqual([{ state: 'written' }]);
  });
});

describe('a note is written once, and none is lost', () => {
  const broken: [string, { before?: Error; after?: Error }][] = [
    ['its answer got lost and it was written', { after: new OutcomeUnknown('note') }],
    ['its answer got lost and it was not written', { before: new OutcomeUnknown('note') }],
    ['the writer died before writing', { before: new Error('killed') }],
    ['the writer died after writing', { after: new Error('killed') }],
    ['the system was away', { before: new AtsUnavailable('note') }],
  ];
  it.each(broken)('when %s', async (_, how) => {
    const person = await connected();
    const phone = candidatePhone();
    await linked(person, phone);
    await receiveText(app, person, phone, 'One');
    await receiveText(app, person, phone, 'Two');
    notebook.breakNext(how);
    await note(person).catch((error: Error) => expect(error.message).toBe('killed'));
    expect(notebook.notes.length).toBeLessThan(2);
    expect(await countsOf(person)).toMatchObject({ waiting: 2, unknown: 0, oldestAt: expect.any(Date) });
    for (let seconds = 0; seconds < 60; seconds += 15) {
      app.clock.advance(15_000);
      await note(person);
    }
    expect(notebook.notes.map(({ body }) => body.split('\n')[2])).toEqual(['One', 'Two']);
    expect(await countsOf(person)).toBeUndefined();
  });

  it('when several write at once', async () => {
    const person = await connected();
    const phone = candidatePhone();
    await linked(person, phone);
    for (const body of ['1', '2', '3', '4']) await receiveText(app, person, phone, body);
    await Promise.all([note(person), note(person), note(person)]);
    expect(notebook.notes.map(({ body }) => body.split('\n')[2])).toEqual(['1', '2', '3', '4']);
  });

  it('unless no one can tell: then it is counted, and not written again', async () => {
    const person = await connected();
    const phone = candidatePhone();
    await linked(person, phone);
    await receiveText(app, person, phone, 'One');
    await receiveText(app, person, phone, 'Two');
    const { findNote } = notebook.connector;
    Object.assign(notebook.connector, { findNote: null });
    try {
      notebook.breakNext({ before: new OutcomeUnknown('note') });
      await note(person);
      app.clock.advance(3600_000);
      await note(person);
    } finally {
      Object.assign(notebook.connector, { findNote });
    }
    expect(notebook.notes.map(({ body }) => body.split('\n')[2])).toEqual(['Two']);
    expect(await countsOf(person)).toEqual({ waiting: 0, unknown: 1, oldestAt: null });
  });

  it('or is refused, with the reason', async () => {
    const person = await connected();
    const phone = candidatePhone();
    await linked(person, phone);
    for (const error of [new RefusedByAts('note', 'Too long'), new NotFound('note')]) {
      await receiveText(app, person, phone, 'Hm');
      notebook.breakNext({ before: error });
      await note(person);
    }
    const { rows } = await app.deps.pool.query(
      `select state, reason from ats_notes where account_id = $1 order by reason desc`,
      [person.accountId],
    );
    expect(rows).toEqual([
      { state: 'refused', reason: 'Too long' },
      { state: 'refused', reason: 'The candidate is no longer there.' },
    ]);
  });

  it('waits while the system is away, and comes at once when asked', async () => {
    const person = await connected();
    const phone = candidatePhone();
    await linked(person, phone);
    await receiveText(app, person, phone, 'One');
    notebook.goAway(new AtsUnavailable('note'));
    for (let tries = 0; tries < 4; tries += 1) {
      await note(person);
      app.clock.advance(30_000);
    }
    expect(await countsOf(person)).toMatchObject({ waiting: 1 });
    await note(person);
    notebook.goAway(null);
    await note(person);
    expect(notebook.notes).toEqual([]);
    await bringNotesForward(app.deps.db, systemOf(person), app.deps.clock());
    await note(person);
    expect(notebook.notes).toHaveLength(1);
  });
});

describe('as the company chose', () => {
  it('a summary of the day, once the day is over', async () => {
    const person = await connected({ notesMode: 'daily' });
    const phone = candidatePhone();
    await linked(person, phone);
    await receiveText(app, person, phone, 'One');
    await receiveText(app, person, phone, 'Two');
    await note(person);
    expect(notebook.notes).toEqual([]);
    expect(await countsOf(person)).toBeUndefined();
    app.clock.advance(25 * 3600_000);
    notebook.breakNext({ after: new OutcomeUnknown('note') });
    await note(person);
    app.clock.advance(60_000);
    await note(person);
    expect(notebook.notes.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^Texts with Sam on \w+ \d+, \d+\n\n.*, Sam: One\n\n.*, Sam: Two\n\nReference: /),
    ]);
  });

  it('none from the moment when it turns them off', async () => {
    const person = await connected();
    const phone = candidatePhone();
    await linked(person, phone);
    await receiveText(app, person, phone, 'One');
    await collectNotes(app.deps);
    await person.call(routes.saveAtsIntegration, { body: { type: atsType, notesMode: 'off' } });
    await person.call(routes.saveAtsIntegration, { body: { type: atsType, notesMode: 'each' } });
    await note(person);
    expect(notebook.notes).toEqual([]);
    expect(await countsOf(person)).toBeUndefined();
  });

  it('none, and hiring managers as it chose for them', async () => {
    const person = await connected({ notesMode: 'off', hiringManagerNotesMode: 'each' });
    const phone = candidatePhone();
    await linked(person, phone);
    await receiveText(app, person, phone, 'Not this');
    await note(person);
    const { accountId, seatId } = person;
    await app.deps.pool.query(`update ats_connections set notes_mode = 'each' where account_id = $1`, [
      accountId,
    ]);
    await note(person);
    expect(notebook.notes).toEqual([]);
    await app.deps.pool.query(`update ats_connections set notes_mode = 'off' where account_id = $1`, [
      accountId,
    ]);
    await app.deps.pool.query(
      `update seats set seat_role = 'hiringManager' where account_id = $1 and id = $2`,
      [accountId, seatId],
    );
    await receiveText(app, person, phone, 'But this');
    await note(person);
    expect(notebook.notes.map(({ body }) => body)).toEqual([expect.stringContaining('But this')]);
  });
});
