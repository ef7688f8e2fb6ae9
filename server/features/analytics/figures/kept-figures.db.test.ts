import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { type MadeMessage, makeConversation } from '../../../testing/make.ts';
import { recountAll } from '../../../testing/recount-all.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../../../testing/texting.ts';
import { runErase } from '../../deletions/erase.ts';
import { runSweepDeletions } from '../../deletions/sweep-deletions.ts';
import { runCheckFigures } from './check-figures.ts';
import { rollUpNow } from './roll-up.ts';

/* Figures stay as they are when candidates are deleted, come back or are erased; every change of them is marked. */

let app: TestApp;
let ana: Recruiter;
let cem: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'off' } });
});
beforeEach(async () => {
  ana = await app.signUp();
  cem = await app.addColleague(ana);
});
afterAll(() => app.stop());

const query = async (text: string, values: unknown[] = []) => (await app.deps.pool.query(text, values)).rows;
const DAY_MS = 24 * 3600_000;

/** Counts everything again. Returns how much was wrong. */
const countAll = () => recountAll(app.deps.db, ana.accountId);

/** Counts again what is marked, and nothing else. */
const countMarked = () => rollUpNow(app.deps);

/** What there is, all counted. */
async function counted() {
  await countMarked();
  await countAll();
  return figures();
}
const figures = async () => [
  ...(await query(
    `select at, seat_id, person_id, number_id, template_id, automation_id, error_code, sent, automatic, delivered, failed, received,
            started, answered, started_by_candidate, used_answered, opted_out, segments, minutes
       from text_facts where account_id = $1 order by at, received, sent, seat_id, segments, minutes`,
    [ana.accountId],
  )),
  ...(await query(
    `select to_jsonb(s) - 'account_id' as sum from text_sums s
      where account_id = $1 and (sent <> 0 or received <> 0 or failed <> 0 or opt_outs <> 0)
      order by grain, kind, starts_at, key`,
    [ana.accountId],
  )),
];

/** A candidate whom both have texted, over months, with answers, failures and an opt-out. */
async function texted(): Promise<{ id: string; phone: string }> {
  const phone = candidatePhone();
  const { id } = await ana.call(routes.createCandidate, {
    body: { firstName: 'Kim', lastName: 'Lee', phoneNumber: phone },
  });
  await makeThread(ana, { id, phone }, [
    out(100, 'Hi'),
    inbound(99.9, 'Hello'),
    out(99.8, 'Automatic', { isAutomatic: true }),
    out(50, 'Still there?', { status: 'failed', errorCode: 'unreachable' }),
    out(49.99, 'Again'),
    out(49.98, 'And again'),
    inbound(48, 'Yes'),
    inbound(47.99, 'I am'),
    out(47.9, 'Great'),
  ]);
  await makeThread(cem, { id, phone }, [
    inbound(49, 'You?'),
    out(48.999, 'Yes'),
    inbound(5, 'So?'),
    out(4.9, 'Well'),
  ]);
  await untilStatus(cem, await sendText(cem, phone, 'Last'), 'delivered');
  await receiveText(app, cem, phone, 'STOP');
  return { id, phone };
}

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS);
const out = (daysAgo: number, body: string, more: Partial<MadeMessage> = {}): MadeMessage => ({
  direction: 'outbound',
  body,
  at: at(daysAgo),
  ...more,
});
const inbound = (daysAgo: number, body: string): MadeMessage => ({
  direction: 'inbound',
  body,
  at: at(daysAgo),
});

async function makeThread(
  person: Recruiter,
  candidate: { id: string; phone: string },
  texts: MadeMessage[],
): Promise<void> {
  const [number] = await query('select id from numbers where seat_id = $1', [person.seatId]);
  await makeConversation(
    app.deps.db,
    { ...person, numberId: number.id, candidateId: candidate.id, candidateNumber: candidate.phone },
    texts,
  );
}

const remove = ({ id }: { id: string }) => ana.call(routes.deleteCandidate, { params: { id } });
const restore = ({ id }: { id: string }) => ana.call(routes.restoreCandidate, { params: { id } });
/** What is known of texts that are gone. */
const keptRows = () =>
  query(
    `select source_id as "sourceId", id from text_facts f
      where account_id = $1 and not opted_out
        and not exists (select from messages m where m.account_id = f.account_id and m.id = f.id)`,
    [ana.accountId],
  );

async function erase(...candidates: { id: string }[]): Promise<void> {
  await query(
    `update deleted_candidates set deleted_at = deleted_at - interval '30 days' - interval '1 second' where id = any($1)`,
    [candidates.map(({ id }) => id)],
  );
  await runSweepDeletions(app.deps);
}

describe('figures', () => {
  it('stay when a candidate is deleted and restored', async () => {
    const kim = await texted();
    await texted();
    const before = await counted();
    expect(before.length).toBeGreaterThan(20);
    await remove(kim);
    await countMarked();
    expect(await figures()).toEqual(before);
    expect(await countAll()).toBe(0);
    await restore(kim);
    expect(await keptRows()).toEqual([]);
    await countMarked();
    expect(await figures()).toEqual(before);
    expect(await countAll()).toBe(0);
  });

  it('stay when candidates are erased, and no longer name them', async () => {
    const [kim, lee] = [await texted(), await texted()];
    const before = await counted();
    await remove(kim);
    await erase(kim);
    await remove(lee);
    await erase(lee);
    const kept = await keptRows();
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter(({ id, sourceId }) => id !== null || sourceId !== null)).toEqual([]);
    expect(await countAll()).toBe(0);
    await runCheckFigures(app.deps, ana);
    expect(await figures()).toEqual(before);
  });

  it('count texts that were deleted before anyone counted them', async () => {
    const kim = await texted();
    const before = await counted();
    await query('delete from text_facts where account_id = $1', [ana.accountId]);
    await remove(kim);
    // What else there is, and all sums.
    await countAll();
    expect(await figures()).toEqual(before);
  });

  it('count a restored candidate who was deleted before there were figures', async () => {
    const kim = await texted();
    const before = await counted();
    await remove(kim);
    for (const table of ['text_facts', 'text_sums', 'fact_marks'])
      await query(`delete from ${table} where account_id = $1`, [ana.accountId]);
    await countAll();
    await restore(kim);
    await countMarked();
    expect(await figures()).toEqual(before);
  });

  it('are those of one thread when two become one', async () => {
    const kim = await texted();
    const before = await counted();
    await ana.call(routes.removeSeatFromTeamMember, {
      body: { userId: cem.userId, threadsTo: ana.userId },
    });
    await countMarked();
    expect(await figures()).not.toEqual(before);
    expect(await countAll()).toBe(0);
    const whose = await query('select distinct person_id as id from messages where candidate_number = $1', [
      kim.phone,
    ]);
    expect(whose.map(({ id }) => id).sort()).toEqual([ana.userId, cem.userId].sort());
  });

  it('count an opt-out that a person confirms hours later', async () => {
    const phone = candidatePhone();
    await untilStatus(cem, await sendText(cem, phone, 'Hi'), 'delivered');
    const { id } = await receiveText(app, cem, phone, 'please stop texting me');
    await counted();
    app.clock.advance(3 * 3600_000);
    await cem.call(routes.reviewHold, { params: { id }, body: { optOut: true } });
    await countMarked();
    app.clock.reset();
    expect(
      await query(
        `select person_id as "personId", opted_out as "isOptOut" from text_facts
          where account_id = $1 and opted_out`,
        [ana.accountId],
      ),
    ).toEqual([{ personId: cem.userId, isOptOut: true }]);
  });

  it('go with the account', async () => {
    const kim = await texted();
    await counted();
    await remove(kim);
    const due = new Date(Date.now() - 1000);
    await query('update users set deletes_at = $1 where account_id = $2', [due, ana.accountId]);
    await query('update accounts set deletes_at = $1 where id = $2', [due, ana.accountId]);
    await runErase(app.deps, ana);
    expect(await figures()).toEqual([]);
    expect(await keptRows()).toEqual([]);
    expect(await query('select 1 from fact_marks where account_id = $1', [ana.accountId])).toEqual([]);
  });
});
