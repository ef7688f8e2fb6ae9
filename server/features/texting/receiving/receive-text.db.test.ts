import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FailureReply } from '../../../../contract/failure.ts';
import * as routes from '../../../../contract/routes.ts';
import { inboundForm, signedTwilioWebhook } from '../../../adapters/carrier/fakes/fake-twilio-webhooks.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../../testing/test-app.ts';
import { conversationWith, receiveText, sendText } from '../../../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;
let sids = 0;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

interface Text {
  sid?: string;
  from?: string;
  to?: string;
  body?: string;
}

/** A webhook as Twilio signs it, to be changed before it is posted. */
function webhook({ sid, from = candidatePhone(), to = ana.number, body = 'Hi' }: Text) {
  sids += 1;
  const form = inboundForm(app.twilio.accountSid, {
    sid: sid ?? `SM${String(sids).padStart(32, '0')}`,
    from,
    to,
    body,
    media: 0,
  });
  return signedTwilioWebhook(app.twilio.authToken, `${app.url}/webhooks/twilio/inbound`, form);
}

const post = ({ url, headers, body }: { url: string; headers: Record<string, string>; body: string }) =>
  fetch(url, { method: 'POST', headers, body });

/** Until everything that was kept is processed. */
async function workedIn(): Promise<void> {
  await eventually(async () =>
    expect((await app.deps.pool.query('select 1 from carrier_events')).rowCount).toBe(0),
  );
}

async function messagesWith(phone: string) {
  const { rows } = await app.deps.pool.query<{ body: string }>(
    'select body from messages where candidate_number = $1 order by created_at, id',
    [phone],
  );
  return rows.map((row) => row.body);
}

describe('a webhook', () => {
  it.each<[string, (signed: ReturnType<typeof webhook>) => ReturnType<typeof webhook>]>([
    [
      'a wrong signature',
      (signed) => ({ ...signed, headers: { ...signed.headers, 'x-twilio-signature': 'x' } }),
    ],
    [
      'no signature',
      ({ headers: { 'x-twilio-signature': _, ...headers }, ...signed }) => ({ ...signed, headers }),
    ],
    ['another text than was signed', (signed) => ({ ...signed, body: `${signed.body}&Body=Bye` })],
    ['another address than was signed', (signed) => ({ ...signed, url: `${signed.url}?a=b` })],
    ['nothing in it', (signed) => ({ ...signed, body: '' })],
  ])('with %s is refused, and nothing kept', async (_, change) => {
    const from = candidatePhone();
    const answer = await post(change(webhook({ from })));
    expect(answer.status).toBe(401);
    expect(FailureReply.parse(await answer.json()).code).toBe('bad_signature');
    await workedIn();
    expect(await messagesWith(from)).toEqual([]);
  });

  it('that is signed and not to be read is malformed', async () => {
    const { url } = webhook({});
    const answer = await post(signedTwilioWebhook(app.twilio.authToken, url, { Body: 'Hi' }));
    expect(answer.status).toBe(400);
  });

  it.each(['telnyx', 'simulator', 'unknown'])('of %s finds no one', async (carrier) => {
    const answer = await post({ ...webhook({}), url: `${app.url}/webhooks/${carrier}/inbound` });
    expect(answer.status).toBe(404);
    expect(FailureReply.parse(await answer.json()).code).toBe('not_found');
  });

  it('is acknowledged in the words of the carrier', async () => {
    const answer = await post(webhook({}));
    expect(answer.headers.get('content-type')).toContain('text/xml');
    expect(await answer.text()).toBe('<Response/>');
  });

  it('for a number that no one has is taken, and noted', async () => {
    const from = candidatePhone();
    expect((await post(webhook({ from, to: '+12125550199' }))).status).toBe(200);
    await eventually(() => expect(app.logged.join('')).toContain('a text came for a number that no one has'));
    expect(await messagesWith(from)).toEqual([]);
  });

  it('that comes twice is one text', async () => {
    const from = candidatePhone();
    const signed = webhook({ from, body: 'Once' });
    expect((await post(signed)).status).toBe(200);
    await workedIn();
    expect((await post(signed)).status).toBe(200);
    await Promise.all([post(signed), post(signed), post(signed)]);
    await workedIn();
    expect(await messagesWith(from)).toEqual(['Once']);
    expect((await conversationWith(ana, from)).unreadCount).toBe(1);
  });

  it('with a null character in it is kept without', async () => {
    const from = candidatePhone();
    expect((await post(webhook({ from, body: 'Hi\u0000 there' }))).status).toBe(200);
    await workedIn();
    expect(await messagesWith(from)).toEqual(['Hi there']);
  });

  it.each(['22395', 'ACME', '+22'])('from %s, which is no phone, does not break the inbox', async (from) => {
    expect((await post(webhook({ from, body: 'Your code is 1234' }))).status).toBe(200);
    await workedIn();
    await ana.call(routes.listConversations, { query: { limit: 100 } });
    await ana.call(routes.listCandidates, { query: { limit: 100 } });
    expect(app.logged.join('')).toContain('a text came from a sender that is no phone');
  });
});

describe('a receipt', () => {
  it('for a text that we did not send, or that is gone, is taken and changes nothing', async () => {
    const [account, message] = [ana.accountId, app.deps.newId()];
    const params = { MessageSid: 'SMgone', MessageStatus: 'delivered' };
    for (const path of [`/status/${account}/${message}`, '/status', '/status/x/y'])
      expect(
        (await post(signedTwilioWebhook(app.twilio.authToken, `${app.url}/webhooks/twilio${path}`, params)))
          .status,
      ).toBe(200);
    await workedIn();
  });

  it("does not touch another account's text", async () => {
    const eve = await app.signUp();
    app.twilio.control.receipts({ final: 'none' });
    const text = await sendText(ana, candidatePhone(), 'Hi');
    app.twilio.control.receipts({});
    const url = `${app.url}/webhooks/twilio/status/${eve.accountId}/${text.id}`;
    await post(
      signedTwilioWebhook(app.twilio.authToken, url, { MessageSid: 'SMx', MessageStatus: 'failed' }),
    );
    await workedIn();
    const { rows } = await app.deps.pool.query('select status from messages where id = $1', [text.id]);
    expect(rows[0].status).not.toBe('failed');
  });
});

describe('a person who texts first', () => {
  it("becomes a candidate without a name, in the inbox of the number's seat", async () => {
    const cem = await app.addColleague(ana);
    const from = candidatePhone();
    const conversation = await receiveText(app, cem, from, 'Is the job still open?');
    expect(conversation).toMatchObject({
      candidate: { firstName: '', lastName: '', phoneNumber: from, consent: { status: 'implied' } },
      seat: { id: cem.seatId },
      assigneeId: cem.userId,
      unreadCount: 1,
      lastMessage: { direction: 'inbound', body: 'Is the job still open?', status: 'received' },
      can: { send: true },
    });
    expect(conversation.waitingSince).not.toBeNull();
    const { items } = await ana.call(routes.listConversations, { query: { search: from } });
    expect(items).toEqual([]);
  });

  it('twenty times at once is one candidate with one conversation of twenty texts', async () => {
    const from = candidatePhone();
    const bodies = Array.from({ length: 20 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(bodies.map((body) => post(webhook({ from, body }))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    await workedIn();
    expect((await messagesWith(from)).sort()).toEqual([...bodies].sort());
    const { items } = await ana.call(routes.listConversations, { query: { search: from } });
    expect(items).toHaveLength(1);
    expect(items[0]?.unreadCount).toBe(20);
  });

  it('to two colleagues is one candidate with a conversation for each', async () => {
    const cem = await app.addColleague(ana);
    const from = candidatePhone();
    const [one, two] = await Promise.all([
      receiveText(app, ana, from, 'Hi Ana'),
      receiveText(app, cem, from, 'Hi Cem'),
    ]);
    expect(one.candidate.id).toBe(two.candidate.id);
    expect(one.id).not.toBe(two.id);
  });

  it('and asks for help while we write to them: neither gets in the other’s way', async () => {
    const phones = Array.from({ length: 30 }, () => candidatePhone());
    for (const phone of phones) await sendText(ana, phone, 'Hi');
    const answers = await Promise.all(
      phones.flatMap((from, index) => [
        post(webhook({ from, body: 'help please' })),
        sendText(ana, from, 'How are you?'),
        sendText(ana, phones[(index + 7) % phones.length] ?? from, 'And you?'),
      ]),
    );
    expect(answers).toHaveLength(90);
    await workedIn();
    for (const phone of phones) expect(await messagesWith(phone)).toHaveLength(5);
  });

  it('is answered into the same conversation, and then no longer waits', async () => {
    const from = candidatePhone();
    const waiting = await receiveText(app, ana, from, 'Hello?');
    const answer = await sendText(ana, from, 'Hello!');
    expect(answer.conversationId).toBe(waiting.id);
    expect((await conversationWith(ana, from)).waitingSince).toBeNull();
  });
});
