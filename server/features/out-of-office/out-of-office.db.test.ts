import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutOfOffice } from '../../../contract/out-of-office.ts';
import * as routes from '../../../contract/routes.ts';
import { inboundForm, signedTwilioWebhook } from '../../adapters/carrier/fakes/fake-twilio-webhooks.ts';
import { openStream } from '../../testing/event-stream.ts';
import { mailsTo } from '../../testing/mails.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import type { Answer } from '../../testing/test-client.ts';
import { conversationWith, lookUp, receiveText, sendText, sentTo } from '../../testing/texting.ts';
import { sendTexts } from '../texting/sending/send-texts.ts';
import { runMailUnread } from '../texting/unread/mail-unread.ts';

/* Being away, from the switch to what a candidate gets and what the delegate sees. */

const HOUR = 3600_000;
const MESSAGE = 'Back on Monday.';
/** Enough of an MP3 file to be taken for one. */
const VOICEMAIL = Buffer.concat([
  Buffer.from('4944330400000000000a', 'hex'),
  Buffer.alloc(10),
  Buffer.from('fffb9064', 'hex'),
  Buffer.alloc(413),
]);

let app: TestApp;
let ana: Recruiter;
let sids = 0;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ana = await app.signUp();
  await ana.call(routes.updateAccount, { body: { name: 'Acme' } });
});
afterAll(() => app.stop());

const inHours = (hours: number) => new Date(app.clock().getTime() + hours * HOUR).toISOString();

function change(person: Recruiter, body: Partial<OutOfOffice>): Promise<OutOfOffice> {
  return person.call(routes.updateOutOfOffice, { body });
}

const fieldsOf = ({ body }: Answer) => (body as { details?: { fields?: unknown } }).details?.fields;

const goAway = (person: Recruiter, more: Partial<OutOfOffice> = {}) =>
  change(person, { outOfOfficeMessageEnabled: true, outOfOfficeMessage: MESSAGE, ...more });

/** Someone whom the recruiter has texted before. */
async function acquaintance(of: Recruiter): Promise<string> {
  const phone = candidatePhone();
  await sendText(of, phone, 'Hi');
  await eventually(() => expect(sentTo(app, phone)).toEqual(['Hi']));
  return phone;
}

/** What the candidate got since, when nothing is left to send. A text of ours that is written last may overtake an answer. */
async function answersTo(person: Recruiter, phone: string): Promise<string[]> {
  await sendText(person, phone, 'the end');
  await eventually(async () => {
    const { rowCount } = await app.deps.pool.query(
      `select 1 from messages where candidate_number = $1 and status in ('queued', 'sending')`,
      [phone],
    );
    expect(rowCount).toBe(0);
  });
  const sent = sentTo(app, phone).filter((body) => body !== 'the end');
  return sent.slice(sent[0] === 'Hi' ? 1 : 0);
}

function webhook(text: { sid?: string; from: string; to: string; body: string }) {
  sids += 1;
  const sid = text.sid ?? `SMaway${String(sids).padStart(28, '0')}`;
  const form = inboundForm(app.twilio.accountSid, { ...text, sid, media: 0 });
  const signed = signedTwilioWebhook(app.twilio.authToken, `${app.url}/webhooks/twilio/inbound`, form);
  return () => fetch(signed.url, { method: 'POST', headers: signed.headers, body: signed.body });
}

async function workedIn(): Promise<void> {
  await eventually(async () =>
    expect((await app.deps.pool.query('select 1 from carrier_events')).rowCount).toBe(0),
  );
}

it('what a person and an admin change at once are both kept', async () => {
  const cem = await app.addColleague(ana);
  for (let round = 0; round < 8; round += 1) {
    const message = `Back on day ${round}.`;
    const endsAt = inHours(24 + round);
    await Promise.all([
      goAway(cem, { outOfOfficeMessage: message }),
      ana.call(routes.updateOutOfOfficeByUserId, { params: { id: cem.userId }, body: { endsAt } }),
    ]);
    expect(await cem.call(routes.getOutOfOffice, {})).toMatchObject({ outOfOfficeMessage: message, endsAt });
  }
});

describe('the settings', () => {
  it('are off and empty at first, and list who can be the delegate', async () => {
    const cem = await app.addColleague(ana);
    expect(await ana.call(routes.getOutOfOffice, {})).toEqual({
      outOfOfficeMessageEnabled: false,
      outOfOfficeMessage: '',
      startsAt: null,
      endsAt: null,
      delegateUserId: null,
      timezone: expect.any(String),
      delegates: [
        {
          id: cem.userId,
          firstName: expect.stringMatching(/^Cem/),
          lastName: 'Okafor',
          outOfOffice: null,
        },
      ],
    });
  });

  it('are changed field by field, and shown in the person', async () => {
    const cem = await app.addColleague(ana);
    const period = { startsAt: inHours(-1), endsAt: inHours(5) };
    await goAway(ana, { ...period, delegateUserId: cem.userId });
    const changed = await change(ana, { outOfOfficeMessage: '  Back soon.  ' });
    expect(changed).toMatchObject({
      outOfOfficeMessageEnabled: true,
      outOfOfficeMessage: 'Back soon.',
      ...period,
      delegateUserId: cem.userId,
    });
    expect(await ana.call(routes.getOutOfOffice, {})).toEqual(changed);
    expect(await ana.call(routes.getUser, {})).toMatchObject({
      outOfOfficeMessageEnabled: true,
      outOfOfficeMessage: 'Back soon.',
      outOfOfficeStartsAt: period.startsAt,
      outOfOfficeEndsAt: period.endsAt,
      covers: [],
    });
    expect((await cem.call(routes.getUser, {})).covers).toMatchObject([
      { userId: ana.userId, until: period.endsAt },
    ]);
  });

  it('are shown as off once the end has passed, until they are switched on again', async () => {
    await goAway(ana, { endsAt: inHours(1) });
    app.clock.advance(2 * HOUR);
    try {
      expect(await ana.call(routes.getUser, {})).toMatchObject({ outOfOfficeMessageEnabled: false });
      await change(ana, { outOfOfficeMessage: 'Another one' });
      const answer = await ana.ask(routes.updateOutOfOffice, { body: { outOfOfficeMessageEnabled: true } });
      expect(fieldsOf(answer)).toEqual({ endsAt: ['The end is in the past'] });
      expect(await change(ana, { outOfOfficeMessageEnabled: true, endsAt: null })).toMatchObject({
        outOfOfficeMessageEnabled: true,
      });
    } finally {
      app.clock.reset();
    }
  });

  it.each<[string, () => Promise<Partial<OutOfOffice>> | Partial<OutOfOffice>, Record<string, string[]>]>([
    [
      'on without a message',
      () => ({ outOfOfficeMessageEnabled: true }),
      { outOfOfficeMessage: ['Write the message to send to candidates'] },
    ],
    [
      'a message that is too long',
      () => ({ outOfOfficeMessage: 'x'.repeat(613) }),
      { outOfOfficeMessage: ['Shorten the message to 4 segments or fewer (it has 5)'] },
    ],
    [
      'an end before the start',
      () => ({ startsAt: inHours(2), endsAt: inHours(1) }),
      { endsAt: ['The end must be after the start'] },
    ],
    [
      'an end in the past',
      () => ({ outOfOfficeMessageEnabled: true, outOfOfficeMessage: MESSAGE, endsAt: inHours(-1) }),
      { endsAt: ['The end is in the past'] },
    ],
    [
      'oneself as the delegate',
      () => ({ delegateUserId: ana.userId }),
      { delegateUserId: ["You can't be your own delegate. Choose a colleague"] },
    ],
    [
      'someone of another account as the delegate',
      async () => ({ delegateUserId: (await app.signUp()).userId }),
      { delegateUserId: ['Choose a colleague who has a seat'] },
    ],
    [
      'a colleague without a seat as the delegate',
      async () => {
        const cem = await app.addColleague(ana);
        await app.deps.pool.query(
          `update seats set status = 'available', user_id = null where account_id = $1 and user_id = $2`,
          [ana.accountId, cem.userId],
        );
        return { delegateUserId: cem.userId };
      },
      { delegateUserId: ['Choose a colleague who has a seat'] },
    ],
  ])('are refused with %s', async (_, body, fields) => {
    const before = await ana.call(routes.getOutOfOffice, {});
    const answer = await ana.ask(routes.updateOutOfOffice, { body: await body() });
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer)).toEqual(fields);
    expect(await ana.call(routes.getOutOfOffice, {})).toMatchObject({
      ...before,
      delegates: expect.anything(),
    });
  });

  it('of a colleague are an admin’s to change, and no one else’s', async () => {
    const cem = await app.addColleague(ana);
    const params = { id: cem.userId };
    const body = { outOfOfficeMessageEnabled: true, outOfOfficeMessage: MESSAGE, delegateUserId: ana.userId };
    const changed = await ana.call(routes.updateOutOfOfficeByUserId, { params, body });
    expect(changed).toMatchObject(body);
    expect(changed.delegates.map(({ id }) => id)).toEqual([ana.userId]);
    expect(await ana.call(routes.getUserOfficeByUserId, { params })).toEqual(changed);
    expect(await cem.call(routes.getUser, {})).toMatchObject({ outOfOfficeMessageEnabled: true });
    const own = { params: { id: ana.userId } };
    expect(await cem.refusal(routes.getUserOfficeByUserId, own)).toBe('403 forbidden');
    expect(await cem.refusal(routes.updateOutOfOfficeByUserId, { ...own, body: {} })).toBe('403 forbidden');
    const unknown = { params: { id: app.deps.newId() } };
    expect(await ana.refusal(routes.getUserOfficeByUserId, unknown)).toBe('404 not_found');
    expect(await ana.refusal(routes.updateOutOfOfficeByUserId, { ...unknown, body: {} })).toBe(
      '404 not_found',
    );
  });

  it('show which colleagues are away themselves, while they are or will be', async () => {
    const cem = await app.addColleague(ana);
    const seen = async () => (await ana.call(routes.getOutOfOffice, {})).delegates[0]?.outOfOffice;
    const period = { startsAt: inHours(1), endsAt: inHours(2) };
    await goAway(cem, period);
    expect(await seen()).toEqual(period);
    app.clock.advance(3 * HOUR);
    try {
      expect(await seen()).toBeNull();
    } finally {
      app.clock.reset();
    }
    await change(cem, { outOfOfficeMessageEnabled: false });
    expect(await seen()).toBeNull();
  });

  it('of a former member are no one’s to look at or change', async () => {
    const cem = await app.addColleague(ana);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    const params = { id: cem.userId };
    expect(await ana.refusal(routes.getUserOfficeByUserId, { params })).toBe('404 not_found');
    expect(
      await ana.refusal(routes.updateOutOfOfficeByUserId, {
        params,
        body: { outOfOfficeMessageEnabled: false },
      }),
    ).toBe('404 not_found');
  });

  it('of a colleague are in the log when an admin changes them, the own ones are not', async () => {
    const cem = await app.addColleague(ana);
    await goAway(ana);
    await goAway(cem);
    const params = { id: cem.userId };
    await ana.call(routes.updateOutOfOfficeByUserId, { params, body: { outOfOfficeMessageEnabled: false } });
    await ana.ask(routes.updateOutOfOfficeByUserId, { params, body: { delegateUserId: cem.userId } });
    const { items } = await ana.call(routes.listAuditEvents, {
      query: { action: 'person.outOfOfficeChanged' },
    });
    expect(items).toMatchObject([
      {
        actor: { id: ana.userId },
        subjectId: cem.userId,
        subject: expect.stringMatching(/^Cem.* Okafor$/),
        details: { enabled: false },
      },
    ]);
    expect(items).toHaveLength(1);
  });

  it('switched on twenty times at once are one absence', async () => {
    await change(ana, { outOfOfficeMessage: MESSAGE });
    const absences = new Set<string>();
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await change(ana, { outOfOfficeMessageEnabled: true });
        const { rows } = await app.deps.pool.query<{ absence_id: string }>(
          'select absence_id from out_of_office where account_id = $1',
          [ana.accountId],
        );
        absences.add(rows[0]?.absence_id ?? '');
      }),
    );
    expect(absences.size).toBe(1);
  });
});

describe('a candidate who texts someone who is away', () => {
  it('is answered once, and keeps waiting for a person', async () => {
    const phone = await acquaintance(ana);
    await goAway(ana);
    await receiveText(app, ana, phone, 'Is the job still open?');
    await receiveText(app, ana, phone, 'Hello?');
    const conversation = await conversationWith(ana, phone);
    expect(conversation).toMatchObject({ unreadCount: 2, lastMessage: { direction: 'inbound' } });
    expect(conversation.waitingSince).not.toBeNull();
    expect(await answersTo(ana, phone)).toEqual([MESSAGE]);
  });

  it('for the first time learns who writes, and how to stop', async () => {
    const phone = candidatePhone();
    await goAway(ana);
    await receiveText(app, ana, phone, 'Hi');
    await eventually(() => expect(sentTo(app, phone)).toEqual([`Acme: ${MESSAGE}\nReply STOP to opt out.`]));
    const { items } = await ana.call(routes.listMessages, {
      params: { id: (await conversationWith(ana, phone)).id },
    });
    expect(items[0]).toMatchObject({
      direction: 'outbound',
      sender: null,
      body: expect.stringContaining(MESSAGE),
    });
  });

  it('is answered again in another absence, not after another wording', async () => {
    const phone = await acquaintance(ana);
    await goAway(ana);
    await receiveText(app, ana, phone, 'one');
    await change(ana, { outOfOfficeMessage: 'Back on Tuesday.' });
    await receiveText(app, ana, phone, 'two');
    await change(ana, { outOfOfficeMessageEnabled: false });
    await receiveText(app, ana, phone, 'three');
    await change(ana, { outOfOfficeMessageEnabled: true });
    await receiveText(app, ana, phone, 'four');
    expect(await answersTo(ana, phone)).toEqual([MESSAGE, 'Back on Tuesday.']);
  });

  it('is answered again when an absence that has begun is put off', async () => {
    const phone = await acquaintance(ana);
    await goAway(ana);
    await receiveText(app, ana, phone, 'one');
    await change(ana, { startsAt: inHours(24), endsAt: inHours(48) });
    await receiveText(app, ana, phone, 'two');
    app.clock.advance(25 * HOUR);
    try {
      await receiveText(app, ana, phone, 'three');
      expect(await answersTo(ana, phone)).toEqual([MESSAGE, MESSAGE]);
    } finally {
      app.clock.reset();
    }
  });

  it('is answered by no one outside the period', async () => {
    const phone = await acquaintance(ana);
    await goAway(ana, { startsAt: inHours(1), endsAt: inHours(2) });
    await receiveText(app, ana, phone, 'before');
    app.clock.advance(2.5 * HOUR);
    try {
      await receiveText(app, ana, phone, 'after');
      expect(await answersTo(ana, phone)).toEqual([]);
    } finally {
      app.clock.reset();
    }
  });

  it('with twenty texts at once is answered once', async () => {
    const phone = await acquaintance(ana);
    await goAway(ana);
    const texts = Array.from({ length: 20 }, (_, index) =>
      webhook({ from: phone, to: ana.number, body: `text ${index}` }),
    );
    await Promise.all(texts.map((post) => post()));
    await workedIn();
    expect(await answersTo(ana, phone)).toEqual([MESSAGE]);
  });

  it('with a text that the carrier delivers again is answered once', async () => {
    const phone = await acquaintance(ana);
    await goAway(ana);
    const post = webhook({ from: phone, to: ana.number, body: 'Hello' });
    await post();
    await workedIn();
    // As if the absence were a new one: only the carrier's ID shows that it is the same text.
    await change(ana, { outOfOfficeMessageEnabled: false });
    await change(ana, { outOfOfficeMessageEnabled: true });
    await Promise.all([post(), post(), post()]);
    await workedIn();
    expect(await answersTo(ana, phone)).toEqual([MESSAGE]);
  });

  it.each(['STOP', 'stop please', 'START', 'please stop texting me'])(
    'and says %j is not answered by it',
    async (body) => {
      const phone = await acquaintance(ana);
      await goAway(ana);
      await receiveText(app, ana, phone, body);
      await receiveText(app, ana, phone, 'I mean it');
      await eventually(async () => {
        const { rows } = await app.deps.pool.query(
          `select 1 from messages where candidate_number = $1 and status in ('queued', 'sending')`,
          [phone],
        );
        expect(rows).toEqual([]);
      });
      expect(sentTo(app, phone).join()).not.toContain(body === 'START' ? `${MESSAGE},${MESSAGE}` : MESSAGE);
    },
  );

  it('and asks for HELP gets help, and the reply for the next text', async () => {
    const phone = await acquaintance(ana);
    await goAway(ana);
    await receiveText(app, ana, phone, 'help please');
    await receiveText(app, ana, phone, 'Is the job open?');
    const [help, ...more] = await answersTo(ana, phone);
    expect(help).toMatch(/^Acme: .*STOP/);
    expect(more).toEqual([MESSAGE]);
  });

  it('and has opted out since is not sent what waits for its turn', async () => {
    const phone = await acquaintance(ana);
    await goAway(ana);
    // The number is slow, so the reply waits while STOP comes.
    const sendsFrom = async (nextSendAt: Date) => {
      const { rows } = await app.deps.pool.query<{ id: string }>(
        'update numbers set next_send_at = $2 where account_id = $1 returning id',
        [ana.accountId, nextSendAt],
      );
      return { accountId: ana.accountId, numberId: rows[0]?.id ?? '' };
    };
    await sendsFrom(new Date(Date.now() + 3600_000));
    await receiveText(app, ana, phone, 'Hello');
    await receiveText(app, ana, phone, 'STOP');
    await sendTexts(app.deps, await sendsFrom(new Date()));
    await eventually(async () => {
      const { rows } = await app.deps.pool.query(
        `select status, error_code, attempts from messages where candidate_number = $1 and body = $2`,
        [phone, MESSAGE],
      );
      // Not even tried: the carrier would refuse it too.
      expect(rows).toEqual([{ status: 'failed', error_code: 'opted_out', attempts: 0 }]);
    });
    expect(sentTo(app, phone)).not.toContain(MESSAGE);
  });

  it('is not answered when it is another business number, a machine, or a plan has ended', async () => {
    await goAway(ana);
    const other = await app.signUp();
    await webhook({ from: other.number, to: ana.number, body: 'Hello from next door' })();
    const machine = candidatePhone();
    await webhook({ from: machine, to: ana.number, body: 'This is an automated message' })();
    await workedIn();
    await app.deps.pool.query(`update accounts set plan_type = 'free' where id = $1`, [ana.accountId]);
    const unlucky = candidatePhone();
    await webhook({ from: unlucky, to: ana.number, body: 'Hello' })();
    await workedIn();
    const { rows } = await app.deps.pool.query(
      `select candidate_number from messages where account_id = $1 and direction = 'outbound'`,
      [ana.accountId],
    );
    expect(rows).toEqual([]);
  });

  it('is not answered after as many automatic texts as one gets in a day', async () => {
    const phones = [await acquaintance(ana), await acquaintance(ana)] as const;
    const insert = (phone: string, count: number) =>
      app.deps.pool.query(
        `insert into messages (account_id, id, conversation_id, direction, body, status, segments, number_id, candidate_number,
                               is_automatic, created_at)
         select account_id, gen_random_uuid(), conversation_id, 'outbound', 'Your interview is tomorrow.', 'delivered', 1,
                number_id, candidate_number, true, $3
           from messages, generate_series(1, $2) where candidate_number = $1`,
        [phone, count, inHours(-2)],
      );
    await insert(phones[0], 3);
    await insert(phones[1], 4);
    await goAway(ana);
    for (const phone of phones) await receiveText(app, ana, phone, 'Is the job still open?');
    expect(await answersTo(ana, phones[0])).toEqual([MESSAGE]);
    expect(await answersTo(ana, phones[1])).toEqual([]);
  });

  it('is answered from the seat that was texted, for its person alone', async () => {
    const cem = await app.addColleague(ana);
    const phone = await acquaintance(cem);
    await goAway(ana);
    await receiveText(app, cem, phone, 'Hi Cem');
    expect(await answersTo(cem, phone)).toEqual([]);
  });
});

describe('the delegate', () => {
  it('sees, hears of and answers what is written meanwhile, and nothing else', async () => {
    const away = await app.addColleague(ana);
    const cem = await app.addColleague(ana);
    const [old, fresh] = [await acquaintance(away), await acquaintance(away)];
    const before = await receiveText(app, away, old, 'Before the absence');
    await goAway(away, { delegateUserId: cem.userId });
    const stream = await openStream(app.url, cem.token);
    const during = await receiveText(app, away, fresh, 'During the absence');

    await eventually(() =>
      expect(
        stream.events.some(
          ({ event }) => event.type === 'message.created' && event.message.body === 'During the absence',
        ),
      ).toBe(true),
    );
    stream.close();
    const inbox = await cem.call(routes.listConversations, {});
    expect(inbox.items.map(({ id }) => id)).toEqual([during.id]);
    expect(await cem.call(routes.getInboxCounts, {})).toMatchObject({ unread: 1, waiting: 1 });
    const found = await cem.call(routes.listConversations, { query: { search: fresh } });
    expect(found.items.map(({ id }) => id)).toEqual([during.id]);
    const params = { id: during.id };
    expect((await cem.call(routes.getConversation, { params })).id).toBe(during.id);
    expect(await cem.refusal(routes.getConversation, { params: { id: before.id } })).toBe('404 not_found');

    const answer = await cem.call(routes.sendMessage, {
      body: { conversationId: during.id, body: 'Cem here' },
    });
    await eventually(async () =>
      expect(['sent', 'delivered']).toContain((await lookUp(away, answer)).status),
    );
    const { messages } = app.twilio.state;
    expect(messages.find(({ body }) => body === 'Cem here')).toMatchObject({ from: away.number, to: fresh });

    await change(away, { outOfOfficeMessageEnabled: false });
    expect(await cem.refusal(routes.getConversation, { params })).toBe('404 not_found');
    expect(await cem.refusal(routes.listMessages, { params })).toBe('404 not_found');
    expect((await cem.call(routes.listConversations, {})).items).toEqual([]);
    expect(await cem.call(routes.getInboxCounts, {})).toMatchObject({ unread: 0, waiting: 0 });
  });

  it('answers without their own number, and no longer without a seat', async () => {
    const away = await app.addColleague(ana);
    const cem = await app.addColleague(ana);
    const phone = await acquaintance(away);
    await goAway(away, { delegateUserId: cem.userId });
    await ana.call(routes.updateUserToNonTexter, { body: { userId: cem.userId } });
    const { id } = await receiveText(app, away, phone, 'Anybody there?');
    const answer = await cem.call(routes.sendMessage, { body: { conversationId: id, body: 'Cem here' } });
    await eventually(() => expect(sentTo(app, phone)).toContain('Cem here'));
    expect(answer.conversationId).toBe(id);
    const stream = await openStream(app.url, cem.token);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    await receiveText(app, away, phone, 'Still there?');
    expect((await cem.ask(routes.getConversation, { params: { id } })).status).toBe(401);
    expect(await away.call(routes.getOutOfOffice, {})).toMatchObject({
      outOfOfficeMessageEnabled: true,
      delegateUserId: null,
    });
    expect(stream.events.some(({ event }) => JSON.stringify(event).includes('Still there?'))).toBe(false);
    stream.close();
  });

  it('a delegate who is away too gets no mail', async () => {
    const away = await app.addColleague(ana);
    const cem = await app.addColleague(ana);
    await cem.call(routes.updateUser, { body: { notifications: { mail: true } } });
    await goAway(away, { delegateUserId: cem.userId });
    await goAway(cem);
    await receiveText(app, away, candidatePhone(), 'Anybody there?');
    app.clock.advance(16 * 60_000);
    try {
      await runMailUnread(app.deps, cem);
      const { email } = await cem.call(routes.getUser, {});
      expect((await mailsTo(app, email)).filter(({ subject }) => /waiting/.test(subject))).toEqual([]);
    } finally {
      app.clock.reset();
    }
  });

  it('sees and hears of an unanswered call as of a text', async () => {
    const away = await app.addColleague(ana);
    const cem = await app.addColleague(ana);
    const [before, missed, spoke] = [candidatePhone(), candidatePhone(), candidatePhone()];
    const callAway = async (phone: string) => app.twilio.control.placeCall(phone, away.number);
    await (await callAway(before)).hangUp();
    await goAway(away, { delegateUserId: cem.userId });
    const stream = await openStream(app.url, cem.token);
    await (await callAway(missed)).hangUp();
    await (await callAway(spoke)).leaveMessage(VOICEMAIL, 5);
    const ids = await Promise.all(
      [spoke, missed].map(async (phone) => (await conversationWith(away, phone)).id),
    );

    const inbox = () => cem.call(routes.listConversations, {});
    await eventually(async () => expect((await inbox()).items.map(({ id }) => id)).toEqual(ids));
    expect(await cem.call(routes.getInboxCounts, {})).toMatchObject({ unread: 2, waiting: 2 });
    for (const id of ids) expect((await cem.call(routes.getConversation, { params: { id } })).id).toBe(id);
    await eventually(() =>
      expect(
        new Set(
          stream.events.flatMap(({ event }) =>
            event.type === 'message.created' ? [event.message.conversationId] : [],
          ),
        ),
      ).toEqual(new Set(ids)),
    );
    stream.close();
    const { id: earlier } = await conversationWith(away, before);
    expect(await cem.refusal(routes.getConversation, { params: { id: earlier } })).toBe('404 not_found');

    const [voicemail = ''] = ids;
    const answer = { conversationId: voicemail, body: 'Cem here, I heard it' };
    expect(await cem.call(routes.sendMessage, { body: answer })).toMatchObject({ body: answer.body });
    await change(away, { outOfOfficeMessageEnabled: false });
    expect(await cem.refusal(routes.getConversation, { params: { id: voicemail } })).toBe('404 not_found');
  });

  it('is mailed about a call that no one answered', async () => {
    const away = await app.addColleague(ana);
    const cem = await app.addColleague(ana);
    await cem.call(routes.updateUser, { body: { notifications: { mail: true } } });
    await goAway(away, { delegateUserId: cem.userId });
    const phone = candidatePhone();
    await (await app.twilio.control.placeCall(phone, away.number)).hangUp();
    const { id } = await conversationWith(away, phone);
    app.clock.advance(16 * 60_000);
    try {
      const { email } = await cem.call(routes.getUser, {});
      await runMailUnread(app.deps, cem);
      await eventually(async () =>
        expect((await mailsTo(app, email)).map(({ text }) => text)).toContainEqual(
          expect.stringMatching(
            new RegExp(`texted or called .* no one has looked[^]*/dashboard/messages/${id}`),
          ),
        ),
      );
    } finally {
      app.clock.reset();
    }
  });

  it('is mailed in place of the absent person when a candidate waits, and not of what came before', async () => {
    const away = await app.addColleague(ana);
    const cem = await app.addColleague(ana);
    for (const person of [away, cem])
      await person.call(routes.updateUser, { body: { notifications: { mail: true } } });
    await receiveText(app, away, candidatePhone(), 'Before the absence');
    await goAway(away, { delegateUserId: cem.userId });
    const phone = candidatePhone();
    const { id } = await receiveText(app, away, phone, 'Anybody there?');
    app.clock.advance(16 * 60_000);
    try {
      const mails = async (person: Recruiter) => {
        const { email } = await person.call(routes.getUser, {});
        await runMailUnread(app.deps, person);
        const sent = await mailsTo(app, email);
        return sent.filter(({ subject }) => subject.endsWith('is waiting for a reply'));
      };
      await eventually(async () => expect(await mails(cem)).toHaveLength(1));
      expect((await mails(cem))[0]?.text).toContain(`${app.url}/dashboard/messages/${id}`);
      expect(await mails(away)).toEqual([]);
    } finally {
      app.clock.reset();
    }
  });

  it('has a job for their mail as soon as a candidate writes', async () => {
    const away = await app.addColleague(ana);
    const cem = await app.addColleague(ana);
    await cem.call(routes.updateUser, { body: { notifications: { mail: true } } });
    await goAway(away, { delegateUserId: cem.userId });
    await receiveText(app, away, candidatePhone(), 'Anybody there?');
    const { rows } = await app.deps.pool.query('select key from graphile_worker.jobs where key = $1', [
      `mailUnread:${cem.userId}`,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('pages through an inbox of both, latest first', async () => {
    const away = await app.addColleague(ana);
    const cem = await app.addColleague(ana);
    await goAway(away, { delegateUserId: cem.userId });
    const ids: string[] = [];
    for (const person of [away, cem, cem, away, cem])
      ids.unshift((await receiveText(app, person, candidatePhone(), 'Hi')).id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await cem.call(routes.listConversations, { query: { limit: 2, cursor } });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(ids);
  });
});
