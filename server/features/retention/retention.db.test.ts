import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import { isKept } from '../../testing/is-kept.ts';
import { mailsTo } from '../../testing/mails.ts';
import type { MadeMessage } from '../../testing/make.ts';
import { makeThread, type Thread } from '../../testing/make-thread.ts';
import { recountAll } from '../../testing/recount-all.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { receiveText, sendText, untilStatus } from '../../testing/texting.ts';
import { rollUpNow } from '../analytics/figures/roll-up.ts';
import { hashPassword } from '../auth/passwords.ts';
import { eraseUser } from '../deletions/erase-user.ts';
import { runSweepDeletions } from '../deletions/sweep-deletions.ts';
import { putInvitation } from '../scheduling/offers/invitation-store.ts';
import { indexNow } from '../texting/text-index/keep-index.ts';
import { setPasswordHash } from '../users/store.ts';
import { retentionChanged } from './mails.ts';
import { countDue, type DueCounts } from './store.ts';
import { goOn, sweepRetention } from './sweep-retention.ts';

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

const DAY_MS = 24 * 3600_000;
const query = async (text: string, values: unknown[] = []) => (await app.deps.pool.query(text, values)).rows;
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

const emailOf = async (person: Recruiter) => (await person.call(routes.getUser, {})).email;

const never = { textsAfterDays: null, mediaAfterDays: null, candidatesAfterDays: null };
type Rule = Partial<Record<keyof typeof never, number | null>>;
const save = (rule: Rule) => ana.call(routes.updateRetention, { body: { ...never, ...rule } });
const preview = (rule: Rule) => ana.call(routes.previewRetention, { query: rule as Record<string, number> });
/** As if the day had passed. */
const begin = () =>
  query(
    `update retention set starts_at = now() - interval '1 minute', next_pass_at = now() - interval '1 minute', pass = null where account_id = $1`,
    [ana.accountId],
  );
async function apply(rule: Rule) {
  await save(rule);
  await begin();
  await sweepRetention(app.deps);
}
const bodies = async (thread: Thread) =>
  (
    await query(`select body from messages where conversation_id = $1 order by created_at, id`, [thread.id])
  ).map(({ body }) => body);
const conversation = (person: Recruiter, { id }: Thread) =>
  person.call(routes.getConversation, { params: { id } });
const hold = (id: string, legalHold: boolean, by = ana) =>
  by.call(routes.updateCandidate, { params: { id }, body: { legalHold } });
/** As if they had been added and last changed so many days ago. */
const age = (id: string, days: number) =>
  query(`update candidates set created_at = $2, updated_at = $2 where id = $1`, [id, at(days)]);
const isThere = async (id: string) =>
  (await query('select from candidates where id = $1', [id])).length === 1;

describe('the rule', () => {
  it('is none at first, and for admins only', async () => {
    expect(await ana.call(routes.getRetention, {})).toEqual({ ...never, startsAt: null, lastRun: null });
    expect(await cem.refusal(routes.getRetention, {})).toBe('403 forbidden');
    expect(await cem.refusal(routes.updateRetention, { body: never })).toBe('403 forbidden');
    expect(await cem.refusal(routes.previewRetention, { query: {} })).toBe('403 forbidden');
  });

  it.each([[29], [0], [-1], [30.5], [7301]])('refuses %d days', async (textsAfterDays) => {
    expect(await ana.refusal(routes.updateRetention, { body: { ...never, textsAfterDays } })).toBe(
      '422 invalid',
    );
  });

  it('begins a day after it got stricter; all admins get a mail, and the log has both', async () => {
    const eve = await app.addColleague(ana, 'admin');
    const rule = await save({ textsAfterDays: 365 });
    const starts = Date.parse(rule.startsAt ?? '');
    expect(starts - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    expect(starts - Date.now()).toBeLessThanOrEqual(DAY_MS);
    for (const admin of [ana, eve])
      await eventually(async () => {
        const mail = (await mailsTo(app, await emailOf(admin))).at(-1);
        expect(mail?.subject).toMatch(/will delete more from/);
        expect(mail?.text).toMatch(/texts: deleted after 365 days/);
        expect(mail?.text).toMatch(/Before: texts: kept for good/);
      });
    expect(
      (await mailsTo(app, await emailOf(cem))).filter(({ subject }) => subject.includes('delete more')),
    ).toEqual([]);
    const [event] = await query(
      `select details from audit_events where account_id = $1 and action = 'account.retention'`,
      [ana.accountId],
    );
    expect(event.details).toMatchObject({ textsAfterDays: 365, textsAfterDaysBefore: null });
  });

  it('deletes nothing before it has begun, and nothing once it was taken back', async () => {
    const thread = await makeThread(app, ana, [out(100, 'Old'), inbound(1, 'New')]);
    await save({ textsAfterDays: 90 });
    await sweepRetention(app.deps);
    expect(await bodies(thread)).toEqual(['Old', 'New']);
    await save(never);
    await begin();
    await sweepRetention(app.deps);
    expect(await bodies(thread)).toEqual(['Old', 'New']);
  });

  it('keeps things longer at once', async () => {
    const thread = await makeThread(app, ana, [out(100, 'Old'), inbound(1, 'New')]);
    await save({ textsAfterDays: 90 });
    await begin();
    const { startsAt } = await save({ textsAfterDays: 120 });
    expect(startsAt).toBeNull();
    await sweepRetention(app.deps);
    expect(await bodies(thread)).toEqual(['Old', 'New']);
  });

  it('is of one account', async () => {
    const other = await app.signUp();
    const theirs = await makeThread(app, other, [out(400, 'Old')]);
    await makeThread(app, ana, [out(400, 'Old')]);
    await apply({ textsAfterDays: 30, mediaAfterDays: 30, candidatesAfterDays: 30 });
    expect(await bodies(theirs)).toEqual(['Old']);
    expect(await isThere(theirs.candidateId)).toBe(true);
    expect(await other.call(routes.getRetention, {})).toMatchObject(never);
    expect(await other.call(routes.previewRetention, { query: { textsAfterDays: 30 } })).toMatchObject({
      texts: 1,
    });
  });
});

describe('counting', () => {
  const all = { textsAfterDays: 30, mediaAfterDays: 30, candidatesAfterDays: 30 };

  it('goes part by part through everything', async () => {
    for (let threads = 0; threads < 3; threads += 1) {
      const thread = await makeThread(app, ana, [out(50, 'Hi'), out(49, 'Bye')]);
      await withPicture(thread, 50);
      await age(thread.candidateId, 50);
    }
    await makeThread(app, ana, [out(3, 'New')]);
    expect(await countDue(app.deps.db, ana.accountId, all, new Date(), { together: 2 })).toEqual({
      texts: 6,
      media: 3,
      candidates: 3,
      onHold: 0,
      inUse: 0,
      complete: true,
    });
  });

  it('ends when it has taken long enough, and says so; so does the mail', async () => {
    await makeThread(app, ana, [out(50, 'Hi')]);
    const counts = await countDue(app.deps.db, ana.accountId, all, new Date(), { limitMs: 0 });
    expect(counts).toMatchObject({ texts: 0, complete: false });
    const change = { by: { firstName: 'Ana', lastName: 'Lee' }, now: all, before: never };
    const mail = (of: DueCounts | null) =>
      retentionChanged({ ...change, counts: of, startsAt: at(-1), timezone: 'UTC' }, app.deps).text;
    expect(mail({ ...counts, texts: 41000 })).toContain('at least 41,000 texts');
    expect(mail({ ...counts, texts: 41000, complete: true })).toContain('would be 41,000 texts');
    expect(mail(null)).toContain("We couldn't count what that would be today.");
  });
});

describe('texts', () => {
  it('go by their own time, as the preview has counted', async () => {
    const one = await makeThread(app, ana, [
      out(400, 'Hi'),
      inbound(366, 'Yes'),
      out(364, 'Great'),
      inbound(2, 'So?'),
    ]);
    const other = await makeThread(app, cem, [out(500, 'Only old')]);
    expect(await preview({ textsAfterDays: 365 })).toEqual({
      texts: 3,
      media: 0,
      candidates: 0,
      onHold: 0,
      inUse: 0,
      complete: true,
    });
    await apply({ textsAfterDays: 365 });
    expect(await bodies(one)).toEqual(['Great', 'So?']);
    expect(await bodies(other)).toEqual([]);
    expect(await preview({})).toMatchObject({ texts: 0 });
    const { lastRun } = await ana.call(routes.getRetention, {});
    expect(lastRun).toMatchObject({ texts: 3, media: 0, candidates: 0 });
  });

  it('leave a conversation that can be read, found and texted in', async () => {
    const thread = await makeThread(app, ana, [out(400, 'Marigold'), inbound(399, 'Daffodil')], {
      unreadCount: 1,
    });
    await indexNow(app.deps.db);
    const find = async (q: string) => (await ana.call(routes.search, { query: { q } })).items.length;
    expect(await find('daffodil')).toBe(1);
    expect((await conversation(ana, thread)).waitingSince).not.toBeNull();
    await apply({ textsAfterDays: 365 });
    await indexNow(app.deps.db);
    expect(await find('daffodil')).toBe(0);
    expect(await conversation(ana, thread)).toMatchObject({
      lastMessage: null,
      unreadCount: 0,
      waitingSince: null,
      textsDeletedUntil: expect.any(String),
    });
    const { items } = await ana.call(routes.listConversations, { query: {} });
    expect(items.map(({ id }) => id)).toContain(thread.id);
    await untilStatus(ana, await sendText(ana, thread.phone, 'Still there?'), 'delivered');
    expect((await conversation(ana, thread)).lastMessage?.body).toBe('Still there?');
  });

  it('that wait for their time, or for a person who reviews them, stay', async () => {
    const scheduled = await makeThread(app, ana, [out(400, 'Hi')]);
    await query(
      `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number, created_at, scheduled_at)
       select account_id, gen_random_uuid(), conversation_id, 'outbound', 'Later', 'scheduled', 1, number_id, candidate_number, $2, now() + interval '1 day'
         from messages where conversation_id = $1`,
      [scheduled.id, at(399)],
    );
    const held = await makeThread(app, ana, [
      out(400, 'Hi'),
      inbound(399, 'Please no more'),
      out(398, 'Auto', { isAutomatic: true }),
    ]);
    await query(
      `update conversations set held_at = now(), held_message_id = (select id from messages where conversation_id = $1 and direction = 'inbound') where id = $1`,
      [held.id],
    );
    await apply({ textsAfterDays: 365 });
    expect(await bodies(scheduled)).toEqual(['Later']);
    expect(await bodies(held)).toEqual(['Please no more', 'Auto']);
    expect((await conversation(ana, held)).hold).not.toBeNull();
  });

  it('still ask for a confirmation after the number has changed', async () => {
    const thread = await makeThread(app, ana, [out(400, 'Hi')]);
    await ana.call(routes.updateCandidate, {
      params: { id: thread.candidateId },
      body: { phoneNumber: candidatePhone() },
    });
    await apply({ textsAfterDays: 365 });
    expect(await bodies(thread)).toEqual(['Hi']);
  });

  it('leave all figures as they are, those of later texts too', async () => {
    const texts = [
      out(100, 'Hi'),
      inbound(99.9, 'Hello'),
      out(80, 'One'),
      out(60, 'Two'),
      out(40, 'Three'),
      // Waits since the first of the three, in a run longer than the days of a rule.
      inbound(35, 'Sorry, late'),
      inbound(34, 'Are you there?'),
      out(25, 'Yes'),
      inbound(3, 'Good'),
    ];
    const thread = await makeThread(app, ana, texts);
    await makeThread(app, cem, [
      inbound(70, 'You?'),
      out(69, 'Yes'),
      out(50, 'No', { status: 'failed', errorCode: 'unreachable' }),
    ]);
    await rollUpNow(app.deps);
    await recountAll(app.deps.db, ana.accountId);
    const before = await figures();
    for (const days of [90, 70, 50, 38, 34.5 - 4.5]) {
      await apply({ textsAfterDays: days });
      await rollUpNow(app.deps);
      expect(await recountAll(app.deps.db, ana.accountId)).toBe(0);
      expect(await figures()).toEqual(before);
    }
    expect(await bodies(thread)).toEqual(['Yes', 'Good']);
  });

  it('leave what was used and paid as it is', async () => {
    const phone = candidatePhone();
    await ana.call(routes.createCandidate, {
      body: { firstName: 'Kim', lastName: 'Lee', phoneNumber: phone },
    });
    await untilStatus(ana, await sendText(ana, phone, 'Hi'), 'delivered');
    const usage = () =>
      query('select kind, segments, used, used_at from usage_entries where account_id = $1 order by id', [
        ana.accountId,
      ]);
    const before = await usage();
    expect(before.length).toBeGreaterThan(0);
    const [{ id }] = await query(
      `update messages set created_at = $2, sent_at = $2, claimed_at = $2 where account_id = $1 returning conversation_id as id`,
      [ana.accountId, at(400)],
    );
    await apply({ textsAfterDays: 365 });
    expect(await query('select 1 from messages where conversation_id = $1', [id])).toEqual([]);
    expect(await usage()).toEqual(before);
  });

  it('are deleted once, however often a turn breaks off', async () => {
    const threads = await Promise.all(
      [1, 2, 3].map(() => makeThread(app, ana, [out(400, 'Hi'), inbound(399, 'Yes'), out(2, 'New')])),
    );
    await save({ textsAfterDays: 365 });
    await begin();
    // What a killed process leaves: everything of the turn is undone, how far it came too.
    const broken = inTransaction(app.deps.db, async (tx) => {
      expect(await goOn(tx, app.deps)).toBe(true);
      throw new Error('killed');
    });
    await expect(broken).rejects.toThrow('killed');
    for (const thread of threads) expect(await bodies(thread)).toEqual(['Hi', 'Yes', 'New']);
    expect(
      (await query('select pass from retention where account_id = $1', [ana.accountId]))[0].pass,
    ).toBeNull();
    // Two workers at once: each of them takes turns, none the same.
    await Promise.all([sweepRetention(app.deps), sweepRetention(app.deps)]);
    for (const thread of threads) expect(await bodies(thread)).toEqual(['New']);
    expect((await ana.call(routes.getRetention, {})).lastRun).toMatchObject({ texts: 6 });
  });

  it('of one account wait for no other, whose turns fail', async () => {
    const other = await app.signUp();
    const [theirs, ours] = [
      await makeThread(app, other, [out(400, 'Stuck')]),
      await makeThread(app, ana, [out(400, 'Hi')]),
    ];
    await other.call(routes.updateRetention, { body: { ...never, textsAfterDays: 365 } });
    await save({ textsAfterDays: 365 });
    await query(
      `update retention set starts_at = now() - interval '1 minute', next_pass_at = now() - interval '1 minute',
              turn_at = case when account_id = $1 then '-infinity' else now() end
        where account_id in ($1, $2)`,
      [other.accountId, ana.accountId],
    );
    await query(
      `create function refuse_deletion() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`,
    );
    await query(
      `create trigger refuse_deletion before delete on messages for each row when (old.body = 'Stuck') execute function refuse_deletion()`,
    );
    try {
      await expect(sweepRetention(app.deps)).rejects.toThrow('stuck');
    } finally {
      await query('drop function refuse_deletion cascade');
    }
    expect(await bodies(ours)).toEqual([]);
    expect(await bodies(theirs)).toEqual(['Stuck']);
    await sweepRetention(app.deps);
    expect(await bodies(theirs)).toEqual([]);
  });

  it('of a long conversation take several turns', async () => {
    const thread = await makeThread(app, ana, [
      ...Array.from({ length: 1100 }, (_, index) => out(400 - index / 1000, `Text ${index}`)),
      inbound(1, 'New'),
    ]);
    await save({ textsAfterDays: 365 });
    await begin();
    await inTransaction(app.deps.db, (tx) => goOn(tx, app.deps));
    expect(await bodies(thread)).toHaveLength(601);
    await sweepRetention(app.deps);
    expect(await bodies(thread)).toEqual(['New']);
  });
});

const figures = async () => [
  ...(await query(
    `select at, seat_id, person_id, number_id, error_code, sent, automatic, delivered, failed, received,
            started, answered, started_by_candidate, used_answered, opted_out, segments, minutes
       from text_facts where account_id = $1 order by at, received, sent, seat_id, segments, minutes`,
    [ana.accountId],
  )),
  ...(await query(
    `select to_jsonb(s) - 'account_id' as sum from text_sums s where account_id = $1 order by grain, kind, starts_at, key`,
    [ana.accountId],
  )),
];

async function withPicture(thread: Thread, ago: number): Promise<string> {
  const id = app.deps.newId();
  await app.deps.mediaStore.put(`${ana.accountId}/${id}`, Buffer.from('picture'));
  await query(
    `insert into media (account_id, id, message_id, status, content_type, bytes)
     select account_id, $2, id, 'stored', 'image/png', 7 from messages
      where conversation_id = $1 order by abs(extract(epoch from created_at - $3::timestamptz)) limit 1`,
    [thread.id, id, at(ago)],
  );
  return id;
}
const hasFile = (id: string) => isKept(app, `${ana.accountId}/${id}`);

describe('media', () => {
  it('go earlier than their texts, which say so', async () => {
    const thread = await makeThread(app, ana, [inbound(100, 'Look'), inbound(50, 'And this')]);
    const [old, young] = [await withPicture(thread, 100), await withPicture(thread, 50)];
    expect(await preview({ mediaAfterDays: 90 })).toMatchObject({ texts: 0, media: 1 });
    await apply({ textsAfterDays: 365, mediaAfterDays: 90 });
    await eventually(async () => expect(await hasFile(old)).toBe(false));
    expect(await hasFile(young)).toBe(true);
    const { items } = await ana.call(routes.listMessages, { params: { id: thread.id }, query: {} });
    expect(items.flatMap(({ media }) => media.map(({ status, url }) => [status, url === null]))).toEqual(
      expect.arrayContaining([
        ['deleted', true],
        ['stored', false],
      ]),
    );
    expect((await ana.call(routes.getRetention, {})).lastRun).toMatchObject({ texts: 0, media: 1 });
  });

  it('go with their texts at the latest', async () => {
    const thread = await makeThread(app, ana, [inbound(100, 'Look')]);
    const id = await withPicture(thread, 100);
    expect(await preview({ textsAfterDays: 90 })).toMatchObject({ texts: 1, media: 1 });
    await apply({ textsAfterDays: 90 });
    await eventually(async () => expect(await hasFile(id)).toBe(false));
    expect(await query('select from media where id = $1', [id])).toEqual([]);
    expect((await ana.call(routes.getRetention, {})).lastRun).toMatchObject({ texts: 1, media: 1 });
  });
});

describe('candidates', () => {
  const rule = { candidatesAfterDays: 180 };
  async function idle(): Promise<Thread> {
    const thread = await makeThread(app, ana, [inbound(300, 'Hello'), out(299, 'Hi')]);
    await age(thread.candidateId, 300);
    return thread;
  }

  it('go after the last contact or change, and can be restored', async () => {
    const gone = await idle();
    const changed = await idle();
    await ana.call(routes.updateCandidate, {
      params: { id: changed.candidateId },
      body: { jobTitle: 'Nurse' },
    });
    expect(await preview(rule)).toMatchObject({ candidates: 1, inUse: 0 });
    await apply(rule);
    expect(await isThere(gone.candidateId)).toBe(false);
    expect(await isThere(changed.candidateId)).toBe(true);
    const { items } = await ana.call(routes.listDeletedCandidates, { query: {} });
    expect(items).toMatchObject([{ id: gone.candidateId, byRule: true, deletedBy: null }]);
    await ana.call(routes.restoreCandidate, { params: { id: gone.candidateId } });
    await begin();
    await sweepRetention(app.deps);
    // Restoring them is a change.
    expect(await isThere(gone.candidateId)).toBe(true);
    expect(await bodies(gone)).toEqual(['Hello', 'Hi']);
  });

  const contact: [string, (thread: Thread) => Promise<unknown>][] = [
    ['a text', (thread) => receiveText(app, ana, thread.phone, 'Hi again')],
    [
      'a text that went out long after it was written',
      ({ id }) =>
        query(
          `update messages set scheduled_at = $2, sent_at = $2, claimed_at = $2 where conversation_id = $1 and direction = 'outbound'`,
          [id, at(20)],
        ),
    ],
    ['a note', ({ id }) => ana.call(routes.createNote, { params: { id }, body: { body: 'Called them' } })],
    [
      'an interview',
      ({ candidateId }) =>
        query(
          `insert into interviews (account_id, id, candidate_id, title, starts_at, ends_at, timezone, status, interviewers, created_by, created_at, updated_at)
           values ($1, gen_random_uuid(), $2, 'Talk', now() + interval '2 days', now() + interval '3 days', 'UTC', 'scheduled', '{}', $3, now(), now())`,
          [ana.accountId, candidateId, ana.userId],
        ),
    ],
  ];
  it.each(contact)('stay after %s', async (_, contacted) => {
    const thread = await idle();
    await contacted(thread);
    await apply(rule);
    expect(await isThere(thread.candidateId)).toBe(true);
  });

  const use: [string, (thread: Thread) => Promise<unknown>][] = [
    [
      'wait for an answer',
      ({ id }) => query(`update conversations set waiting_since = $2 where id = $1`, [id, at(298)]),
    ],
    [
      'wrote something to review',
      ({ id }) =>
        query(
          `update conversations set held_at = $2, held_message_id = (select id from messages where conversation_id = $1 and direction = 'inbound') where id = $1`,
          [id, at(298)],
        ),
    ],
    [
      'get a text later',
      ({ id }) =>
        query(
          `update messages set status = 'scheduled', scheduled_at = now() + interval '1 day', carrier_id = null where conversation_id = $1 and direction = 'outbound'`,
          [id],
        ),
    ],
    [
      'are in an open job',
      async ({ candidateId }) => {
        const job = await ana.call(routes.createJob, { body: { name: 'Welder' } });
        await ana.call(routes.createApplication, { body: { candidateId, jobId: job.id } });
        await query(`update applications set stage_changed_at = $2 where candidate_id = $1`, [
          candidateId,
          at(290),
        ]);
      },
    ],
    [
      'come back at a set time',
      ({ id }) => query(`update conversations set remind_at = now() + interval '3 days' where id = $1`, [id]),
    ],
  ];
  it.each(use)('stay while they %s, as the preview says', async (_, used) => {
    const thread = await idle();
    await used(thread);
    expect(await preview(rule)).toMatchObject({ candidates: 0, inUse: 1 });
    await apply(rule);
    expect(await isThere(thread.candidateId)).toBe(true);
  });

  it('go with their texts, but what was agreed and revoked outlives them', async () => {
    const thread = await makeThread(app, ana, [inbound(300, 'Hello'), out(299, 'Hi')]);
    await receiveText(app, ana, thread.phone, 'STOP');
    await untilOptedOut(thread.phone);
    await query(
      `update messages set created_at = $2, sent_at = $2, claimed_at = $2 where conversation_id = $1`,
      [thread.id, at(300)],
    );
    await query(`update conversations set last_message_at = $2 where id = $1`, [thread.id, at(300)]);
    await age(thread.candidateId, 300);
    await apply({ textsAfterDays: 90, ...rule });
    expect(await isThere(thread.candidateId)).toBe(false);
    await query(`update deleted_candidates set deleted_at = $2 where id = $1`, [thread.candidateId, at(31)]);
    await runSweepDeletions(app.deps);
    expect(await query('select from deleted_rows where candidate_id = $1', [thread.candidateId])).toEqual([]);
    const { items } = await ana.call(routes.listConsents, { query: { phoneNumber: thread.phone } });
    expect(items).toMatchObject([{ type: 'revoked', wording: 'STOP' }]);
    const evidence = await fetch(
      `${app.url}/v1${routes.getConsentEvidence.path}?phoneNumber=${encodeURIComponent(thread.phone)}&format=csv`,
      { headers: { authorization: `Bearer ${ana.token}` } },
    );
    expect(await evidence.text()).toContain('consent revoked');
    expect(
      await ana.refusal(routes.sendMessage, {
        body: { to: thread.phone, from: ana.number, body: 'Hello again' },
        headers: { 'idempotency-key': app.deps.newId() },
      } as never),
    ).toMatch(/opted_out/);
  });
});

const untilOptedOut = (phone: string) =>
  eventually(async () =>
    expect(await query('select from opt_outs where phone_number = $1', [phone])).toHaveLength(1),
  );

describe('a legal hold', () => {
  it('is put on someone by admins, seen by all, and in the log', async () => {
    const thread = await makeThread(app, cem, [out(3, 'Hi')]);
    const id = thread.candidateId;
    expect(await cem.refusal(routes.updateCandidate, { params: { id }, body: { legalHold: true } })).toBe(
      '403 forbidden',
    );
    expect(await hold(id, true)).toMatchObject({ legalHold: true });
    await hold(id, true);
    expect(await cem.call(routes.getCandidate, { params: { id } })).toMatchObject({ legalHold: true });
    await hold(id, false);
    const log = await query(
      `select details from audit_events where account_id = $1 and action = 'candidate.legalHold' order by id`,
      [ana.accountId],
    );
    expect(log.map(({ details }) => details.legalHold)).toEqual([true, false]);
    const other = await app.signUp();
    expect(await other.refusal(routes.updateCandidate, { params: { id }, body: { legalHold: true } })).toBe(
      '404 not_found',
    );
  });

  it('keeps them, their texts and media from everyone and every rule', async () => {
    const thread = await makeThread(app, ana, [inbound(400, 'Hi'), out(399, 'Hello')]);
    const picture = await withPicture(thread, 400);
    const id = thread.candidateId;
    await hold(id, true);
    await age(id, 400);
    expect(await ana.refusal(routes.deleteCandidate, { params: { id } })).toBe('409 legal_hold');
    expect(await ana.refusal(routes.getCandidateDeletionPreview, { params: { id } })).toBe('409 legal_hold');
    const all = { textsAfterDays: 30, mediaAfterDays: 30, candidatesAfterDays: 30 };
    expect(await preview(all)).toEqual({
      texts: 0,
      media: 0,
      candidates: 0,
      onHold: 1,
      inUse: 0,
      complete: true,
    });
    await apply(all);
    expect(await bodies(thread)).toEqual(['Hi', 'Hello']);
    expect(await hasFile(picture)).toBe(true);
    expect(await isThere(id)).toBe(true);
    await hold(id, false);
    await begin();
    await sweepRetention(app.deps);
    expect(await bodies(thread)).toEqual([]);
    await ana.call(routes.deleteCandidate, { params: { id } });
  });

  it('keeps notes as they are, also from those who wrote them', async () => {
    const thread = await makeThread(app, ana, [inbound(3, 'Hi')]);
    const inThread = { id: thread.id };
    const { id: noteId } = await ana.call(routes.createNote, {
      params: inThread,
      body: { body: 'Refused because of age' },
    });
    await hold(thread.candidateId, true);
    const params = { ...inThread, noteId };
    expect(await ana.refusal(routes.deleteNote, { params })).toBe('409 legal_hold');
    expect(await ana.refusal(routes.updateNote, { params, body: { body: 'Refused' } })).toBe(
      '409 legal_hold',
    );
    const added = await ana.call(routes.createNote, { params: inThread, body: { body: 'More' } });
    expect(added.can).toEqual({ edit: false, delete: false });
    await hold(thread.candidateId, false);
    await ana.call(routes.updateNote, { params, body: { body: 'Not a fit' } });
    await ana.call(routes.deleteNote, { params });
  });

  it('keeps them in their jobs', async () => {
    const { candidateId } = await makeThread(app, ana, [inbound(3, 'Hi')]);
    const job = await ana.call(routes.createJob, { body: { name: 'Welder' } });
    const { id } = await ana.call(routes.createApplication, { body: { candidateId, jobId: job.id } });
    await hold(candidateId, true);
    expect(await ana.refusal(routes.deleteApplication, { params: { id } })).toBe('409 legal_hold');
    expect(await ana.refusal(routes.deleteJob, { params: { id: job.id } })).toBe('409 job_in_use');
    await hold(candidateId, false);
    await ana.call(routes.deleteApplication, { params: { id } });
  });

  it('keeps what a colleague offered and promised them after the colleague is erased', async () => {
    const { id, candidateId } = await makeThread(app, cem, [inbound(1, 'When can we meet?')]);
    const { items } = await cem.call(routes.listFreeTimes, {
      query: { candidateId, minutes: 30, from: at(0).toISOString(), to: at(-14).toISOString() },
    });
    const offer = await cem.call(routes.createTimeOffer, {
      body: { candidateId, title: 'Phone screen', minutes: 30, times: [items[0]?.startsAt ?? ''] },
    });
    await cem.call(routes.createFollowUp, {
      params: { id },
      body: { messageId: offer.messageId, dueAt: at(-1).toISOString() },
    });
    const { accountId, userId } = cem;
    await inTransaction(app.deps.db, (tx) =>
      putInvitation(tx, {
        accountId,
        interviewId: app.deps.newId(),
        userId,
        candidateId,
        email: null,
        sequence: 0,
        details: {
          title: 'Phone screen',
          location: null,
          videoUrl: null,
          interviewers: [],
          startsAt: at(-2).toISOString(),
          endsAt: at(-2).toISOString(),
          timezone: 'America/Denver',
        },
        isCanceled: false,
      }),
    );
    await hold(candidateId, true);
    await eraseUser(app.deps, { accountId, userId, due: new Date() });
    const offers = await ana.call(routes.listTimeOffers, { query: { candidateId } });
    expect(offers.items).toMatchObject([{ id: offer.id, userId, times: [{ number: 1 }] }]);
    const invitations = 'select from interview_invitations where account_id = $1 and candidate_id = $2';
    expect(await query(invitations, [accountId, candidateId])).toHaveLength(1);
    const promises = await ana.call(routes.listFollowUps, {
      query: { conversationId: id, assignee: 'all' },
    });
    expect(promises.items).toMatchObject([
      { messageId: offer.messageId, person: { id: userId, firstName: '', lastName: '' } },
    ]);
  });

  it('keeps the account', async () => {
    const alone = await app.signUp();
    const thread = await makeThread(app, alone, [out(3, 'Hi')]);
    await hold(thread.candidateId, true, alone);
    const password = 'correct horse battery';
    const hash = await hashPassword(password);
    await setPasswordHash(app.deps.db, alone.accountId, alone.userId, hash);
    expect(await alone.refusal(routes.deleteUser, { body: { password } })).toBe('409 legal_hold_in_account');
    await hold(thread.candidateId, false, alone);
    expect(await alone.call(routes.deleteUser, { body: { password } })).toMatchObject({
      deletesAt: expect.any(String),
    });
  });
});
