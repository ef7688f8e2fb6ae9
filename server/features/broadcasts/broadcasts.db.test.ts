import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Broadcast } from '../../../contract/broadcasts.ts';
import * as routes from '../../../contract/routes.ts';
import { importFile } from '../../testing/imports.ts';
import { makeCandidate } from '../../testing/make.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { conversationWith, receiveText, sendText, sentTo } from '../../testing/texting.ts';
import { sweepUploads } from '../media/remove-media.ts';
import { keepUpload } from '../media/upload.ts';

/* Candidates are in Chicago: six hours behind UTC, to be texted from 8 to 21 o'clock. */

const NOON = '2026-01-12T18:00:00.000Z';
const AT_NIGHT = '2026-01-12T09:00:00.000Z';
const MORNING = '2026-01-12T14:00:00.000Z';

let app: TestApp;
/** An admin, whose candidates have all written lately, unless a test says otherwise. */
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'required' } });
});
beforeEach(async () => {
  app.clock.jumpTo(NOON);
  app.twilio.control.receipts({});
  ana = await app.signUp();
});
afterAll(() => app.stop());

const query = async (text: string, values: unknown[] = []) => (await app.deps.pool.query(text, values)).rows;

interface Made {
  id: string;
  phone: string;
}

async function makePeople(count: number, { tag = 'nurse', wrote = true, of = ana } = {}): Promise<Made[]> {
  const phones = Array.from({ length: count }, () => candidatePhone());
  const made = await Promise.all(
    phones.map(async (phone) => {
      const candidate = { firstName: 'Ben', lastName: 'Ito', phoneNumber: phone, tags: [tag] };
      return { id: await makeCandidate(app.deps.db, of.accountId, candidate), phone };
    }),
  );
  if (wrote)
    await query(
      `insert into conversations (account_id, id, seat_id, candidate_id, assignee_id, last_message_at, last_inbound_at)
       select $1, gen_random_uuid(), $2, c.id, $3, $4::timestamptz - interval '1 day', $4::timestamptz - interval '1 day'
         from candidates c where c.account_id = $1 and c.phone_number = any($5)`,
      [of.accountId, of.seatId, of.userId, NOON, phones],
    );
  return made;
}

const start = (audience: object, more: object = {}, person = ana) =>
  person.call(routes.createBroadcast, {
    body: { audience, body: 'Hi {{candidate.firstName}}, we are hiring.', ...more },
  });
const look = (id: string, person = ana) => person.call(routes.getBroadcast, { params: { id } });
const recipients = async (id: string, more: object = {}) =>
  (await ana.call(routes.listBroadcastRecipients, { params: { id }, query: { limit: 100, ...more } })).items;
const calls = {
  pause: routes.pauseBroadcast,
  resume: routes.resumeBroadcast,
  cancel: routes.cancelBroadcast,
};
const act = (verb: keyof typeof calls, id: string) => ana.call(calls[verb], { params: { id } });
const until = (id: string, expected: object): Promise<Broadcast> =>
  eventually(async () => {
    const found = await look(id);
    expect(found).toMatchObject(expected);
    expect(Object.values(found.outcomes).reduce((sum, count) => sum + count, 0)).toBe(found.audience);
    return found;
  });

describe('a broadcast', () => {
  it('goes to everyone in it once, each in their own conversation, and shows who answered', async () => {
    const nurses = await makePeople(4);
    const [first, second, third] = nurses;
    if (!first || !second || !third) throw new Error('No one is there');
    await query(
      `insert into opt_outs (account_id, phone_number, source, opted_out_at) values ($1, $2, 'keyword', now())`,
      [ana.accountId, third.phone],
    );
    await makePeople(1, { wrote: false });
    const asked = { tags: ['NURSE'], candidateIds: [first.id, second.id], search: first.phone };
    const body = 'Hi {{candidate.firstName}}, we are hiring.';
    const preview = await ana.call(routes.previewBroadcast, { body: { audience: asked, body } });
    expect(preview).toMatchObject({
      audience: 5,
      willSend: 3,
      segments: 3,
      costCents: 0,
      startsAt: expect.any(String),
    });
    expect(preview.leftOut.map(({ reason, count }) => [reason, count]).sort()).toEqual([
      ['no_consent', 1],
      ['opted_out', 1],
    ]);
    expect(preview.samples[0]?.body).toBe('Hi Ben, we are hiring.');

    const { id } = await start(asked);
    await until(id, { status: 'done', audience: 5, outcomes: { delivered: 3, leftOut: 2, waiting: 0 } });
    for (const { phone } of nurses)
      expect(sentTo(app, phone)).toEqual(phone === third.phone ? [] : ['Hi Ben, we are hiring.']);

    await receiveText(app, ana, first.phone, 'Yes, tell me more');
    await receiveText(app, ana, second.phone, 'STOP');
    await until(id, { answered: 1, optedOut: 1 });
    const thread = await conversationWith(ana, first.phone);
    const { items } = await ana.call(routes.listMessages, { params: { id: thread.id }, query: {} });
    expect(items.map(({ broadcastId, direction }) => [broadcastId, direction])).toEqual([
      [id, 'inbound'],
      [id, 'outbound'],
    ]);
    const [touch] = await ana.call(routes.listTouches, { params: { id: first.id } });
    expect(touch).toMatchObject({ via: 'broadcast', by: { id: ana.userId }, answered: true });
    expect((await recipients(id, { only: 'optedOut' })).map(({ candidateId }) => candidateId)).toEqual([
      second.id,
    ]);

    const nudge = await start({ unansweredOf: id });
    const done = await until(nudge.id, { status: 'done', audience: 1, outcomes: { delivered: 1 } });
    // Twice a week is enough.
    expect(await look((await start({ candidateIds: nurses.map((each) => each.id) })).id)).toMatchObject({
      audience: 4,
      leftOut: expect.arrayContaining([expect.objectContaining({ reason: 'too_many_broadcasts', count: 1 })]),
    });
    expect(done.can).toEqual({ pause: false, resume: false, cancel: false, approve: false });
  });

  it('asks those for consent who may be asked, and records what they answer', async () => {
    await ana.call(routes.updateAccount, { body: { consentFirst: true } });
    const [fresh, granted, out, asked] = await makePeople(4, { wrote: false });
    if (!fresh || !granted || !out || !asked) throw new Error('No one is there');
    await query('insert into consent_grants (account_id, phone_number, granted_at) values ($1, $2, now())', [
      ana.accountId,
      granted.phone,
    ]);
    await query(
      `insert into opt_outs (account_id, phone_number, source, opted_out_at) values ($1, $2, 'keyword', now())`,
      [ana.accountId, out.phone],
    );
    await ana.call(routes.askConsentOf, { body: { candidateId: asked.id } });
    const audience = { tags: ['nurse'] };
    const left = [
      ['consent_asked', 1],
      ['consent_on_record', 1],
      ['opted_out', 1],
    ];
    const preview = await ana.call(routes.previewBroadcast, { body: { audience, asksConsent: true } });
    expect(preview).toMatchObject({ audience: 4, willSend: 1 });
    expect(preview.leftOut.map(({ reason, count }) => [reason, count]).sort()).toEqual(left);
    const { id, body } = await ana.call(routes.createBroadcast, { body: { audience, asksConsent: true } });
    await until(id, { name: 'Consent request', asksConsent: true, outcomes: { delivered: 1, leftOut: 3 } });
    expect(sentTo(app, fresh.phone)).toEqual([body]);
    expect(sentTo(app, asked.phone)).toEqual([body]);

    await receiveText(app, ana, fresh.phone, 'YES');
    await eventually(async () =>
      expect(await ana.call(routes.listConsents, { query: { phoneNumber: fresh.phone } })).toMatchObject({
        items: [{ type: 'granted', source: 'text', wording: body, wordingVersion: 'hiretext-1' }],
      }),
    );
    const again = await ana.call(routes.previewBroadcast, { body: { audience, asksConsent: true } });
    expect(again).toMatchObject({ willSend: 0 });
  });

  it('can be for those in an import, and for no one in that of another company', async () => {
    const [known] = await makePeople(1);
    const content = `Phone,First name\n${known?.phone},Ben\n${candidatePhone()},Cleo\n`;
    const { id: importId } = await importFile(ana, { content });
    const asked = { audience: { importId }, body: 'Hi {{candidate.firstName}}' };
    const preview = await ana.call(routes.previewBroadcast, { body: asked });
    // No one has heard of Cleo's consent.
    expect(preview).toMatchObject({
      audience: 2,
      willSend: 1,
      leftOut: [{ reason: 'no_consent', count: 1 }],
    });
    const other = await app.signUp();
    expect(await other.refusal(routes.previewBroadcast, { body: asked })).toBe('422 invalid');
  });

  it('has attachments: everyone gets them, and no one can send those of someone else', async () => {
    const people = await makePeople(2);
    const upload = (of: Recruiter) =>
      keepUpload(app.deps, of, {
        content: Buffer.from(`A picture of ${of.userId}`),
        contentType: 'image/png',
      });
    const other = await app.signUp();
    const [first, second, foreign] = [await upload(ana), await upload(ana), await upload(other)];
    const asked = { tags: ['nurse'] };
    for (const mediaIds of [[foreign.id], [first.id, foreign.id]])
      for (const route of [routes.previewBroadcast, routes.createBroadcast])
        expect(await ana.refusal(route, { body: { audience: asked, body: 'Hi', mediaIds } })).toBe(
          '422 invalid',
        );
    const made = await start(asked, { mediaIds: [second.id, first.id] });
    expect(made.attachments.map(({ id }) => id)).toEqual([second.id, first.id]);
    // Once in a broadcast, it's in nothing else.
    expect(
      await ana.refusal(routes.createBroadcast, {
        body: { audience: asked, body: 'Hi', mediaIds: [first.id] },
      }),
    ).toBe('422 invalid');
    await until(made.id, { status: 'done', outcomes: { delivered: 2 } });
    for (const { phone } of people) {
      const thread = await conversationWith(ana, phone);
      expect(thread.lastMessage?.hasMedia).toBe(true);
      const { items } = await ana.call(routes.listMessages, { params: { id: thread.id }, query: {} });
      const media = items[0]?.media ?? [];
      expect(media).toHaveLength(2);
      for (const { url } of media)
        expect(await (await fetch(url ?? '')).text()).toBe(`A picture of ${ana.userId}`);
      const sent = app.twilio.state.messages.find(({ to }) => to === phone);
      expect(sent?.mediaUrls).toEqual(media.map(({ url }) => url));
    }
    app.clock.advance(3 * 86_400_000);
    await sweepUploads(app.deps.db);
    expect((await look(made.id)).attachments).toHaveLength(2);
  });

  it('is refused without anyone in it, without a text, with two times, and with attributes of an interview', async () => {
    const [one] = await makePeople(1);
    const audience = { candidateIds: [one?.id ?? ''] };
    const tries: [object, string][] = [
      [{ audience: {}, body: 'Hi' }, 'audience'],
      [{ audience: { tags: ['none of them'] }, body: 'Hi' }, 'audience'],
      [{ audience, body: ' ' }, 'body'],
      [{ audience }, 'body'],
      [{ audience, body: 'Hi', asksConsent: true }, 'body'],
      [{ audience, body: 'On {{interview.date}}' }, 'body'],
      [{ audience, body: 'Hi', scheduledAt: '2026-01-12T09:00:00.000Z' }, 'scheduledAt'],
      [{ audience, body: 'Hi', scheduledAt: NOON, localTime: '2026-01-13T09:00' }, 'localTime'],
    ];
    for (const [body, field] of tries)
      expect(await ana.ask(routes.createBroadcast, { body }), field).toMatchObject({
        status: 422,
        body: { code: 'invalid', details: { fields: { [field]: expect.any(Array) } } },
      });
    expect((await ana.call(routes.listBroadcasts, {})).items).toEqual([]);
  });

  it('leaves out those for whom a value is missing', async () => {
    const [one, other] = await makePeople(2);
    await query(`update candidates set job_title = 'Nurse' where id = $1`, [one?.id]);
    const { id } = await start({ candidateIds: [one?.id, other?.id] }, { body: 'Still a {{job.title}}?' });
    await until(id, { status: 'done', outcomes: { delivered: 1, leftOut: 1 } });
    expect(await recipients(id, { outcome: 'leftOut' })).toMatchObject([
      { candidateId: other?.id, reason: 'missing_value', messageId: null },
    ]);
  });

  it('waits for the hours of each recipient, or goes at a time on their clock', async () => {
    app.clock.jumpTo(AT_NIGHT);
    const people = await makePeople(2);
    const [chicago, berlin] = people;
    await query(`update candidates set timezone = 'Europe/Berlin' where id = $1`, [berlin?.id]);
    const audience = { candidateIds: people.map(({ id }) => id) };
    const preview = await ana.call(routes.previewBroadcast, { body: { audience, body: 'Hi' } });
    expect(preview).toMatchObject({
      waiting: { quiet_hours: 1 },
      waitingFor: [{ zone: 'America/Chicago', until: MORNING, count: 1 }],
    });
    const now = await start(audience);
    await until(now.id, { status: 'running', outcomes: { delivered: 1, waiting: 1 }, nextSendAt: MORNING });
    const clock = await start(audience, { localTime: '2026-01-13T09:30' });
    expect(
      (await recipients(clock.id)).map(({ candidateId, sendAt }) => [candidateId, sendAt]).sort(),
    ).toEqual(
      [
        [berlin?.id, '2026-01-13T08:30:00.000Z'],
        [chicago?.id, '2026-01-13T15:30:00.000Z'],
      ].sort(),
    );
    expect(clock).toMatchObject({ status: 'scheduled', startsAt: '2026-01-13T08:30:00.000Z' });
    app.clock.jumpTo(MORNING);
    app.clock.advance(1000);
    await until(now.id, { status: 'done', outcomes: { delivered: 2 } });
    expect(sentTo(app, chicago?.phone ?? '')).toHaveLength(1);
  });
});

describe('the test of a text', () => {
  it('goes to the own phone of the person once that is a candidate, through the gate, as a text like any other', async () => {
    const [nurse] = await makePeople(1);
    const picture = await keepUpload(app.deps, ana, {
      content: Buffer.from('A picture'),
      contentType: 'image/png',
    });
    const asked = {
      candidateId: nurse?.id ?? '',
      body: 'Hi {{candidate.firstName}}, we are hiring.',
      mediaIds: [picture.id],
    };
    const test = (body: object = asked) => ana.refusal(routes.testBroadcast, { body: body as typeof asked });
    expect(await test()).toBe('409 no_own_phone');
    const phoneNumber = candidatePhone();
    await ana.call(routes.updateUser, { body: { phoneNumber } });
    expect(await test()).toBe('409 own_phone_unknown');
    const mine = { firstName: 'Ana', lastName: 'Ruiz', phoneNumber };
    expect(await query(`select from candidates where phone_number = $1`, [phoneNumber])).toEqual([]);
    await ana.call(routes.createCandidate, { body: mine });
    expect(await test({ ...asked, body: '{{job.title}}' })).toBe('422 missing_attributes');
    expect(await test({ ...asked, candidateId: ana.userId })).toBe('404 not_found');

    const sent = await ana.call(routes.testBroadcast, { body: asked });
    expect(sent).toMatchObject({ body: 'Test: Hi Ben, we are hiring.', broadcastId: null, segments: 1 });
    await eventually(() => expect(sentTo(app, phoneNumber)).toEqual(['Test: Hi Ben, we are hiring.']));
    expect(sentTo(app, nurse?.phone ?? '')).toEqual([]);
    expect(sent.media.map(({ id }) => id)).not.toEqual([picture.id]);
    await until((await start({ tags: ['nurse'] }, { mediaIds: [picture.id] })).id, { status: 'done' });

    await receiveText(app, ana, phoneNumber, 'STOP');
    expect(await test({ candidateId: asked.candidateId, body: 'Hi' })).toBe('403 opted_out');
  });
});

describe('while it runs', () => {
  it('it is paused, resumed and canceled, and a typed text overtakes it', async () => {
    const people = await makePeople(20);
    await query(
      `update numbers set next_send_at = $2::timestamptz + interval '2 seconds' where account_id = $1`,
      [ana.accountId, app.clock()],
    );
    const { id } = await start({ tags: ['nurse'] });
    await eventually(async () =>
      expect((await recipients(id)).every(({ messageId }) => messageId)).toBe(true),
    );
    expect(await act('pause', id)).toMatchObject({
      status: 'paused',
      pausedBecause: null,
      can: { resume: true },
    });
    expect(await ana.refusal(routes.pauseBroadcast, { params: { id } })).toBe('409 broadcast_state');
    app.clock.advance(3000);
    const typed = candidatePhone();
    await sendText(ana, typed, 'See you at three');
    await eventually(() => expect(sentTo(app, typed)).toHaveLength(1));
    expect(people.flatMap(({ phone }) => sentTo(app, phone))).toEqual([]);

    await query(
      `update numbers set next_send_at = $2::timestamptz + interval '2 seconds' where account_id = $1`,
      [ana.accountId, app.clock()],
    );
    await act('resume', id);
    const later = candidatePhone();
    await sendText(ana, later, 'And bring your license');
    app.clock.advance(3000);
    await eventually(() => expect(people.some(({ phone }) => sentTo(app, phone).length > 0)).toBe(true));
    const order = app.twilio.state.messages.filter(({ from }) => from === ana.number).map(({ to }) => to);
    expect(order.slice(0, 2)).toEqual([typed, later]);
    await until(id, { status: 'done', outcomes: { delivered: 20 } });
    expect(await ana.refusal(routes.cancelBroadcast, { params: { id } })).toBe('409 broadcast_state');

    const other = await start({ tags: ['nurse'] }, { scheduledAt: '2026-01-12T19:00:00.000Z' });
    expect(await act('cancel', other.id)).toMatchObject({ status: 'canceled', outcomes: { canceled: 20 } });
  });

  it('it stops when carriers block the first texts, and nothing is sent again', async () => {
    const people = await makePeople(40);
    app.twilio.control.receipts({ final: 'undelivered', errorCode: '30007' });
    const { id } = await start({ tags: ['nurse'] });
    const stopped = await until(id, {
      status: 'stopped',
      stoppedBecause: { code: 'filtered' },
      audience: 40,
    });
    await until(id, { outcomes: { waiting: 0, sent: 0 } });
    const sent = people.filter(({ phone }) => sentTo(app, phone).length > 0);
    expect(sent.length).toBeLessThanOrEqual(25);
    expect(stopped.outcomes.canceled).toBeGreaterThanOrEqual(15);
    expect(await ana.refusal(routes.resumeBroadcast, { params: { id } })).toBe('409 broadcast_state');
  });

  it('it goes on after the first 25 once they arrived', async () => {
    await makePeople(60);
    app.twilio.control.receipts({ final: 'sent' });
    const { id } = await start({ tags: ['nurse'] });
    await until(id, { status: 'running', outcomes: { sent: 25, waiting: 35 } });
    // What is being sent counts as sent, and would be reported by the next plan.
    const sent = `select from messages where account_id = $1 and status = 'sent'`;
    await eventually(async () => expect(await query(sent, [ana.accountId])).toHaveLength(25));
    // Phones that are off never report.
    app.twilio.control.receipts({});
    app.clock.advance(150_000);
    await until(id, { status: 'done', outcomes: { delivered: 35, sent: 25 } });
  });

  it('it warns of many opt-outs, and stops when there are more', async () => {
    const later = await makePeople(5);
    await query(`update candidates set timezone = 'Asia/Tokyo' where id = any($1)`, [
      later.map(({ id }) => id),
    ]);
    await makePeople(5);
    const { id } = await start({ tags: ['nurse'] });
    await until(id, { status: 'running', outcomes: { delivered: 5, waiting: 5 }, warning: null });
    // As if it had been for many more.
    const people = await makePeople(205, { tag: 'driver', wrote: false });
    await query(
      `insert into broadcast_recipients (account_id, broadcast_id, phone_number, candidate_id, outcome, send_at, segments, written_at)
       select account_id, $2, phone_number, id, 'delivered', $3, 1, $3 from candidates where account_id = $1 and 'driver' = any(tags)`,
      [ana.accountId, id, app.clock()],
    );
    for (const { phone } of people.slice(0, 3)) await receiveText(app, ana, phone, 'STOP');
    await until(id, { status: 'running', optedOut: 3, warning: { code: 'opt_outs' } });
    await receiveText(app, ana, people[3]?.phone ?? '', 'STOP');
    await until(id, {
      status: 'stopped',
      stoppedBecause: { code: 'opt_outs' },
      outcomes: { delivered: 210, canceled: 5 },
    });
    app.clock.advance(86_400_000);
    expect(later.flatMap(({ phone }) => sentTo(app, phone))).toEqual([]);
  });

  it('it keeps to what carriers take in a day, costs what the preview says, and ends when it says', async () => {
    await query(
      `insert into registrations (account_id, reference, state, draft, changed_at)
       values ($1, gen_random_uuid(), 'approved', '{"useCase":"lowVolume"}', now())`,
      [ana.accountId],
    );
    const [earlier] = await makePeople(1, { tag: 'earlier' });
    // 30 of 4,000 segments are left today, of which half are for T-Mobile.
    await query(
      `with made as (
         insert into broadcasts (account_id, id, author_id, seat_id, name, body, status, starts_at, created_at)
         values ($1, gen_random_uuid(), $2, $3, 'Earlier', 'Hi', 'done', $5, $5) returning id)
       insert into broadcast_recipients (account_id, broadcast_id, phone_number, candidate_id, outcome, send_at, segments, written_at)
       select $1, id, $6, $4, 'delivered', $5, 3970, $5 from made`,
      [ana.accountId, ana.userId, ana.seatId, earlier?.id, '2026-01-12T08:30:00.000Z', earlier?.phone],
    );
    await makePeople(60);
    app.twilio.control.tMobileTakes(15);
    const asked = { audience: { tags: ['nurse'] }, body: 'Hi {{candidate.firstName}}, we are hiring.' };
    const preview = await ana.call(routes.previewBroadcast, { body: asked });
    const { id } = await start(asked.audience);
    const midnight = '2026-01-13T08:00:00.000Z';
    await until(id, {
      status: 'running',
      outcomes: { delivered: 30, waiting: 30 },
      limitedUntil: midnight,
      nextSendAt: midnight,
    });
    app.twilio.control.tMobileTakes(2000);
    app.clock.jumpTo(midnight);
    app.clock.advance(1000);
    const morning = '2026-01-13T14:00:00.000Z';
    await until(id, { outcomes: { waiting: 30 }, limitedUntil: null, nextSendAt: morning });
    app.clock.jumpTo(morning);
    app.clock.advance(1000);
    await until(id, { status: 'done', outcomes: { delivered: 60 } });
    app.twilio.control.tMobileTakes(null);
    const [sent] = await query(
      `select sum(segments)::int as segments, max(sent_at) as last from messages where broadcast_id = $1`,
      [id],
    );
    const isNear = (real: number, planned: number) => Math.abs(real - planned) <= planned / 10;
    expect(isNear(sent.segments, preview.segments)).toBe(true);
    const lasted = (end: string | Date) => new Date(end).getTime() - Date.parse(NOON);
    expect(isNear(lasted(sent.last), lasted(preview.finishesAt ?? ''))).toBe(true);
  });

  it('it waits for the next day once a carrier took no more, and loses no others', async () => {
    const people = await makePeople(60);
    app.twilio.control.tMobileTakes(3);
    const { id } = await start({ tags: ['nurse'] });
    const waits = await until(id, { outcomes: { waiting: 35 }, limitedUntil: '2026-01-13T08:00:00.000Z' });
    app.twilio.control.tMobileTakes(null);
    expect(waits.outcomes.undelivered).toBeGreaterThanOrEqual(8);
    expect(await recipients(id, { outcome: 'undelivered' })).toContainEqual(
      expect.objectContaining({ reason: 'daily_limit' }),
    );
    app.clock.jumpTo('2026-01-13T14:00:01.000Z');
    await until(id, { status: 'done', outcomes: { waiting: 0, sent: 0 } });
    for (const { phone } of people) expect(sentTo(app, phone)).toHaveLength(1);
  });

  it.each(['cancel', 'send'] as const)(
    'nothing more goes out once its author is removed, whatever becomes of what they scheduled: %s',
    async (scheduledTexts) => {
      await query(
        `insert into seats (account_id, id, seat_role, seat_type, status)
         select account_id, gen_random_uuid(), seat_role, seat_type, 'available' from seats where user_id = $1`,
        [ana.userId],
      );
      const ben = await app.addColleague(ana);
      const people = await makePeople(30);
      await query(
        `update numbers set next_send_at = $2::timestamptz + interval '2 seconds' where account_id = $1`,
        [ana.accountId, app.clock()],
      );
      const { id } = await start({ tags: ['nurse'] }, {}, ben);
      await eventually(async () =>
        expect((await recipients(id)).filter(({ messageId }) => messageId)).toHaveLength(25),
      );
      await ana.call(routes.removeSeatFromTeamMember, { body: { userId: ben.userId, scheduledTexts } });
      app.clock.advance(3000);
      await until(id, {
        status: 'paused',
        pausedBecause: { code: 'sender_gone' },
        outcomes: { canceled: 25, waiting: 5 },
      });
      expect(people.flatMap(({ phone }) => sentTo(app, phone))).toEqual([]);
      expect(await recipients(id, { outcome: 'canceled' })).toContainEqual(
        expect.objectContaining({ reason: 'sender_left' }),
      );
      expect(await act('cancel', id)).toMatchObject({ status: 'canceled', outcomes: { canceled: 30 } });
    },
  );

  it('everyone gets it once, from the new number, when the number is replaced in the middle', async () => {
    // A number that is new isn't replaced.
    app.clock.advance(120_000);
    const people = await makePeople(30);
    await query(
      `update numbers set next_send_at = $2::timestamptz + interval '2 seconds' where account_id = $1`,
      [ana.accountId, app.clock()],
    );
    const { id } = await start({ tags: ['nurse'] });
    await eventually(async () =>
      expect((await recipients(id)).filter(({ messageId }) => messageId)).toHaveLength(25),
    );
    await ana.call(routes.resetPhoneNumber, { body: { seatId: ana.seatId } });
    app.clock.advance(3000);
    await until(id, { status: 'done', outcomes: { delivered: 30 } });
    for (const { phone } of people) expect(sentTo(app, phone)).toHaveLength(1);
    const phones = people.map(({ phone }) => phone);
    const from = app.twilio.state.messages.filter(({ to }) => phones.includes(to)).map((text) => text.from);
    expect(from).not.toContain(ana.number);
  });

  it('it is paused when its number is gone, and says why', async () => {
    await makePeople(3);
    const { id } = await start({ tags: ['nurse'] }, { scheduledAt: '2026-01-12T19:00:00.000Z' });
    await query(`update numbers set link_status = 'linking', linked_at = null where account_id = $1`, [
      ana.accountId,
    ]);
    app.clock.jumpTo('2026-01-12T19:00:01.000Z');
    await until(id, {
      status: 'paused',
      pausedBecause: { code: 'number_not_linked' },
      outcomes: { waiting: 3 },
    });
  });

  it('a recipient who is deleted, or whose number changes, gets nothing', async () => {
    const [gone, moved, stays] = await makePeople(3);
    const { id } = await start({ tags: ['nurse'] }, { scheduledAt: '2026-01-12T19:00:00.000Z' });
    await ana.call(routes.deleteCandidate, { params: { id: gone?.id ?? '' } });
    await ana.call(routes.updateCandidate, {
      params: { id: moved?.id ?? '' },
      body: { phoneNumber: candidatePhone() },
    });
    app.clock.jumpTo('2026-01-12T19:00:01.000Z');
    await until(id, { status: 'done', audience: 2, outcomes: { delivered: 1, leftOut: 1 } });
    expect(sentTo(app, gone?.phone ?? '')).toEqual([]);
    expect(sentTo(app, stays?.phone ?? '')).toHaveLength(1);
    await ana.call(routes.restoreCandidate, { params: { id: gone?.id ?? '' } });
    await until(id, { audience: 3, outcomes: { canceled: 1 } });
  });
});

describe('an account that wants four eyes', () => {
  it('has an admin approve what is large, and never the author', async () => {
    await query(
      `insert into seats (account_id, id, seat_role, seat_type, status)
       select account_id, gen_random_uuid(), seat_role, seat_type, 'available' from seats where user_id = $1`,
      [ana.userId],
    );
    const ben = await app.addColleague(ana);
    await makePeople(2);
    await ana.call(routes.updateAccount, { body: { broadcastApprovalAbove: 1, broadcastConsent: 'any' } });
    const own = await start({ tags: ['nurse'] });
    expect(own).toMatchObject({ status: 'awaitingApproval', can: { approve: false } });
    expect(await ana.refusal(routes.approveBroadcast, { params: { id: own.id } })).toBe('403 forbidden');
    await act('cancel', own.id);

    const { id } = await start({ tags: ['nurse'] }, {}, ben);
    expect(await ben.refusal(routes.approveBroadcast, { params: { id } })).toBe('403 forbidden');
    expect(await ben.refusal(routes.getBroadcast, { params: { id: own.id } })).toBe('404 not_found');
    await ana.call(routes.approveBroadcast, { params: { id } });
    await until(id, { status: 'done', outcomes: { delivered: 2 } });
    const declined = await start({ tags: ['nurse'] }, {}, ben);
    expect(await ana.call(routes.declineBroadcast, { params: { id: declined.id } })).toMatchObject({
      status: 'canceled',
      outcomes: { canceled: 2 },
    });
  });
});
