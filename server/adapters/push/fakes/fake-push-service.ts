import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { type FakeAnswer, type FakeRequest, startServer } from '../../carrier/fakes/fake-server.ts';
import type { PushSubscription } from '../port.ts';

interface Received {
  payload: string;
  topic: string | null;
  urgency: string | null;
  ttlSeconds: number;
}

/** A browser with the push service of its vendor. It refuses what real ones refuse: RFC 8030, 8188, 8291 and 8292. */
export interface FakePushService {
  url: string;
  /** As `pushManager.subscribe` of a new browser. */
  subscribe(applicationServerKey: string): PushSubscription;
  /** The device is away: pushes wait for it, and those with the same topic replace each other. */
  away(endpoint: string, isAway: boolean): void;
  unsubscribe(endpoint: string): void;
  /** What has reached the browser, oldest first. */
  received(endpoint: string): Received[];
  /** Statuses of all answers, oldest first. */
  answered: number[];
  /** Instead of taking the next one. */
  answerNext(answer: FakeAnswer): void;
  stop(): Promise<void>;
}

interface Subscription {
  key: string;
  pair: ECDH;
  auth: Buffer;
  isAway: boolean;
  isGone: boolean;
  waiting: Received[];
  received: Received[];
}

const MAX_BYTES = 4096;
const DAY_SECONDS = 86_400;

export async function startFakePushService(): Promise<FakePushService> {
  const subscriptions = new Map<string, Subscription>();
  const planned: FakeAnswer[] = [];
  const answered: number[] = [];

  const find = (endpoint: string): Subscription => {
    const found = subscriptions.get(new URL(endpoint).pathname);
    if (found === undefined) throw new Error('There is no such subscription');
    return found;
  };

  const server = await startServer((request) => {
    const next = planned.shift();
    if (next === 'drop' || next === 'hang') return next;
    const reply = next ?? { status: take(request) };
    answered.push(reply.status);
    return reply;
  });

  function take({ method, path, headers, rawBody }: FakeRequest): number {
    const subscription = subscriptions.get(path);
    if (method !== 'POST') return 405;
    if (subscription === undefined) return 404;
    if (subscription.isGone) return 410;
    if (rawBody.length > MAX_BYTES) return 413;
    const ttl = headers.ttl;
    if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) return 400;
    const topic = typeof headers.topic === 'string' ? headers.topic : null;
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return 400;
    const urgency = typeof headers.urgency === 'string' ? headers.urgency : null;
    if (urgency !== null && !['very-low', 'low', 'normal', 'high'].includes(urgency)) return 400;
    const refusal = refusalOf(headers.authorization ?? '', subscription.key);
    if (refusal !== null) return refusal;
    if (headers['content-encoding'] !== 'aes128gcm') return 415;
    const payload = decrypt(rawBody, subscription);
    // What the browser can't read, it drops; the push service doesn't know.
    if (payload === null) return 201;
    const received = { payload, topic, urgency, ttlSeconds: Number(ttl) };
    if (!subscription.isAway) subscription.received.push(received);
    else
      subscription.waiting = [
        ...subscription.waiting.filter((other) => topic === null || other.topic !== topic),
        received,
      ];
    return 201;
  }

  /** Who sends must be who the browser has subscribed to, for this push service, and soon over. */
  function refusalOf(authorization: string, key: string): number | null {
    const [, token = '', sender = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
    if (token === '') return 401;
    if (sender !== key) return 403;
    const [header = '', claims = '', signature = ''] = token.split('.');
    if (!isSignedBy(key, `${header}.${claims}`, signature)) return 403;
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const now = Date.now() / 1000;
    if (aud !== server.url) return 403;
    if (typeof exp !== 'number' || exp < now || exp > now + DAY_SECONDS) return 403;
    return typeof sub === 'string' && /^(mailto:|https:)/.test(sub) ? null : 403;
  }

  return {
    url: server.url,
    subscribe: (key) => {
      const pair = createECDH('prime256v1');
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(40).toString('base64url')}`;
      const p256dh = pair.generateKeys('base64url');
      subscriptions.set(path, {
        key,
        pair,
        auth,
        isAway: false,
        isGone: false,
        waiting: [],
        received: [],
      });
      return { endpoint: server.url + path, p256dh, auth: auth.toString('base64url') };
    },
    away: (endpoint, isAway) => {
      const subscription = find(endpoint);
      subscription.isAway = isAway;
      if (!isAway) subscription.received.push(...subscription.waiting.splice(0));
    },
    unsubscribe: (endpoint) => {
      find(endpoint).isGone = true;
    },
    received: (endpoint) => find(endpoint).received,
    answered,
    answerNext: (answer) => planned.push(answer),
    stop: server.stop,
  };
}

function isSignedBy(key: string, text: string, signature: string): boolean {
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  });
  return verify(
    'sha256',
    Buffer.from(text),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

const hkdf = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** As the browser does, with nothing of what encrypted it (RFC 8291, 3.4; RFC 8188, 2). Null: it can't. */
function decrypt(body: Buffer, { pair, auth }: Subscription): string | null {
  const salt = body.subarray(0, 16);
  const senderEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, senderEnd);
  const record = body.subarray(senderEnd);
  if (record.length > body.readUInt32BE(16)) return null;
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = hkdf(pair.computeSecret(sender), auth, info, 32);
  const key = hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  try {
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    // The last record ends with a two, and zeros after it.
    const end = padded.lastIndexOf(2);
    return padded.subarray(0, end).toString('utf8');
  } catch {
    return null;
  }
}
