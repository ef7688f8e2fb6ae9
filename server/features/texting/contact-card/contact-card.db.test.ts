import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../../contract/api.ts';
import type { Message } from '../../../../contract/messages.ts';
import * as routes from '../../../../contract/routes.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { conversationWith, receiveText, sendText, untilStatus } from '../../../testing/texting.ts';

let app: TestApp;
/** An admin. */
let ana: Recruiter;
let to: string;
/** Ana's, with one text. */
let conversationId: string;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
  await ana.call(routes.updateAccount, { body: { name: 'Tim; & Co, LLC' } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  to = candidatePhone();
  ({ conversationId } = await sendText(ana, to, 'Hi'));
});

const sendCard = (key?: string): Promise<Message> =>
  ana.call(routes.sendContactCard, {
    params: { id: conversationId },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const contentOf = async ({ media }: Message) => (await fetch(media[0]?.url ?? '')).text();
const choose = (contactCard: { title?: string | null; picture?: boolean; email?: boolean }) =>
  ana.call(routes.updateUser, { body: { contactCard } });
const cardsKept = async () => {
  const { rows } = await app.deps.pool.query<{ unused: number; used: number }>(
    `select count(*) filter (where message_id is null)::int as unused, count(message_id)::int as used
       from media where account_id = (select account_id from users where id = $1) and content_type = 'text/vcard'`,
    [ana.userId],
  );
  return rows[0];
};

describe('a contact card', () => {
  it('goes out as a text with a vCard', async () => {
    await ana.call(routes.saveKeptDraft, { params: { id: conversationId }, body: { body: 'Half a sent' } });
    const sent = await sendCard();
    expect(sent).toMatchObject({ body: '', segments: 1, media: [{ contentType: 'text/vcard' }] });
    await untilStatus(ana, sent, 'delivered');
    const taken = app.twilio.state.messages.findLast((message) => message.to === to);
    const atCarrier = await fetch(taken?.mediaUrls[0] ?? '');
    expect(atCarrier.headers.get('content-type')).toBe('text/vcard');
    expect(atCarrier.headers.get('content-disposition')).toContain('.vcf');
    const { firstName, lastName, email } = await ana.call(routes.getUser, {});
    const content = await atCarrier.text();
    expect(content).toContain(`\r\nFN:${firstName} ${lastName}\r\nORG:Tim\\; & Co\\, LLC\r\n`);
    expect(content).toContain(`:${ana.number}\r\n`);
    expect(content).not.toMatch(new RegExp(`TITLE|PHOTO|${email}`));
    expect((await conversationWith(ana, to)).lastMessage).toMatchObject({
      body: '',
      hasMedia: true,
      hasContactCard: true,
    });
    expect(
      await ana.call(routes.getKeptDraft, { params: { id: conversationId } }),
      'what is being written stays',
    ).toMatchObject({ body: 'Half a sent' });
  });

  it('holds what its person chose', async () => {
    const picture = sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', sigma: 90 },
      },
    });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'me.png');
    await fetch(app.url + API_BASE + routes.uploadAvatar.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}` },
      body: form,
    });
    expect((await choose({ title: ' Nurse recruiter ', email: true })).contactCard).toEqual({
      title: 'Nurse recruiter',
      picture: true,
      email: true,
    });
    const full = await sendCard();
    const content = await contentOf(full);
    const { email } = await ana.call(routes.getUser, {});
    expect(content).toContain('\r\nTITLE:Nurse recruiter\r\n');
    expect(content).toContain(`:${email}\r\n`);
    const [, base64 = ''] = /PHOTO;ENCODING=b;TYPE=JPEG:([^:]+)\r\nEND/.exec(content) ?? [];
    const { format, width, height, channels } = await sharp(
      Buffer.from(base64.replace(/\s/g, ''), 'base64'),
    ).metadata();
    expect({ format, width, height, channels }).toEqual({
      format: 'jpeg',
      width: 256,
      height: 256,
      channels: 3,
    });
    // Even of noise, which no one looks like. Carriers take 300 KB at least.
    expect(full.media[0]?.bytes).toBeLessThan(150_000);

    await choose({ title: '  ', picture: false, email: false });
    expect(await contentOf(await sendCard())).not.toMatch(/TITLE|PHOTO|EMAIL/);
  });

  it('goes out once, however often it is asked for with one key', async () => {
    const [one, ...others] = await Promise.all([sendCard('card-1'), sendCard('card-1'), sendCard('card-1')]);
    expect([...others, await sendCard('card-1')]).toEqual([one, one, one]);
    const { items } = await ana.call(routes.listMessages, { params: { id: conversationId } });
    expect(items).toHaveLength(2);
    expect((await cardsKept())?.unused).toBe(0);
  });

  it('is refused like any text, and leaves nothing', async () => {
    await receiveText(app, ana, to, 'STOP');
    const before = await cardsKept();
    expect(await ana.refusal(routes.sendContactCard, { params: { id: conversationId } })).toBe(
      '403 opted_out',
    );
    expect(await cardsKept()).toEqual(before);
  });

  it("has one's own number in a colleague's conversation too, for those who may text there", async () => {
    const ben = await app.addColleague(ana);
    const phone = candidatePhone();
    const { conversationId: id } = await sendText(ben, phone, 'Hi');
    const sent = await untilStatus(
      ana,
      await ana.call(routes.sendContactCard, { params: { id } }),
      'delivered',
    );
    const content = await contentOf(sent);
    expect(content).toContain(`:${ana.number}\r\n`);
    expect(content).not.toContain(ben.number);
    const taken = app.twilio.state.messages.findLast((message) => message.to === phone);
    expect(taken?.from).toBe(ben.number);
    expect(await ben.refusal(routes.sendContactCard, { params: { id: conversationId } })).toBe(
      '404 not_found',
    );
  });
});
