import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import { MAX_MEDIA_BYTES, type MessageMedia } from '../../../contract/media.ts';
import type { Message } from '../../../contract/messages.ts';
import * as routes from '../../../contract/routes.ts';
import type { FakeMedia } from '../../adapters/carrier/fakes/fake-server.ts';
import { isKept } from '../../testing/is-kept.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { type Answer, refusalOf } from '../../testing/test-client.ts';
import { conversationWith, sendText, untilStatus } from '../../testing/texting.ts';
import { sweepUploads } from './remove-media.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const vcard = Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ben Ito\r\nEND:VCARD\r\n');
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
/** The beginning of every program of Windows. */
const exe = Buffer.concat([Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), Buffer.alloc(200)]);
const html = Buffer.from('<!doctype html><script>alert(1)</script>');
const tooLarge = Buffer.concat([png, Buffer.alloc(MAX_MEDIA_BYTES)]);

async function upload(person: Recruiter, bytes: Buffer, type = 'image/png'): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'picture.png');
  const answer = await fetch(app.url + API_BASE + routes.uploadMedia.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

async function uploaded(person: Recruiter): Promise<{ id: string; url: string }> {
  const { status, body } = await upload(person, png);
  expect(status).toBe(201);
  return routes.uploadMedia.reply.parse(body);
}

/** The candidate sends it; resolves when it is settled what becomes of it. */
async function receiveMedia(
  items: FakeMedia[],
  body = '',
): Promise<{ message: Message; media: MessageMedia[] }> {
  const phone = candidatePhone();
  await app.twilio.control.inbound(phone, ana.number, body, items);
  return eventually(async () => {
    const { id } = await conversationWith(ana, phone);
    const { items: messages } = await ana.call(routes.listMessages, { params: { id } });
    const message = messages[0];
    if (message === undefined) throw new Error('Nothing came');
    expect(message.media).toHaveLength(items.length);
    expect(message.media.map((item) => item.status)).not.toContain('pending');
    return { message, media: message.media };
  });
}

describe('a picture that a candidate sends', () => {
  it.each<[string, string, Buffer, string]>([
    ['png', 'image/png', png, 'inline; filename="attachment.png"'],
    ['png that calls itself jpeg', 'image/jpeg', png, 'inline; filename="attachment.png"'],
    ['pdf', 'application/pdf', pdf, 'attachment; filename="attachment.pdf"'],
    ['contact card', 'text/vcard', vcard, 'attachment; filename="attachment.vcf"'],
  ])('is kept and shown: %s', async (_, contentType, bytes, disposition) => {
    const { media } = await receiveMedia([{ contentType, bytes }]);
    expect(media[0]).toMatchObject({ status: 'stored', bytes: bytes.length });
    const answer = await fetch(media[0]?.url ?? '');
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('content-type')).toBe(media[0]?.contentType);
    expect(answer.headers.get('content-disposition')).toBe(disposition);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each<[string, string, Buffer]>([
    ['a program named jpg', 'image/jpeg', exe],
    ['a page named png', 'image/png', html],
    ['a page that calls itself a contact card', 'text/vcard', html],
    ['nothing at all', 'image/png', Buffer.alloc(0)],
    ['more than 5 MB', 'image/png', tooLarge],
  ])('is kept out when it is %s', async (_, contentType, bytes) => {
    const { message, media } = await receiveMedia([{ contentType, bytes }], 'Look!');
    expect(message.body).toBe('Look!');
    expect(media[0]).toMatchObject({ status: 'refused', url: null });
  });

  it('is kept out when it leads away from the carrier', async () => {
    const { media } = await receiveMedia([
      { contentType: 'image/png', bytes: png, redirectTo: 'http://169.254.169.254/' },
    ]);
    expect(media[0]?.status).toBe('refused');
  });

  it('comes with others, in their order', async () => {
    const { media } = await receiveMedia([
      { contentType: 'application/pdf', bytes: pdf },
      { contentType: 'image/png', bytes: exe },
      { contentType: 'image/png', bytes: png },
    ]);
    expect(media.map((item) => item.status)).toEqual(['stored', 'refused', 'stored']);
    expect(media.map((item) => item.contentType)[2]).toBe('image/png');
  });
});

describe('the address of a picture', () => {
  it('is good without a session, for two days at least, and no longer', async () => {
    const { url } = await uploaded(ana);
    for (const days of [0, 1.9]) {
      app.clock.advance(days * 24 * 3600_000);
      expect((await fetch(url)).status).toBe(200);
    }
    app.clock.advance(2 * 24 * 3600_000);
    const answer = await fetch(url);
    app.clock.reset();
    expect(refusalOf({ status: answer.status, body: await answer.json() })).toBe('404 not_found');
  });

  it('leads nowhere when anything in it is changed', async () => {
    const [{ url }, other] = [await uploaded(ana), await uploaded(ana)];
    const path = new URL(url);
    const forged = [
      url.replace(/signature=./, 'signature=!'),
      url.replace(/signature=.*/, 'signature='),
      url.replace(/&signature=.*/, ''),
      url.replace(/until=\d+/, 'until=999999999999'),
      url.replace(/until=\d+/, 'until=x'),
      url.replace(/\/media\/[^/]+/, `/media/${app.deps.newId()}`),
      url.replace(/[^/]+(?=\?)/, other.id),
      `${path.origin}${path.pathname}`,
    ];
    for (const address of forged) {
      const answer = await fetch(address);
      expect(refusalOf({ status: answer.status, body: await answer.json() }), address).toBe('404 not_found');
    }
  });
});

describe('an upload', () => {
  it.each<[string, Buffer, string, string]>([
    ['a program named png', exe, 'image/png', '415 unsupported_media_type'],
    ['a page', html, 'text/html', '415 unsupported_media_type'],
    ['a pdf, which phones do not show', pdf, 'application/pdf', '415 unsupported_media_type'],
    ['nothing', Buffer.alloc(0), 'image/png', '415 unsupported_media_type'],
    ['more than 5 MB', tooLarge, 'image/png', '413 too_large'],
  ])('of %s is refused', async (_, bytes, type, refusal) => {
    expect(refusalOf(await upload(ana, bytes, type))).toBe(refusal);
  });

  it('without a file is refused', async () => {
    const send = async (body: FormData | string) => {
      const headers = {
        authorization: `Bearer ${ana.token}`,
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      };
      const answer = await fetch(app.url + API_BASE + routes.uploadMedia.path, {
        method: 'POST',
        headers,
        body,
      });
      return refusalOf({ status: answer.status, body: await answer.json() });
    };
    const form = new FormData();
    form.append('note', 'no file');
    expect(await send(form)).toBe('422 invalid');
    expect(await send('{}')).toBe('415 unsupported_media_type');
  });

  it('goes out with a text, at an address that the carrier can fetch', async () => {
    const to = candidatePhone();
    const { id } = await uploaded(ana);
    const text = await sendText(ana, to, '', { mediaIds: [id] });
    expect(text.media).toMatchObject([{ id, status: 'stored', contentType: 'image/png' }]);
    await untilStatus(ana, text, 'delivered');
    const sent = app.twilio.state.messages.find((message) => message.to === to);
    expect(sent?.mediaUrls).toHaveLength(1);
    expect((await fetch(sent?.mediaUrls[0] ?? '')).headers.get('content-type')).toBe('image/png');
    expect((await conversationWith(ana, to)).lastMessage?.hasMedia).toBe(true);
  });

  it('of a text that was undone goes out with another', async () => {
    const { id } = await uploaded(ana);
    const [to, mediaIds] = [candidatePhone(), [id]];
    const undone = await sendText(ana, to, 'Oops', { mediaIds, undoSeconds: 30 });
    await ana.call(routes.cancelMessage, { params: { id: undone.id } });
    expect((await sendText(ana, to, 'This one', { mediaIds })).media).toMatchObject([{ id }]);
  });

  it('is used once, and only by who uploaded it', async () => {
    const { id } = await uploaded(ana);
    const cem = await app.addColleague(ana);
    const send = (person: Recruiter) =>
      person.ask(routes.sendMessage, { body: { to: candidatePhone(), body: 'Hi', mediaIds: [id] } });
    expect(refusalOf(await send(cem))).toBe('422 invalid');
    const answers = await Promise.all([send(ana), send(ana), send(ana)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(refusalOf(await send(ana))).toBe('422 invalid');
  });
});

describe('uploads fill no disk', () => {
  /** As if it had been uploaded then. */
  const uploadedThen = (person: { accountId: string; userId: string }, bytes: number, ago = '1 hour') =>
    app.deps.pool.query(
      `insert into media (account_id, id, message_id, status, content_type, bytes, uploaded_by, created_at)
       values ($1, $2, null, 'stored', 'image/png', $3, $4, now() - $5::interval)`,
      [person.accountId, app.deps.newId(), bytes, person.userId, ago],
    );
  const unsentOf = async ({ accountId }: { accountId: string }) =>
    (
      await app.deps.pool.query('select id from media where account_id = $1 and message_id is null', [
        accountId,
      ])
    ).rows.length;

  it('without a plan there is none', async () => {
    const newcomer = await app.signUpOnly();
    expect(refusalOf(await upload(newcomer as Recruiter, png))).toBe('402 plan_required');
  });

  it('one person has at most 20 that are in no text, however many come at once', async () => {
    const eve = await app.signUp();
    const answers = await Promise.all(Array.from({ length: 25 }, () => upload(eve, png)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(refusalOf))).toEqual(
      new Set(['409 pictures_unsent']),
    );
    await uploaded(await app.addColleague(eve));
    const { id } = routes.uploadMedia.reply.parse(answers.find(({ status }) => status === 201)?.body);
    await sendText(eve, candidatePhone(), '', { mediaIds: [id] });
    await uploaded(eve);
    expect(await unsentOf(eve)).toBe(21);
  });

  it('one person adds 250 MB in a day', async () => {
    const eve = await app.signUp();
    await uploadedThen(eve, 250_000_000 - png.length, '23 hours');
    await uploaded(eve);
    expect(refusalOf(await upload(eve, png))).toBe('409 uploads_used_up');
    await uploaded(await app.addColleague(eve));
    await app.deps.pool.query(
      `update media set created_at = now() - interval '24 hours 1 minute' where account_id = $1`,
      [eve.accountId],
    );
    await uploaded(eve);
  });

  it('all people of a company together add 2 GB in a day', async () => {
    const eve = await app.signUp();
    const others = { accountId: eve.accountId, userId: app.deps.newId() };
    await uploadedThen(others, 1_000_000_000);
    await uploadedThen(others, 1_000_000_000 - png.length);
    await uploaded(eve);
    expect(refusalOf(await upload(eve, png))).toBe('409 uploads_used_up');
  });

  it('what can not be kept takes no room', async () => {
    const eve = await app.signUp();
    const { mediaStore } = app.deps;
    const { put } = mediaStore;
    const written: string[] = [];
    const full = vi.spyOn(mediaStore, 'put').mockImplementationOnce(async (key, bytes) => {
      // Whatever happens from here on, the sweep knows of it.
      expect(await unsentOf(eve)).toBe(1);
      await put(key, bytes);
      written.push(key);
      throw new Error('no space left');
    });
    expect(refusalOf(await upload(eve, png))).toBe('500 internal');
    full.mockRestore();
    expect(await unsentOf(eve)).toBe(0);
    const [key = ''] = written;
    await eventually(async () => expect(await isKept(app, key)).toBe(false));
  });

  it('what was never sent is swept, however much there is', async () => {
    const eve = await app.signUp();
    const { url } = await uploaded(eve);
    await app.deps.pool.query(
      `insert into media (account_id, id, status, content_type, bytes, uploaded_by, created_at)
       select $1, gen_random_uuid(), 'stored', 'image/png', 1, $2, now() - interval '25 hours'
         from generate_series(1, 1201)`,
      [eve.accountId, eve.userId],
    );
    await sweepUploads(app.deps.db);
    expect(await unsentOf(eve)).toBe(1);
    expect((await fetch(url)).status).toBe(200);
  });
});
