import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { FakeCall } from '../../adapters/carrier/fakes/fake-call.ts';
import { signedTwilioWebhook } from '../../adapters/carrier/fakes/fake-twilio-webhooks.ts';
import { howMany } from '../../testing/how-long.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { conversationWith, receiveText, sendText } from '../../testing/texting.ts';
import { runConfigureCalls, runSweepCallUrls } from '../numbers/configure-calls.ts';
import { runSweepCalls } from './sweep-calls.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());
afterEach(async () => {
  app.clock.reset();
  await forward(null);
});

const ownPhone = '+12065550142';
/** The shortest thing that is an MP3 file. */
const mp3 = Buffer.concat([
  Buffer.from('4944330400000000000a', 'hex'),
  Buffer.alloc(10),
  Buffer.from('fffb9064', 'hex'),
  Buffer.alloc(413),
]);

const forward = (number: string | null, hours: 'always' | 'businessHours' = 'always', person = ana) =>
  person.call(routes.updateCallForwardSettings, {
    body: {
      callForwardingEnabled: number !== null,
      callForwardingNumber: number,
      callForwardingHours: hours,
    },
  });

const call = (from: string | null, to = ana.number) => app.twilio.control.placeCall(from, to);

/** The calls of the caller's thread, newest first. */
async function callsOf(phone: string, person = ana) {
  const { id } = await conversationWith(person, phone);
  const { items } = await person.call(routes.listMessages, { params: { id }, query: { limit: 100 } });
  return items.filter((item) => item.call !== null);
}

const spoken = (placed: FakeCall) => placed.heard.map(({ sentence }) => sentence);

describe('no one is to be rung', () => {
  it('the caller hears who they reached; the call was missed, and waits in the inbox', async () => {
    const phone = candidatePhone();
    const placed = await call(phone);
    expect(placed).toMatchObject({ state: 'voicemail', refused: [] });
    expect(spoken(placed)[0]).toMatch(
      /^You have reached .+\. No one can take your call right now\. Please leave a message/,
    );
    await placed.hangUp();

    const conversation = await conversationWith(ana, phone);
    expect(conversation).toMatchObject({
      candidate: { firstName: '', phoneNumber: phone, consent: { status: 'none' } },
      unreadCount: 1,
      waitingSince: expect.any(String),
      assigneeId: ana.userId,
      lastMessage: { direction: 'inbound', body: '', callOutcome: 'missed' },
    });
    expect(await callsOf(phone)).toMatchObject([
      { call: { outcome: 'missed', seconds: null }, body: '', status: 'received', media: [] },
    ]);
    const { items } = await ana.call(routes.listConversations, { query: { filter: 'unread' } });
    expect(items[0]?.id).toBe(conversation.id);
  });

  it('a message is stored, and can be heard', async () => {
    const phone = candidatePhone();
    const placed = await call(phone);
    await placed.leaveMessage(mp3, 23);
    expect(placed).toMatchObject({ state: 'ended', refused: [] });
    expect(spoken(placed).at(-1)).toBe('Thank you. Goodbye.');
    const url = await eventually(async () => {
      const [entry, ...more] = await callsOf(phone);
      expect(more).toEqual([]);
      expect(entry).toMatchObject({
        call: { outcome: 'voicemail', seconds: 23 },
        media: [{ contentType: 'audio/mpeg', status: 'stored', bytes: mp3.length }],
      });
      return entry?.media[0]?.url ?? '';
    });
    const played = await fetch(url);
    expect(played.headers.get('content-disposition')).toBe('inline; filename="attachment.mp3"');
    expect(Buffer.from(await played.arrayBuffer())).toEqual(mp3);
    // Safari asks for the first two bytes before it plays anything.
    const part = async (range: string) => {
      const answer = await fetch(url, { headers: { range } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, range: answer.headers.get('content-range'), bytes };
    };
    expect(played.headers.get('accept-ranges')).toBe('bytes');
    expect(await part('bytes=0-1')).toEqual({
      status: 206,
      range: `bytes 0-1/${mp3.length}`,
      bytes: mp3.subarray(0, 2),
    });
    // The carrier keeps no copy.
    await eventually(() => expect(app.twilio.state.recordings.size).toBe(0));
    expect((await part('bytes=10-')).bytes).toEqual(mp3.subarray(10));
    expect(await part(`bytes=${mp3.length}-`)).toMatchObject({ status: 416, range: `bytes */${mp3.length}` });
    expect(await conversationWith(ana, phone)).toMatchObject({
      unreadCount: 1,
      lastMessage: { callOutcome: 'voicemail', hasMedia: true },
    });
  });

  it('a voicemail makes a missed call unread again that was read meanwhile', async () => {
    const phone = candidatePhone();
    const placed = await call(phone);
    const { id } = await conversationWith(ana, phone);
    await ana.call(routes.readConversation, { params: { id } });
    await placed.leaveMessage(mp3, 5);
    expect((await conversationWith(ana, phone)).unreadCount).toBe(1);
  });

  it('an archived conversation comes back, and an answer that is undone leaves the caller waiting', async () => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Hi');
    const { id } = await conversationWith(ana, phone);
    await ana.call(routes.archiveConversation, { params: { id } });
    await (await call(phone)).hangUp();
    const waiting = await ana.call(routes.getConversation, { params: { id } });
    expect(waiting).toMatchObject({ archivedAt: null, unreadCount: 2 });
    const answer = await sendText(ana, phone, 'Sorry I missed you', { undoSeconds: 30 });
    expect((await conversationWith(ana, phone)).waitingSince).toBeNull();
    await ana.call(routes.cancelMessage, { params: { id: answer.id } });
    expect((await conversationWith(ana, phone)).waitingSince).toBe(waiting.waitingSince);
  });

  it('people who want mails about waiting candidates get one about a missed call too', async () => {
    await ana.call(routes.updateUser, { body: { notifications: { mail: true } } });
    await (await call(candidatePhone())).hangUp();
    const { rowCount } = await app.deps.pool.query('select from graphile_worker.jobs where key = $1', [
      `mailUnread:${ana.userId}`,
    ]);
    expect(rowCount).toBe(1);
  });

  it('a call means nothing for consent', async () => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'STOP');
    await (await call(phone)).hangUp();
    expect(await conversationWith(ana, phone)).toMatchObject({
      candidate: { consent: { status: 'optedOut' } },
      // No one could text them back.
      waitingSince: null,
      unreadCount: 2,
    });
  });
});

describe('calls are forwarded', () => {
  it('the person who picks up hears who calls; what was spoken is in the thread', async () => {
    await forward(ownPhone);
    const phone = candidatePhone();
    await ana.call(routes.createCandidate, {
      body: { firstName: 'Maria', lastName: 'Santos', phoneNumber: phone },
    });
    await receiveText(app, ana, phone, 'Can we talk?');
    const placed = await call(phone);
    expect(placed).toMatchObject({ state: 'ringing', ringsAt: ownPhone });
    await placed.pickUp();
    expect(placed.heard).toEqual([
      { by: 'forwarded', sentence: 'Call from Maria Santos for Hiretext. Press 1 to accept.' },
    ]);
    await placed.press('1');
    expect(placed.state).toBe('talking');
    await placed.hangUp();
    expect(placed.refused).toEqual([]);
    expect(await callsOf(phone)).toMatchObject([{ call: { outcome: 'answered', seconds: 42 } }]);
    expect(await conversationWith(ana, phone)).toMatchObject({ unreadCount: 1, waitingSince: null });
  });

  it('a stranger is announced by number', async () => {
    await forward(ownPhone);
    const placed = await call('+13125550188');
    await placed.pickUp();
    expect(spoken(placed)).toEqual(['Call from 3 1 2, 5 5 5, 0 1 8 8 for Hiretext. Press 1 to accept.']);
    await placed.hangUp();
  });

  it.each<[string, (placed: FakeCall) => Promise<void>]>([
    ['no one picks up', (placed) => placed.decline()],
    [
      'a private voicemail picks up and presses nothing',
      async (placed) => {
        await placed.pickUp();
        await placed.decline();
      },
    ],
    [
      'the wrong key is pressed',
      async (placed) => {
        await placed.pickUp();
        await placed.press('5');
      },
    ],
  ])('when %s, the caller can leave a message', async (_what, happens) => {
    await forward(ownPhone);
    const phone = candidatePhone();
    const placed = await call(phone);
    await happens(placed);
    expect(placed).toMatchObject({ state: 'voicemail', refused: [] });
    expect(await callsOf(phone)).toMatchObject([{ call: { outcome: 'missed' } }]);
    await placed.leaveMessage(mp3, 9);
    expect(await callsOf(phone)).toMatchObject([{ call: { outcome: 'voicemail', seconds: 9 } }]);
    expect((await conversationWith(ana, phone)).unreadCount).toBe(1);
  });

  it('a caller who does not wait has missed no one but us', async () => {
    await forward(ownPhone);
    const phone = candidatePhone();
    await (await call(phone)).hangUp();
    expect(await callsOf(phone)).toMatchObject([{ call: { outcome: 'missed' } }]);
  });

  it('and where they rang is forgotten with their end', async () => {
    await forward(ownPhone);
    const rangAt = async (phone: string) => {
      const { rows } = await app.deps.pool.query<{ to: string | null }>(
        'select forwarded_to as to from calls where account_id = $1 and caller = $2',
        [ana.accountId, phone],
      );
      return rows.map(({ to }) => to);
    };
    const phone = candidatePhone();
    const placed = await call(phone);
    expect(await rangAt(phone)).toEqual([ownPhone]);
    await placed.pickUp();
    await placed.press('1');
    await placed.hangUp();
    expect(await rangAt(phone)).toEqual([null]);
  });

  it('in business hours only, if so chosen', async () => {
    await forward(ownPhone, 'businessHours');
    app.clock.jumpTo('2026-11-23T15:00:00Z');
    const placed = await call(candidatePhone());
    expect(placed).toMatchObject({ state: 'ringing', ringsAt: ownPhone });
    await placed.hangUp();
    app.clock.jumpTo('2026-11-22T15:00:00Z');
    expect(await call(candidatePhone())).toMatchObject({ state: 'voicemail', ringsAt: null });
  });

  it('not while the person is away', async () => {
    await forward(ownPhone);
    const away = (outOfOfficeMessageEnabled: boolean) =>
      ana.call(routes.updateOutOfOffice, {
        body: { outOfOfficeMessageEnabled, outOfOfficeMessage: 'Back on Monday.' },
      });
    await away(true);
    expect(await call(candidatePhone())).toMatchObject({ state: 'voicemail' });
    await away(false);
    const placed = await call(candidatePhone());
    expect(placed).toMatchObject({ state: 'ringing' });
    await placed.hangUp();
  });

  it('not while no one pays', async () => {
    const ben = await app.signUp();
    await forward(ownPhone, 'always', ben);
    const plan = (type: string) =>
      app.deps.pool.query('update accounts set plan_type = $2 where id = $1', [ben.accountId, type]);
    await plan('free');
    expect(await call(candidatePhone(), ben.number)).toMatchObject({ state: 'voicemail', ringsAt: null });
    await plan('payg');
    const placed = await call(candidatePhone(), ben.number);
    expect(placed).toMatchObject({ state: 'ringing' });
    await placed.hangUp();
  });

  it('in another country only while staff have opened that', async () => {
    const ben = await app.signUp();
    const abroad = '+442079460018';
    const features = (names: string) =>
      app.deps.pool.query('update accounts set features_enabled = $2 where id = $1', [ben.accountId, names]);
    await features('{callForwardingAbroad}');
    await forward(abroad, 'always', ben);
    const placed = await call(candidatePhone(), ben.number);
    expect(placed).toMatchObject({ state: 'ringing', ringsAt: abroad });
    await placed.hangUp();
    await features('{}');
    expect(await call(candidatePhone(), ben.number)).toMatchObject({ state: 'voicemail', ringsAt: null });
  });

  it('never in a circle', async () => {
    const ben = await app.signUp();
    // Bought by a colleague after it was typed in.
    await app.deps.pool.query(
      'update users set call_forwarding_enabled = true, call_forwarding_number = $2 where id = $1',
      [ana.userId, ben.number],
    );
    expect(await call(candidatePhone())).toMatchObject({ state: 'voicemail', refused: [] });
    await forward(ownPhone);
    expect(await call(ownPhone)).toMatchObject({ state: 'voicemail', refused: [] });
    const fromOurs = await call(ben.number);
    expect(fromOurs).toMatchObject({ state: 'ended', wasRejected: true, heard: [] });
    await expect(conversationWith(ana, ben.number)).rejects.toThrow('no conversation');
  });

  it('of a landline that texts through us, as of any other phone', async () => {
    await forward(ownPhone);
    const office = await app.signUp();
    await app.deps.pool.query('update numbers set is_landline = true where account_id = $1', [
      office.accountId,
    ]);
    const placed = await call(office.number);
    expect(placed).toMatchObject({ state: 'ringing', ringsAt: ownPhone });
    await placed.hangUp();
    expect(await callsOf(office.number)).toMatchObject([{ call: { outcome: 'missed' } }]);
  });

  it('with a withheld number, which leaves nothing to call back', async () => {
    await forward(ownPhone);
    const placed = await call(null);
    expect(placed).toMatchObject({ state: 'ringing', refused: [] });
    await placed.pickUp();
    expect(spoken(placed)).toEqual(['Call from a hidden number for Hiretext. Press 1 to accept.']);
    await placed.decline();
    expect(placed.state).toBe('ended');
    expect(spoken(placed).at(-1)).toMatch(/Please send a text to this number instead/);
    const { rows } = await app.deps.pool.query(
      'select status, message_id from calls where caller is null and account_id = $1',
      [ana.accountId],
    );
    expect(rows).toEqual([{ status: 'missed', message_id: null }]);
  });
});

describe('a phone that forwards on what is forwarded to it', () => {
  const thread = (phone: string, person = ana) => callsOf(phone, person).catch(() => []);

  it('with the caller’s number: the second call is not taken, and the caller reaches the voicemail', async () => {
    await forward(ownPhone);
    const phone = candidatePhone();
    const outer = await call(phone);
    const inner = await call(phone);
    expect(inner).toMatchObject({ state: 'ended', wasRejected: true, heard: [] });
    await outer.decline();
    expect(outer).toMatchObject({ state: 'voicemail', refused: [] });
    expect(await thread(phone)).toHaveLength(1);
  });

  it('with its own number', async () => {
    const mobile = '+12065550144';
    await forward(mobile);
    const outer = await call(candidatePhone());
    expect(await call(mobile)).toMatchObject({ state: 'ended', wasRejected: true });
    expect(await thread(mobile)).toEqual([]);
    await outer.decline();
    expect(await call(mobile)).toMatchObject({ state: 'voicemail' });
  });

  it('by way of the phone of someone else', async () => {
    const ben = await app.signUp();
    await forward(ownPhone);
    await forward('+12065550143', 'always', ben);
    const phone = candidatePhone();
    const first = await call(phone);
    const second = await call(phone, ben.number);
    expect([first.state, second.state]).toEqual(['ringing', 'ringing']);
    expect(await call(phone)).toMatchObject({ state: 'ended', wasRejected: true });
    await second.hangUp();
    await first.hangUp();
    expect(await thread(phone)).toHaveLength(1);
    expect(await thread(phone, ben)).toHaveLength(1);
  });

  it('and a withheld number', async () => {
    await forward(ownPhone);
    const outer = await call(null);
    expect(await call(null)).toMatchObject({ wasRejected: true });
    await outer.hangUp();
  });

  it('is distinguished from a caller who tries again, from others, and from someone who has been spoken to', async () => {
    await forward(ownPhone);
    const phone = candidatePhone();
    await (await call(phone)).hangUp();
    const again = await call(phone);
    expect(again).toMatchObject({ state: 'ringing' });
    const other = await call(candidatePhone());
    expect(other).toMatchObject({ state: 'ringing' });
    await again.pickUp();
    await again.press('1');
    // Someone else at the same switchboard.
    const colleague = await call(phone);
    expect(colleague).toMatchObject({ state: 'ringing' });
    for (const placed of [again, other, colleague]) await placed.hangUp();
    const lost = await call(phone);
    app.clock.advance(60_000);
    const later = await call(phone);
    expect(later).toMatchObject({ state: 'ringing' });
    for (const placed of [lost, later]) await placed.hangUp();
  });
});

it('a number that no one has says so', async () => {
  app.twilio.control.own('+14155550177', '');
  const owned = app.twilio.state.owned.get('+14155550177');
  const urls = app.twilio.state.owned.get(ana.number);
  if (!owned || !urls) throw new Error('no numbers');
  Object.assign(owned, { voiceUrl: urls.voiceUrl, statusCallback: urls.statusCallback });
  const placed = await call(candidatePhone(), '+14155550177');
  expect(placed).toMatchObject({
    state: 'ended',
    heard: [{ by: 'caller', sentence: 'This number is not in service. Goodbye.' }],
  });
});

it('open browsers see the call, and what became of it', async () => {
  const phone = candidatePhone();
  const placed = await call(phone);
  const [entry] = await callsOf(phone);
  await placed.leaveMessage(mp3, 4);
  await eventually(async () => {
    const { rows } = await app.deps.pool.query<{ kind: string }>(
      'select kind from live_events where message_id = $1 order by id',
      [entry?.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      'message.created',
      'message.updated',
      // The recording has been fetched.
      'message.updated',
    ]);
  });
});

it('a webhook with what cannot be stored is refused, however well signed', async () => {
  for (const odd of ['CallSid', 'To']) {
    const fields = { CallSid: 'CA1', From: candidatePhone(), To: ana.number, [odd]: '\u0000' };
    expect((await post('/incoming', fields)).status).toBe(422);
  }
});

/** A webhook as Twilio signs it. */
async function post(path: string, fields: Record<string, string>, token = app.twilio.authToken) {
  const { url, headers, body } = signedTwilioWebhook(
    token,
    `${app.url}/webhooks/twilio/calls${path}`,
    fields,
  );
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.text() };
}

let sids = 0;
const nextSid = (kind: string) => {
  sids += 1;
  return `${kind}${String(sids).padStart(32, '0')}`;
};

async function ring(person = ana, from = candidatePhone()) {
  const sid = nextSid('CA');
  const fields = { CallSid: sid, From: from, To: person.number, CallStatus: 'ringing' };
  const answer = await post('/incoming', fields);
  const { rows } = await app.deps.pool.query<{ id: string }>(
    'select id from calls where carrier_call_id = $1',
    [sid],
  );
  const id = rows[0]?.id ?? '';
  const recording = {
    CallSid: sid,
    RecordingSid: nextSid('RE'),
    RecordingUrl: `${app.twilio.url}/2010-04-01/Accounts/${app.twilio.accountSid}/Recordings/REnone`,
    RecordingStatus: 'completed',
    RecordingDuration: '7',
  };
  return {
    id,
    sid,
    from,
    answer,
    webhooks: {
      incoming: () => post('/incoming', fields),
      missed: () =>
        post(`/${person.accountId}/${id}/forwardEnded`, { CallSid: sid, DialCallStatus: 'no-answer' }),
      recorded: () => post(`/${person.accountId}/${id}/recorded`, { CallSid: sid }),
      recordingReady: () => post(`/${person.accountId}/${id}/recordingReady`, recording),
      ended: () => post('/ended', { ...fields, CallStatus: 'completed' }),
    },
  };
}

describe('webhooks', () => {
  it('in any order and more than once leave one voicemail', async () => {
    await forward(ownPhone);
    const names = ['missed', 'recorded', 'recordingReady', 'ended', 'incoming'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...names, ...names], { minLength: 10, maxLength: 10 }),
        async (order) => {
          const { from, webhooks } = await ring();
          for (const name of order) expect((await webhooks[name]()).status).toBe(200);
          const calls = await callsOf(from);
          expect(calls).toMatchObject([{ call: { outcome: 'voicemail', seconds: 7 } }]);
          expect(calls[0]?.media).toHaveLength(1);
          expect((await conversationWith(ana, from)).unreadCount).toBe(1);
        },
      ),
      { numRuns: howMany(4, 8) },
    );
  });

  it('at the same moment leave one entry', async () => {
    await forward(ownPhone);
    const { from, webhooks } = await ring();
    await Promise.all([webhooks.missed(), webhooks.ended(), webhooks.missed(), webhooks.recordingReady()]);
    expect(await callsOf(from)).toMatchObject([{ call: { outcome: 'voicemail' } }]);
    expect((await conversationWith(ana, from)).unreadCount).toBe(1);
  });

  it('a call that comes in twice is answered alike, whatever was changed meanwhile', async () => {
    await forward(ownPhone);
    const { answer, webhooks } = await ring();
    await forward(null);
    expect(await webhooks.incoming()).toEqual(answer);
  });

  it('a key that is pressed after the caller went on to voicemail connects no one', async () => {
    await forward(ownPhone);
    const { id, sid, webhooks } = await ring();
    await webhooks.missed();
    const answer = await post(`/${ana.accountId}/${id}/pressed`, { CallSid: `${sid}leg`, Digits: '1' });
    expect(answer.body).toContain('<Hangup/>');
  });

  it('a recording that comes after the call was answered makes no voicemail of it', async () => {
    await forward(ownPhone);
    const { id, sid, from, webhooks } = await ring();
    await post(`/${ana.accountId}/${id}/pressed`, { CallSid: `${sid}leg`, Digits: '1' });
    await webhooks.ended();
    expect((await webhooks.recordingReady()).status).toBe(200);
    expect(await callsOf(from)).toMatchObject([{ call: { outcome: 'answered' }, media: [] }]);
  });

  it('are trusted at an address with a query, which the signature covers', async () => {
    const fields = { CallSid: nextSid('CA'), From: candidatePhone(), To: ana.number };
    expect((await post('/incoming?from=a%20b&to=', fields)).status).toBe(200);
  });

  it('are refused with a wrong signature, and when they make no sense', async () => {
    const { id, sid } = await ring();
    for (const path of ['/incoming', '/ended', `/${ana.accountId}/${id}/forwardEnded`]) {
      expect((await post(path, { CallSid: sid, To: ana.number }, 'another token')).status).toBe(401);
      expect((await post(path, { Nothing: 'at all' })).status).toBe(400);
    }
  });

  it('about a call of another account, or about another call, find nothing', async () => {
    const ben = await app.signUp();
    const { id, sid } = await ring();
    const other = await ring(ben);
    const fields = { CallSid: sid, DialCallStatus: 'no-answer' };
    expect((await post(`/${ben.accountId}/${id}/forwardEnded`, fields)).status).toBe(404);
    expect((await post(`/${ben.accountId}/${other.id}/forwardEnded`, fields)).status).toBe(404);
    expect((await post(`/${ben.accountId}/${id}/pickedUp`, fields)).status).toBe(404);
    expect((await post('/none/of-these/pickedUp', fields)).status).toBe(404);
    await expect(conversationWith(ben, '+19995550100')).rejects.toThrow('no conversation');
  });

  it('about a call of a candidate who was deleted meanwhile find nothing', async () => {
    const { from, webhooks } = await ring();
    const { candidate } = await conversationWith(ana, from);
    await ana.call(routes.deleteCandidate, { params: { id: candidate.id } });
    expect((await webhooks.recordingReady()).status).toBe(404);
    const { rowCount } = await app.deps.pool.query('select from calls where caller = $1', [from]);
    expect(rowCount).toBe(0);
  });
});

describe('a call whose end got lost', () => {
  it('is closed as missed soon, and stays where it rang', async () => {
    await forward(ownPhone);
    const { from } = await ring();
    const rang = app.clock().getTime();
    await runSweepCalls(app.deps);
    await expect(conversationWith(ana, from)).rejects.toThrow('no conversation');
    app.clock.advance(6 * 60_000);
    await runSweepCalls(app.deps);
    const [entry] = await callsOf(from);
    expect(entry).toMatchObject({ call: { outcome: 'missed', seconds: null } });
    expect(Math.abs(Date.parse(entry?.createdAt ?? '') - rang)).toBeLessThan(60_000);
  });

  it('and that was accepted, as answered for as long as it is unknown', async () => {
    await forward(ownPhone);
    const { id, sid, from } = await ring();
    await post(`/${ana.accountId}/${id}/pressed`, { CallSid: `${sid}leg`, Digits: '1' });
    app.clock.advance(3 * 3600_000);
    await runSweepCalls(app.deps);
    await expect(conversationWith(ana, from)).rejects.toThrow('no conversation');
    app.clock.advance(3 * 3600_000);
    await runSweepCalls(app.deps);
    expect(await callsOf(from)).toMatchObject([{ call: { outcome: 'answered', seconds: null } }]);
  });
});

it('the carrier learns where to ask about calls to a number that is older than they are', async () => {
  const owned = app.twilio.state.owned.get(ana.number);
  if (!owned) throw new Error('no number');
  Object.assign(owned, { voiceUrl: '', statusCallback: 'https://old.example.com' });
  // It is looked at every five minutes, perhaps a moment ago.
  await app.deps.pool.query('update numbers set calls_url = null where account_id = $1', [ana.accountId]);
  await runSweepCallUrls(app.deps);
  await eventually(() =>
    expect(owned).toMatchObject({
      voiceUrl: `${app.url}/webhooks/twilio/calls/incoming`,
      statusCallback: `${app.url}/webhooks/twilio/calls/ended`,
    }),
  );
  await eventually(async () => {
    const { rowCount } = await app.deps.pool.query(
      'select from numbers where account_id = $1 and calls_url is not null',
      [ana.accountId],
    );
    expect(rowCount).toBe(1);
  });
  // Nothing to do is no harm.
  await runConfigureCalls(app.deps, ana.accountId, app.deps.newId());
});
