import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeReceiver, ok, startFakeReceiver } from '../../testing/fake-receiver.ts';
import { createWebhookPoster } from './post-webhook.ts';

const now = new Date('2026-11-27T12:00:00Z');
const poster = { waits: null, clock: () => now };
const local = createWebhookPoster({ ...poster, allowLoopback: true, timeoutMs: 3000 });
const impatient = createWebhookPoster({ ...poster, allowLoopback: true, timeoutMs: 1000 });
const live = createWebhookPoster({ ...poster, allowLoopback: false });
const request = { headers: { 'webhook-id': '1' }, body: '{"id":"1","type":"endpoint.test","data":{}}' };

let receiver: FakeReceiver;
beforeEach(async () => {
  receiver = await startFakeReceiver();
});
afterEach(() => receiver.stop());

const answered = async (answer: FakeReceiver['state']['answer'], by = local) => {
  receiver.state.answer = answer;
  return by.post(receiver.url, request);
};

describe('a receiver that', () => {
  it('answers gets the request as it is, and its answer is kept', async () => {
    const answer = await answered((response) => void response.writeHead(201).end('Th\u0000anks'));
    expect(answer).toEqual({ status: 201, response: 'Thanks', retryAfterMs: null });
    expect(receiver.state.heard).toMatchObject([{ body: request.body, headers: { 'webhook-id': '1' } }]);
  });

  it.each([
    ['7', 7000],
    ['Fri, 27 Nov 2026 12:01:00 GMT', 60_000],
    ['Fri, 27 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
  ])('asks to wait until %j is heard', async (header, retryAfterMs) => {
    const answer = await answered(
      (response) => void response.writeHead(429, { 'retry-after': header }).end(),
    );
    expect(answer).toMatchObject({ status: 429, retryAfterMs });
  });

  it.each([
    'http://127.0.0.1:9/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'file:///etc/passwd',
  ])('redirects to %s is not followed', async (location) => {
    const answer = await answered((response) => void response.writeHead(307, { location }).end('Over there'));
    expect(answer).toEqual({ status: 307, response: 'Over there', retryAfterMs: null });
  });

  it('answers 10 MB costs 1 KB', async () => {
    let hasEnded = false;
    const answer = await answered((response) => {
      response.on('finish', () => {
        hasEnded = true;
      });
      response.end('x'.repeat(10_000_000));
    });
    expect(answer).toEqual({ status: 200, response: 'x'.repeat(1024), retryAfterMs: null });
    await expect.poll(() => receiver.state.underWay).toBe(0);
    expect(hasEnded).toBe(false);
  });

  it('never ends its answer is left after 1 KB, or when the time is up', async () => {
    const endless = await answered(async (response) => {
      while (!response.destroyed) {
        response.write('y'.repeat(100));
        await wait(1);
      }
    });
    expect(endless).toEqual({ status: 200, response: 'y'.repeat(1024), retryAfterMs: null });
    const slow = await answered((response) => void response.write('slow'), impatient);
    expect(slow).toEqual({ status: 200, response: 'slow', retryAfterMs: null });
    await expect.poll(() => receiver.state.underWay).toBe(0);
  });

  it('says nothing, or breaks off, has not answered', async () => {
    expect(await answered(() => {}, impatient)).toEqual({
      status: null,
      response: 'No answer within 15 seconds.',
      retryAfterMs: null,
    });
    expect(await answered((response) => void response.destroy())).toMatchObject({
      status: null,
      response: 'The connection failed.',
    });
    await expect.poll(() => receiver.state.underWay).toBe(0);
  });

  it('is in a private network by now is not asked', async () => {
    const secure = receiver.url.replace('http:', 'https:');
    for (const url of [receiver.url, secure, 'https://10.0.0.1/', 'https://[fd00::1]/'])
      expect(await live.post(url, request)).toMatchObject({
        status: null,
        response: 'Not sent: the address leads into a private network.',
      });
    expect(receiver.state.heard).toEqual([]);
  });
});

describe('a connection', () => {
  it('is used again, also after the time that its first request had', async () => {
    for (let posts = 0; posts < 3; posts += 1) {
      expect(await answered(ok)).toMatchObject({ status: 200 });
      await wait(1100);
    }
    expect(receiver.state.connections).toBe(1);
  });

  it('that was closed meanwhile costs no attempt', async () => {
    await answered(ok);
    receiver.closeConnections();
    expect(await answered(ok)).toMatchObject({ status: 200 });
    let resets = 0;
    const resetsFirst: FakeReceiver['state']['answer'] = (response) => {
      resets += 1;
      if (resets === 1) response.socket?.resetAndDestroy();
      else response.end();
    };
    expect(await answered(resetsFirst)).toMatchObject({ status: 200 });
    expect(receiver.state.heard).toHaveLength(4);
  });

  it('that is new is closed by the receiver for good: the attempt failed', async () => {
    const resets: FakeReceiver['state']['answer'] = (response) => void response.socket?.resetAndDestroy();
    expect(await answered(resets)).toMatchObject({ status: null });
    expect(receiver.state.heard).toHaveLength(1);
  });

  it('of another receiver is never used', async () => {
    const other = await startFakeReceiver();
    await answered(ok);
    await local.post(other.url, request);
    expect([receiver.state.connections, other.state.connections]).toEqual([1, 1]);
    other.stop();
  });

  it('doesn’t outlast an answer that was cut', async () => {
    await answered((response) => void response.end('x'.repeat(10_000)));
    expect(await answered(ok)).toMatchObject({ status: 200, response: 'Thanks' });
    expect(receiver.state.connections).toBe(2);
  });
});

describe('before it is kept, an address', () => {
  it.each([
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/',
    'https://192.0.0.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://0.0.0.0/',
    'https://127.0.0.1/',
    // As the URL has it, this is 127.0.0.1.
    'https://2130706433/',
    'https://[::]/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'http://example.com/',
    'https://example.com:25/',
  ])('%s is refused', async (url) => {
    expect(await live.isPermitted(new URL(url))).toBe(false);
  });

  it.each([
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]:8443/',
    'https://not-there-yet.invalid/',
  ])('%s is taken', async (url) => {
    expect(await live.isPermitted(new URL(url))).toBe(true);
  });

  it('on this machine is taken in local mode only', async () => {
    for (const url of [receiver.url, 'https://localhost:3000/', 'http://[::1]:3000/']) {
      expect(await local.isPermitted(new URL(url))).toBe(true);
      expect(await live.isPermitted(new URL(url))).toBe(false);
    }
    expect(await local.isPermitted(new URL('https://10.1.2.3/'))).toBe(false);
    expect(receiver.state.heard).toEqual([]);
  });
});
