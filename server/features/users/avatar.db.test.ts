import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import * as routes from '../../../contract/routes.ts';
import { MAX_AVATAR_BYTES, type User } from '../../../contract/users.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { type Answer, refusalOf } from '../../testing/test-client.ts';
import { lookUp, sendText } from '../../testing/texting.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
  ana = await app.signUp();
});
afterAll(() => app.stop());

async function upload(token: string, bytes: Buffer, type = 'image/png'): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), 'me.png');
  const answer = await fetch(app.url + API_BASE + routes.uploadAvatar.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

async function uploaded(bytes: Buffer, person: Recruiter = ana): Promise<User> {
  const { status, body } = await upload(person.token, bytes);
  expect(status, JSON.stringify(body)).toBe(200);
  return routes.uploadAvatar.reply.parse(body);
}

async function pictureOf(user: User): Promise<{ bytes: Buffer; headers: Headers }> {
  const answer = await fetch(user.avatar ?? '');
  expect(answer.status).toBe(200);
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

const plain = (width: number, height: number, background = '#c02020') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A PNG of nothing, which takes next to no space. */
function emptyPng(width: number, height: number, colorType: 0 | 6): Buffer {
  const bits = colorType === 0 ? 1 : 8 * 4;
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length, 0);
    named.copy(out, 4);
    out.writeUInt32BE(crc32(named), 8 + data.length);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([colorType === 0 ? 1 : 8, colorType, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil((width * bits) / 8))), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture', () => {
  it('is redrawn, upright, without anything that the camera noted', async () => {
    // Red on the left, blue on the right; a quarter turn to the right makes red the top.
    const photo = await plain(400, 200)
      .composite([{ input: await plain(200, 200, '#2020c0').png().toBuffer(), left: 200, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Make: 'Spycam', Orientation: '6' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(photo.includes('Spycam')).toBe(true);
    const { bytes, headers } = await pictureOf(await uploaded(photo));
    const drawn = await sharp(bytes).metadata();
    expect(drawn).toMatchObject({ format: 'webp', width: 256, height: 256 });
    for (const left of ['exif', 'icc', 'xmp', 'orientation', 'iptc'] as const)
      expect(drawn[left]).toBeUndefined();
    expect(bytes.includes('Spycam')).toBe(false);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * 256 + x) * info.channels).subarray(0, 3)];
    const [top = [], bottom = []] = [at(128, 20), at(128, 236)];
    expect(top[0]).toBeGreaterThan(150);
    expect(bottom[2]).toBeGreaterThan(150);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toBe('private, max-age=259200, immutable');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('that is animated becomes a still', async () => {
    const gif = await sharp(
      await Promise.all(['#c02020', '#2020c0'].map((color) => plain(64, 64, color).png().toBuffer())),
      { join: { animated: true } },
    )
      .gif({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const { bytes } = await pictureOf(await uploaded(gif));
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
    expect((await sharp(bytes).stats()).dominant.r).toBeGreaterThan(150);
  });

  it('may be as large as a phone makes them', async () => {
    const { bytes } = await pictureOf(await uploaded(emptyPng(7000, 7000, 6)));
    expect(bytes.length).toBeLessThan(10_000);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      '415 unsupported_media_type',
    ],
    [
      'SVG with a declaration',
      () =>
        Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      '415 unsupported_media_type',
    ],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), '415 unsupported_media_type'],
    [
      'a pdf',
      () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
      '415 unsupported_media_type',
    ],
    ['a picture of another kind', () => plain(9, 9).tiff().toBuffer(), '415 unsupported_media_type'],
    [
      '400 million pixels in a few kilobytes',
      () => emptyPng(20_000, 20_000, 0),
      '415 unsupported_media_type',
    ],
    [
      'a file that was cut off',
      async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 2000),
      '415 unsupported_media_type',
    ],
    ['a beginning without a picture', () => emptyPng(9, 9, 6).subarray(0, 33), '415 unsupported_media_type'],
    ['nothing', () => Buffer.alloc(0), '415 unsupported_media_type'],
    [
      'more than 5 MB',
      () => Buffer.concat([emptyPng(9, 9, 6), Buffer.alloc(MAX_AVATAR_BYTES)]),
      '413 too_large',
    ],
  ])('is not %s', async (_, make, refusal) => {
    const before = await ana.call(routes.getUser, {});
    expect(refusalOf(await upload(ana.token, await make()))).toBe(refusal);
    expect((await ana.call(routes.getUser, {})).avatar).toBe(before.avatar);
  });

  it('has a limit on how often it is drawn', async () => {
    const eve = await app.signUp();
    const answers: string[] = [];
    for (let tries = 0; tries < 31; tries += 1)
      answers.push(refusalOf(await upload(eve.token, Buffer.from('no picture'))));
    expect(answers.at(29)).toBe('415 unsupported_media_type');
    expect(answers.at(30)).toBe('429 rate_limited');
  });
});

describe('the address of a picture', () => {
  it('doesn’t open for anyone who was not given it', async () => {
    const { avatar } = await uploaded(await plain(9, 9).png().toBuffer());
    const shown = new URL(avatar ?? '');
    const open = async (change: (url: URL) => void) => {
      const url = new URL(shown);
      change(url);
      return (await fetch(url)).status;
    };
    const other = await app.signUp();
    expect(await open(() => {})).toBe(200);
    expect(await open((url) => url.searchParams.set('until', '999999999999'))).toBe(404);
    expect(await open((url) => url.searchParams.set('signature', 'x'.repeat(43)))).toBe(404);
    expect(await open((url) => url.searchParams.delete('signature'))).toBe(404);
    expect(
      await open((url) => {
        url.pathname = url.pathname.replace(ana.accountId, other.accountId);
      }),
    ).toBe(404);
    expect(
      await open((url) => {
        url.pathname = url.pathname.replace('/avatars/', '/media/');
      }),
    ).toBe(404);
    app.clock.advance(4 * 24 * 3600_000);
    expect(await open(() => {})).toBe(404);
    app.clock.reset();
  });

  it('comes with the texts that the person wrote, for their colleagues', async () => {
    const cem = await app.addColleague(ana, 'admin');
    const text = await sendText(ana, candidatePhone(), 'Hi');
    const { avatar } = await ana.call(routes.getUser, {});
    expect(avatar).not.toBeNull();
    expect((await lookUp(cem, text)).sender).toMatchObject({ id: ana.userId, avatar });
    expect(text.sender?.avatar).toBe(avatar);
  });

  it('comes with the seat of the person, for admins', async () => {
    const { avatar } = await ana.call(routes.getUser, {});
    const seats = await ana.call(routes.getSeats, {});
    expect(avatar).not.toBeNull();
    expect(seats.find(({ user }) => user?.id === ana.userId)?.user?.avatar).toBe(avatar);
  });

  it('leads nowhere once there is another picture, or none', async () => {
    const first = await uploaded(await plain(9, 9, '#111111').png().toBuffer());
    const second = await uploaded(await plain(9, 9, '#222222').png().toBuffer());
    expect(second.avatar).not.toBe(first.avatar);
    await eventually(async () => expect((await fetch(first.avatar ?? '')).status).toBe(404));
    expect((await pictureOf(second)).bytes.length).toBeGreaterThan(0);
    expect((await ana.call(routes.updateUser, { body: { avatar: null } })).avatar).toBeNull();
    await eventually(async () => expect((await fetch(second.avatar ?? '')).status).toBe(404));
    await uploaded(await plain(9, 9).png().toBuffer());
    expect((await ana.call(routes.removeAvatar, {})).avatar).toBeNull();
    expect((await ana.call(routes.removeAvatar, {})).avatar).toBeNull();
  });
});
