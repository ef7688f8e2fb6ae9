import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import * as routes from '../../../contract/routes.ts';
import { type FakeS3, startFakeS3 } from '../../adapters/media/fakes/fake-s3.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { conversationWith } from '../../testing/texting.ts';

/* What people see is the same, wherever media are kept. */

let s3: FakeS3;
let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  s3 = await startFakeS3();
  app = await startTestApp({
    variables: {
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_REGION: s3.settings.region,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    },
  });
  ana = await app.signUp();
});
afterAll(async () => {
  await app.stop();
  await s3.stop();
});

const kept = () => s3.buckets.get(s3.settings.bucket) ?? new Map<string, Buffer>();
const keyOf = (url: string) => new URL(url).pathname.replace(/^\/\w+\//, '');

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const wav = Buffer.concat([
  Buffer.from('RIFF\x2c\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00', 'latin1'),
  Buffer.alloc(100, 7),
]);

async function send(path: string): Promise<unknown> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'picture.png');
  const answer = await fetch(app.url + API_BASE + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}` },
    body: form,
  });
  expect(answer.ok).toBe(true);
  return answer.json();
}

async function received(contentType: string, bytes: Buffer): Promise<string> {
  const phone = candidatePhone();
  await app.twilio.control.inbound(phone, ana.number, '', [{ contentType, bytes }]);
  return eventually(async () => {
    const { id } = await conversationWith(ana, phone);
    const { items } = await ana.call(routes.listMessages, { params: { id } });
    expect(items[0]?.media[0]?.status).toBe('stored');
    return items[0]?.media[0]?.url ?? '';
  });
}

it('a picture that is uploaded', async () => {
  const { url } = routes.uploadMedia.reply.parse(await send(routes.uploadMedia.path));
  expect(kept().get(keyOf(url))).toEqual(png);
  const answer = await fetch(url);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'content-disposition': 'inline; filename="attachment.png"',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=86400, immutable',
  });
  expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(png.length));
});

it('a profile photo, until it is removed', async () => {
  const { avatar } = routes.uploadAvatar.reply.parse(await send(routes.uploadAvatar.path));
  const url = avatar ?? '';
  expect(kept().has(keyOf(url))).toBe(true);
  const answer = await fetch(url);
  expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')));
  await ana.call(routes.removeAvatar, {});
  await eventually(() => expect(kept().has(keyOf(url))).toBe(false));
  expect((await fetch(url)).status).toBe(404);
});

describe('what a candidate has sent', () => {
  it.each([
    ['bytes=0-', 206, `bytes 0-${wav.length - 1}/${wav.length}`, wav],
    ['bytes=4-7', 206, `bytes 4-7/${wav.length}`, wav.subarray(4, 8)],
    ['bytes=-4', 206, `bytes ${wav.length - 4}-${wav.length - 1}/${wav.length}`, wav.subarray(-4)],
    [`bytes=${wav.length}-`, 416, `bytes */${wav.length}`, Buffer.alloc(0)],
    ['bytes=0-1,4-5', 200, null, wav],
  ])('is played in parts: %s', async (range, status, contentRange, bytes) => {
    const url = await received('audio/wav', wav);
    const answer = await fetch(url, { headers: { range } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
  });

  it('is fetched again when the store was away', async () => {
    s3.control.answerNext(...Array<'internalError'>(3).fill('internalError'));
    const url = await received('image/png', png);
    expect((await fetch(url)).status).toBe(200);
  });
});

it('what the store breaks off breaks off for the reader, and mentions nothing of the store', async () => {
  const { url } = routes.uploadMedia.reply.parse(await send(routes.uploadMedia.path));
  s3.control.answerNext(...Array<'internalError'>(3).fill('internalError'));
  const answer = await fetch(url);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toMatch(/S3|bucket|InternalError/i);
});
