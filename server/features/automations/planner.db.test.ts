import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ASK_ABOVE, type Automation } from '../../../contract/automations.ts';
import * as routes from '../../../contract/routes.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runLookAtHeld } from './mail-held.ts';
import { startTurns } from './marks.ts';
import { listDue } from './planned-store.ts';
import { sendDue, takeTurn } from './planner.ts';

let app: TestApp;
let ana: Recruiter;
let stage: string;

beforeAll(async () => {
  app = await startTestApp({ variables: { ROLES: 'web', QUIET_HOURS: 'required' } });
  ana = await app.signUp();
  await query(`update sessions set expires_at = '2030-01-01' where account_id = $1`, [ana.accountId]);
  await query(
    `insert into ats_stages (account_id, ats_type, job_external_id, external_id, name, position, kind)
     values ($1, 'lever', '', 'offer', 'Offer', 1, 'offer')`,
    [ana.accountId],
  );
  stage = 'lever//offer';
});
beforeEach(async () => {
  for (const table of ['ats_people', 'candidates', 'automations', 'plan_marks'])
    await query(`delete from ${table} where account_id = $1`, [ana.accountId]);
  // Noon in Chicago.
  app.clock.jumpTo('2027-03-03T18:00:00Z');
});
afterAll(() => app.stop());

const HOUR = 3600_000;
const query = async (text: string, values: unknown[] = []) => (await app.deps.pool.query(text, values)).rows;
const at = (ms: number) => new Date(app.clock().getTime() + ms).toISOString();
const addRule = (more: object): Promise<Automation> =>
  ana.call(routes.createAutomation, {
    body: {
      type: 'interviewReminder',
      name: 'Rule',
      body: 'Hi',
      timing: 'before',
      offsetMinutes: 60,
      ...more,
    } as never,
  });
/** Until there is nothing to do at once. */
async function work(): Promise<void> {
  while (await takeTurn(app.deps));
}
const rows = () =>
  query(
    `select candidate_id, status, reason, send_at, message_id from planned_texts where account_id = $1
      order by created_at, id`,
    [ana.accountId],
  );
const messages = ({ accountId } = ana) =>
  query(
    'select candidate_number, body, status, error_code from messages where account_id = $1 and is_automatic',
    [accountId],
  );

/** Candidates of ana's with an interview each. */
async function interviews(count: number, startsAt: string): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await query(
    `insert into candidates (account_id, id, first_name, last_name, phone_number, timezone, added_by)
     select $1, t.id, 'Ben', 'Ito', t.phone, 'America/Chicago', $4 from unnest($2::uuid[], $3::text[]) as t(id, phone)`,
    [ana.accountId, ids, ids.map(() => candidatePhone()), ana.userId],
  );
  await query(
    `insert into interviews (account_id, id, candidate_id, title, starts_at, ends_at, interviewers, status, created_at, updated_at)
     select $1, gen_random_uuid(), id, 'Talk', $3, $3::timestamptz + interval '1 hour', '{}', 'scheduled', $4, $4
       from unnest($2::uuid[]) as t(id)`,
    [ana.accountId, ids, startsAt, app.clock()],
  );
  return ids;
}

/** Candidates of ana's who enter the stage now. */
async function enter(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await query(
    `insert into candidates (account_id, id, first_name, last_name, phone_number, timezone, added_by)
     select $1, t.id, 'Ben', 'Ito', t.phone, 'America/Chicago', $4 from unnest($2::uuid[], $3::text[]) as t(id, phone)`,
    [ana.accountId, ids, ids.map(() => candidatePhone()), ana.userId],
  );
  await query(
    `insert into ats_people (account_id, ats_type, external_id, candidate_id, made_candidate, first_name, last_name, emails,
            phone_numbers, changed_at)
     select $1, 'lever', 'p' || id, id, false, 'Ben', 'Ito', '{}', '{}', now() from unnest($2::uuid[]) as t(id)`,
    [ana.accountId, ids],
  );
  await query(
    `insert into ats_applications (account_id, id, ats_type, external_id, person_external_id, stage_external_id, status,
            stage_changed_at)
     select $1, gen_random_uuid(), 'lever', 'a' || id, 'p' || id, 'offer', 'active', $3 from unnest($2::uuid[]) as t(id)`,
    [ana.accountId, ids, app.clock()],
  );
  return ids;
}

describe('texts that are due', () => {
  it('go out once each, no matter who plans and what breaks off', async () => {
    await addRule({});
    const ids = await interviews(200, at(3 * HOUR));
    await Promise.all([work(), work()]);
    expect(await rows()).toHaveLength(200);
    app.clock.advance(2 * HOUR);
    // Its process dies between the claim and the commit.
    const due = await listDue(app.deps.db, app.clock(), 1000);
    expect(due).toHaveLength(200);
    let written = 0;
    const newId = () => {
      written += 1;
      if (written > 150) throw new Error('killed');
      return app.deps.newId();
    };
    await expect(sendDue({ ...app.deps, newId }, ana.accountId, due)).rejects.toThrow('killed');
    expect(await messages()).toEqual([]);
    await sendDue(app.deps, ana.accountId, due.slice(0, 80));
    expect(await messages()).toHaveLength(80);
    // Another one takes over, and a third that doesn't know of it.
    await Promise.all([work(), work(), sendDue(app.deps, ana.accountId, due)]);
    const sent = await messages();
    expect(sent).toHaveLength(ids.length);
    expect(new Set(sent.map(({ candidate_number: to }) => to)).size).toBe(ids.length);
    expect(new Set((await rows()).map(({ status }) => status))).toEqual(new Set(['sent']));
  });

  it('are none of what has begun', async () => {
    await addRule({});
    await interviews(1, at(3 * HOUR));
    await interviews(1, at(2 * HOUR));
    await work();
    app.clock.advance(2 * HOUR);
    const due = await listDue(app.deps.db, app.clock(), 10);
    expect(due).toHaveLength(2);
    await work();
    expect((await rows()).map(({ status, reason }) => [status, reason]).sort()).toEqual([
      ['canceled', 'begun'],
      ['sent', null],
    ]);
  });

  it('are taken back while they are here, if their interview moves or is canceled', async () => {
    await addRule({});
    const [moved, canceled] = await interviews(2, at(1.01 * HOUR));
    app.clock.advance(60_000);
    await work();
    expect(await messages()).toHaveLength(2);
    await query('update interviews set starts_at = $2, updated_at = $3 where candidate_id = $1', [
      moved,
      at(24 * HOUR),
      app.clock(),
    ]);
    await query(`update interviews set status = 'canceled', updated_at = $2 where candidate_id = $1`, [
      canceled,
      app.clock(),
    ]);
    await work();
    expect(await messages()).toMatchObject([
      { status: 'canceled', error_code: 'automation_changed' },
      { status: 'canceled', error_code: 'automation_changed' },
    ]);
    const found = await rows();
    expect(found.filter(({ candidate_id: id }) => id === moved).map(({ status }) => status)).toEqual([
      'canceled',
      'planned',
    ]);
    expect(found.find(({ candidate_id: id }) => id === canceled)).toMatchObject({
      reason: 'interview_canceled',
    });
  });

  it('are asked of the facts of that moment, though no mark was processed', async () => {
    await addRule({});
    await interviews(1, at(2 * HOUR));
    await work();
    app.clock.advance(HOUR);
    const due = await listDue(app.deps.db, app.clock(), 10);
    await query(`update interviews set status = 'canceled' where account_id = $1`, [ana.accountId]);
    await sendDue(app.deps, ana.accountId, due);
    expect(await messages()).toEqual([]);
    expect(await rows()).toMatchObject([{ status: 'canceled', reason: 'interview_canceled' }]);
  });
});

/** Someone else, whose one candidate has an interview at that time, an hour after its reminder. */
async function bobWithInterview(startsAt: string): Promise<Recruiter> {
  const bob = await app.signUp();
  await query(`update sessions set expires_at = '2030-01-01' where account_id = $1`, [bob.accountId]);
  const { id: candidateId } = await bob.call(routes.createCandidate, {
    body: { firstName: 'Mia', lastName: '', phoneNumber: candidatePhone(), timezone: 'America/Chicago' },
  });
  const rule = { type: 'interviewReminder', name: 'Bob', body: 'Hi', timing: 'before', offsetMinutes: 60 };
  await bob.call(routes.createAutomation, { body: rule as never });
  const endsAt = new Date(Date.parse(startsAt) + HOUR).toISOString();
  await bob.call(routes.createInterview, { body: { candidateId, title: 'Talk', startsAt, endsAt } });
  return bob;
}

/** Until it's called, what ana's account writes there is given up by the database. */
async function takeTooLong(table: string): Promise<() => Promise<unknown>> {
  await query(`
    create function take_too_long() returns trigger language plpgsql as $$
    begin raise exception 'too long' using errcode = '57014'; end $$`);
  await query(`
    create trigger slow before insert on ${table} for each row when (new.account_id = '${ana.accountId}')
    execute function take_too_long()`);
  return () => query('drop function take_too_long cascade');
}

describe('an account whose statements take too long keeps no one else waiting', () => {
  it('when texts are planned', async () => {
    await addRule({});
    await interviews(1, at(3 * HOUR));
    const heal = await takeTooLong('planned_texts');
    const bob = await bobWithInterview(at(3 * HOUR));
    for (let turns = 1; turns <= 4; turns += 1) await takeTurn(app.deps).catch(() => {});
    expect((await bob.call(routes.listPlanned, { query: {} })).items).toHaveLength(1);
    expect(await rows()).toEqual([]);
    await heal();
    await work();
    expect(await rows()).toHaveLength(1);
  });

  it('when texts are due, of which it has as many as are looked at together', async () => {
    await addRule({});
    await interviews(2, at(3 * HOUR));
    const bob = await bobWithInterview(at(3 * HOUR + 60_000));
    await work();
    app.clock.advance(2 * HOUR + 120_000);
    const heal = await takeTooLong('messages');
    const turns = startTurns();
    for (let turn = 1; turn <= 4; turn += 1) await takeTurn(app.deps, turns, 2);
    expect(await messages(bob)).toHaveLength(1);
    expect(await messages()).toEqual([]);
    await heal();
    for (let turn = 1; turn <= 2; turn += 1) await takeTurn(app.deps, turns, 2);
    expect(await messages()).toHaveLength(2);
  });
});

describe('the night', () => {
  it('sends a reminder the evening before, and shows that', async () => {
    await addRule({});
    // 8:30 in the morning.
    await interviews(1, '2027-03-04T14:30:00Z');
    await work();
    const { items } = await ana.call(routes.listPlanned, { query: {} });
    expect(items).toMatchObject([
      {
        status: 'planned',
        sendAt: '2027-03-04T02:59:00.000Z',
        reason: 'Goes earlier because of quiet hours.',
      },
    ]);
  });

  it('holds what has no legal moment left, and waits with what has one', async () => {
    await addRule({});
    await addRule({ name: 'After', timing: 'after', offsetMinutes: 30 });
    app.clock.jumpTo('2027-03-04T05:00:00Z');
    // 7:30 in the morning, made at 11 PM.
    await interviews(1, '2027-03-04T13:30:00Z');
    await work();
    const { items } = await ana.call(routes.listPlanned, { query: {} });
    expect(items).toMatchObject([
      { status: 'held', reason: 'Quiet hours until it begins.' },
      { status: 'planned', sendAt: '2027-03-04T14:00:00.000Z' },
    ]);
    const params = { id: items[1]?.id ?? '' };
    const refused = await ana.ask(routes.sendPlannedNow, { params });
    expect(refused).toMatchObject({ status: 409, body: { code: 'quiet_hours' } });
  });

  it('lets a text that comes too late wait for the morning', async () => {
    await addRule({ timing: 'after', offsetMinutes: 60 });
    await interviews(1, at(HOUR));
    await work();
    app.clock.jumpTo('2027-03-04T05:00:00Z');
    await work();
    const { items } = await ana.call(routes.listPlanned, { query: {} });
    expect(items).toMatchObject([
      {
        status: 'planned',
        sendAt: '2027-03-04T14:00:00.000Z',
        reason: 'Quiet hours until Thursday 8:00 AM their time.',
      },
    ]);
    app.clock.jumpTo('2027-03-04T14:00:01Z');
    await work();
    expect(await rows()).toMatchObject([{ status: 'sent' }]);
  });
});

describe('the fifth in a day', () => {
  it('is held for that, though its interview begins before the day is over', async () => {
    for (let times = 1; times <= 5; times += 1) await addRule({ name: `Rule ${times}` });
    await interviews(1, at(2 * HOUR));
    app.clock.advance(HOUR);
    await work();
    const { items } = await ana.call(routes.listPlanned, { query: { status: 'held' } });
    expect(items).toMatchObject([
      { reason: 'The candidate already got as many automatic texts as they get in a day.' },
    ]);
    const refused = await ana.ask(routes.sendPlannedNow, { params: { id: items[0]?.id ?? '' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_automatic_texts' } });
  });
});

describe('stage messages', () => {
  const after = { type: 'stageMessage', timing: 'after', offsetMinutes: 60 } as const;

  it('go out after their delay, unless the candidate answers or leaves', async () => {
    await addRule({ ...after, jobStageIds: [stage] });
    const [, left, answered] = await enter(3);
    await work();
    expect((await rows()).map(({ status }) => status)).toEqual(['planned', 'planned', 'planned']);
    await query(`update ats_applications set stage_external_id = 'other' where person_external_id = $1`, [
      `p${left}`,
    ]);
    await query(
      `insert into conversations (account_id, id, seat_id, candidate_id, last_message_at, last_inbound_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $4)`,
      [ana.accountId, ana.seatId, answered, new Date(app.clock().getTime() + 60_000)],
    );
    app.clock.advance(HOUR);
    await work();
    expect(
      (await rows()).map(({ candidate_id: id, reason }) => [id === left || id === answered, reason]).sort(),
    ).toEqual([
      [false, null],
      [true, 'answered'],
      [true, 'left_stage'],
    ]);
    expect(await messages()).toHaveLength(1);
  });

  it('are for stages of jobs here too', async () => {
    const { id: jobId } = await ana.call(routes.createJob, { body: { name: 'Nurse' } });
    const stages = await ana.call(routes.listJobStages, {});
    const stageId = stages.find(({ id, kind }) => kind === 'offer' && !id.includes('/'))?.id ?? '';
    await addRule({ ...after, jobStageIds: [stageId] });
    const { id: candidateId } = await ana.call(routes.createCandidate, {
      body: { firstName: 'Mia', lastName: '', phoneNumber: candidatePhone(), timezone: 'America/Chicago' },
    });
    await ana.call(routes.createApplication, { body: { candidateId, jobId, stageId } });
    await work();
    const { items } = await ana.call(routes.listPlanned, { query: {} });
    expect(items).toMatchObject([
      { status: 'planned', candidate: { firstName: 'Mia' }, subject: { kind: 'application' } },
    ]);
  });

  it('to many at once are asked about', async () => {
    const { id } = await addRule({ ...after, jobStageIds: [stage] });
    await enter(ASK_ABOVE);
    await work();
    expect((await rows()).filter(({ status }) => status === 'held')).toEqual([]);
    app.clock.advance(60_000);
    await enter(1);
    await work();
    app.clock.advance(HOUR);
    await work();
    const { items } = await ana.call(routes.listPlanned, { query: { limit: 100 } });
    expect(items).toHaveLength(ASK_ABOVE + 1);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['held']));
    expect(await messages()).toEqual([]);
    const decide = (decision: 'send' | 'skip') =>
      ana.call(routes.decideBulk, { params: { id }, body: { decision } });
    expect(await decide('send')).toEqual({ count: ASK_ABOVE + 1 });
    expect(await decide('skip')).toEqual({ count: 0 });
    await work();
    expect(await messages()).toHaveLength(ASK_ABOVE + 1);
  });

  it('are held after three cold texts in a week', async () => {
    for (let times = 1; times <= 4; times += 1)
      await addRule({ ...after, name: `Rule ${times}`, jobStageIds: [stage], untilAnswered: false });
    await enter(1);
    await work();
    app.clock.advance(HOUR);
    await work();
    const found = await rows();
    expect(found.filter(({ status }) => status === 'sent')).toHaveLength(3);
    // By the time there is a place again, it would be too late.
    expect(found.filter(({ reason }) => reason === 'too_many_cold_texts')).toMatchObject([
      { status: 'held' },
    ]);
  });

  it('wait for the end of a conversation, and stop at four in a day', async () => {
    await ana.call(routes.updateAccount, { body: { coldTextsPerWeek: null } });
    for (let times = 1; times <= 5; times += 1)
      await addRule({ ...after, name: `Rule ${times}`, jobStageIds: [stage], untilAnswered: false });
    const [candidateId] = await enter(1);
    await work();
    app.clock.advance(HOUR);
    const text = await ana.call(routes.sendMessage, {
      body: { candidateId: candidateId ?? '', body: 'By hand' },
    });
    expect(text.status).toBe('queued');
    await work();
    expect(await rows()).toMatchObject(
      Array.from({ length: 5 }, () => ({ status: 'planned', reason: 'in_conversation' })),
    );
    app.clock.advance(HOUR + 1000);
    await work();
    const found = await rows();
    expect(found.filter(({ status }) => status === 'sent')).toHaveLength(4);
    expect(found.filter(({ reason }) => reason === 'too_many_automatic_texts')).toMatchObject([
      { status: 'held' },
    ]);
    app.clock.advance(24 * HOUR);
    await runLookAtHeld(app.deps);
    await work();
    expect((await rows()).filter(({ status }) => status === 'sent')).toHaveLength(5);
  });

  it('are previewed, and nothing is written', async () => {
    await enter(2);
    const body = { ...after, name: 'New', body: 'Hi {{candidate.firstName}}', jobStageIds: [stage] };
    const { total, items } = await ana.call(routes.previewAutomation, { body });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { preview: 'Hi Ben', held: false, subject: { title: 'Offer' } },
      { preview: 'Hi Ben', subject: { kind: 'application' } },
    ]);
    expect(await rows()).toEqual([]);
    const wrong = { ...body, jobStageIds: ['lever//gone'] };
    expect(await ana.refusal(routes.previewAutomation, { body: wrong })).toBe('422 invalid');
  });
});
