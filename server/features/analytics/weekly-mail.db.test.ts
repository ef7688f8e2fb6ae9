import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import { mailsTo } from '../../testing/mails.ts';
import { recountAll } from '../../testing/recount-all.ts';
import { eventually, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { lockFigures } from './figures/recount.ts';
import { runFindWeekly, runMailWeekly } from './weekly-mail.ts';

let app: TestApp;
let ana: Recruiter;
let email: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
  email = await wantsMail(ana, 'America/New_York');
});
afterEach(() => app.clock.reset());

async function wantsMail(person: Recruiter, timezone: string): Promise<string> {
  return (await person.call(routes.updateUser, { body: { weeklyFigures: true, timezone } })).email;
}

/** So many texts of a candidate who is gone: they count in the figures like any. */
async function counted(person: Recruiter, at: string, figures: { sent?: number; received?: number }) {
  await addFacts(person, at, null, figures.sent ?? 0, figures.received ?? 0);
}

const answered = (person: Recruiter, at: string, minutes: number, answers: number) =>
  addFacts(person, at, minutes, answers, 0);

async function addFacts(
  { accountId, userId, seatId }: Recruiter,
  at: string,
  minutes: number | null,
  sent: number,
  received: number,
): Promise<void> {
  await app.deps.pool.query(
    `insert into text_facts
       (account_id, at, person_id, seat_id, minutes, sent, received, segments, automatic, delivered, failed, started, answered,
        started_by_candidate, used_answered, opted_out)
     select $1, $2, $3, $4, $5::int, n <= $6, n > $6, 1, false, false, false, false, false, false, false, false
       from generate_series(1, $6::int + $7::int) n`,
    [accountId, at, userId, seatId, minutes, sent, received],
  );
  await recountAll(app.deps.db, accountId);
}

/** All such mails so far. */
async function weekly(to = email) {
  await eventually(async () => {
    const { rows } = await app.deps.pool.query(
      `select 1 from graphile_worker.jobs where task_identifier in ('mailWeekly', 'sendMail')`,
    );
    expect(rows).toEqual([]);
  });
  return (await mailsTo(app, to)).filter(({ subject }) => subject.startsWith("Your team's texts"));
}

async function look(now: string) {
  app.clock.jumpTo(now);
  await runFindWeekly(app.deps);
  return weekly();
}

const set = (table: 'users' | 'accounts', id: string, columns: string) =>
  app.deps.pool.query(`update ${table} set ${columns} where id = $1`, [id]);

const MONDAY = '2026-12-07T13:00:00Z';

describe('an admin who wants it', () => {
  it('gets a mail of what changed most, for the days of their zone', async () => {
    // The week before, to its last quarter of an hour; last week; and this one.
    await counted(ana, '2026-11-30T04:45:00Z', { sent: 294 });
    await counted(ana, '2026-11-30T05:00:00Z', { sent: 391 });
    await counted(ana, '2026-12-03T18:00:00Z', { received: 7 });
    await counted(ana, '2026-12-07T04:45:00Z', { sent: 12 });
    await counted(ana, '2026-12-07T05:00:00Z', { sent: 5000 });
    await answered(ana, '2026-11-26T15:00:00Z', 90, 6);
    await answered(ana, '2026-12-02T15:00:00Z', 12, 9);
    const [mail, ...others] = await look(MONDAY);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Your team's texts, November 30 to December 6");
    const expected = [
      'You answered in (median): 12 minutes, faster than 1 hour 30 minutes',
      'Texts received: 7, up from 0',
      'Texts sent: 412, up from 300',
    ];
    const places = expected.map((line) => mail?.text.indexOf(`\n\n${line}\n\n`));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a = 0, b = 0) => a - b));
    for (const line of expected) expect(mail?.html).toContain(`>${line}</p>`);
    expect(mail?.text).toContain(
      `${app.url}/dashboard/analytics?range=dates&from=2026-11-30&to=2026-12-06\n`,
    );
    expect(mail?.text).toContain('You can turn off these emails on your account page, under Notifications.');
  });

  it('gets it once a week, no matter which worker looks, and the next one a week later', async () => {
    await counted(ana, '2026-12-03T18:00:00Z', { sent: 7 });
    app.clock.jumpTo(MONDAY);
    await Promise.all([runMailWeekly(app.deps, ana), runMailWeekly(app.deps, ana)]);
    expect(await weekly()).toHaveLength(1);
    expect(await look('2026-12-07T13:15:00Z')).toHaveLength(1);
    expect(await look('2026-12-08T20:00:00Z')).toHaveLength(1);
    expect(await look('2026-12-14T12:45:00Z')).toHaveLength(1);
    expect(await look('2026-12-14T13:00:00Z')).toHaveLength(2);
    expect((await weekly()).at(-1)?.text).toContain('Texts sent: 0, down from 7');
  });

  it('gets it after all if the process died before the mail was put down', async () => {
    await counted(ana, '2026-12-03T18:00:00Z', { sent: 7 });
    app.clock.jumpTo(MONDAY);
    const dying = {
      ...app.deps,
      newId: () => {
        throw new Error('The process dies here');
      },
    };
    await expect(runMailWeekly(dying, ana)).rejects.toThrow('dies');
    expect(await weekly()).toEqual([]);
    expect(await look('2026-12-07T13:15:00Z')).toHaveLength(1);
  });

  it('waits while changes up to the end of these weeks are still to be counted', async () => {
    await counted(ana, '2026-12-03T18:00:00Z', { sent: 7 });
    const mark = (at: string) =>
      app.deps.pool.query('insert into fact_marks values ($1, $2, $3)', [ana.accountId, ana.seatId, at]);
    // The roll-up leaves them where they are until the end.
    const [isLocked, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const locking = inTransaction(app.deps.db, async (tx) => {
      await lockFigures(tx, ana.accountId);
      isLocked.resolve();
      await isOver.promise;
    });
    try {
      await isLocked.promise;
      await mark('2026-12-07T04:45:00Z');
      expect(await look(MONDAY)).toEqual([]);
      await app.deps.pool.query('delete from fact_marks where account_id = $1', [ana.accountId]);
      await mark('2026-12-07T05:00:00Z');
      expect(await look('2026-12-07T13:15:00Z')).toHaveLength(1);
    } finally {
      isOver.resolve();
      await locking;
    }
  });

  it('waits while what happened in these weeks is still to be noticed, as after an outage', async () => {
    await counted(ana, '2026-12-03T18:00:00Z', { sent: 7 });
    app.clock.jumpTo(MONDAY);
    await inTransaction(app.deps.db, async (tx) => {
      // The roll-up waits for the row, then continues.
      await sql`update figure_position set moved_at = now() - interval '3 hours'`.execute(tx);
      await runMailWeekly({ ...app.deps, db: tx }, ana);
      await sql`update figure_position set moved_at = now()`.execute(tx);
    });
    expect(await weekly()).toEqual([]);
    expect(await look('2026-12-07T13:15:00Z')).toHaveLength(1);
  });

  it.each([
    ['on Monday before 8:00', 'America/New_York', '2026-12-07T12:59:00Z', 0],
    ['on Monday at 8:00, where it is not yet for others', 'Asia/Tokyo', '2026-12-06T23:00:00Z', 1],
    ['on Tuesday evening', 'America/New_York', '2026-12-09T04:59:00Z', 1],
    ['on Wednesday', 'America/New_York', '2026-12-09T05:00:00Z', 0],
  ])('%s in %s: %s, %d', async (_, timezone, now, mails) => {
    await wantsMail(ana, timezone);
    await counted(ana, '2026-12-03T18:00:00Z', { sent: 7 });
    expect(await look(now)).toHaveLength(mails);
  });

  it('gets a week in which the clocks changed as a whole', async () => {
    await wantsMail(ana, 'America/Chicago');
    // A quarter of an hour before that Monday, and before the one after it: an hour later in UTC.
    await counted(ana, '2026-10-26T04:45:00Z', { sent: 40 });
    await counted(ana, '2026-10-26T05:00:00Z', { sent: 60 });
    await counted(ana, '2026-11-02T05:45:00Z', { sent: 20 });
    await counted(ana, '2026-11-02T06:00:00Z', { sent: 5000 });
    expect(await look('2026-11-02T13:59:00Z')).toEqual([]);
    const [mail] = await look('2026-11-02T14:00:00Z');
    expect(mail?.text).toContain('Texts sent: 80, up from 40');
  });

  it('learns that nothing changed', async () => {
    await counted(ana, '2026-11-26T18:00:00Z', { sent: 7 });
    await counted(ana, '2026-12-03T18:00:00Z', { sent: 7 });
    const [mail] = await look(MONDAY);
    expect(mail?.text).toContain("Your team's figures were the same as the week before.");
  });

  it('gets nothing about two weeks without texts', async () => {
    await counted(ana, '2026-12-07T05:00:00Z', { sent: 7 });
    expect(await look(MONDAY)).toEqual([]);
  });
});

describe('no mail goes', () => {
  it.each<[string, (cem: Recruiter) => Promise<unknown>]>([
    ['to who turned it off', (cem) => cem.call(routes.updateUser, { body: { weeklyFigures: false } })],
    ['to a member', (cem) => set('users', cem.userId, "user_type = 'member'")],
    [
      'to a hiring manager',
      async (cem) => {
        await set('users', cem.userId, "user_type = 'member'");
        await app.deps.pool.query(`update seats set seat_role = 'hiringManager' where id = $1`, [cem.seatId]);
      },
    ],
    ['to a former member', (cem) => set('users', cem.userId, 'deactivated_at = now()')],
    ['to who is leaving', (cem) => set('users', cem.userId, `deletes_at = now() + interval '30 days'`)],
    ['from an account that closes', (cem) => set('accounts', cem.accountId, 'deletes_at = now()')],
    ['without a plan', (cem) => set('accounts', cem.accountId, "plan_type = 'free'")],
    ['from a personal account', (cem) => set('accounts', cem.accountId, "type = 'personal'")],
  ])('%s', async (_, change) => {
    const cem = await app.addColleague(ana, 'admin');
    const address = await wantsMail(cem, 'America/New_York');
    await counted(ana, '2026-12-03T18:00:00Z', { sent: 7 });
    await change(cem);
    app.clock.jumpTo(MONDAY);
    await runFindWeekly(app.deps);
    await runMailWeekly(app.deps, cem);
    expect(await weekly(address)).toEqual([]);
    const { rows } = await app.deps.pool.query('select weekly_figures_mailed from users where id = $1', [
      cem.userId,
    ]);
    expect(rows).toEqual([{ weekly_figures_mailed: null }]);
  });
});

it('the choice is off at first', async () => {
  const bea = await app.signUp();
  expect(await bea.call(routes.getUser, {})).toMatchObject({ weeklyFigures: false });
  expect(await ana.call(routes.getUser, {})).toMatchObject({ weeklyFigures: true });
});
