import { createECDH, hkdfSync } from 'node:crypto';
import { retryAfterMs } from '../../carrier/vendor-call.ts';
import { createGuardedFetch, ForbiddenAddress, isPermittedUrl, TooLarge } from '../../guarded-fetch.ts';
import type { Push, PushOutcome, PushSender, PushSubscription } from '../port.ts';

interface WebPushOptions {
  /** The key pair is made of it, so that all nodes have the same one. */
  secret: Uint8Array;
  /** Whom push services can turn to: an https or mailto address. */
  contact: string;
  /** For local mode, where the push service may be a fake on this machine. */
  allowLoopback: boolean;
  clock: () => Date;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** They answer with nothing, or a sentence. */
const MAX_ANSWER_BYTES = 16_384;

/** The push services of browsers: RFC 8030, with messages by RFC 8291 and our name by RFC 8292 (VAPID). */
export function createWebPush(options: WebPushOptions): PushSender {
  const { allowLoopback, contact, clock, timeoutMs = TIMEOUT_MS } = options;
  const keys = keyPairOf(options.secret);
  const guardedFetch = createGuardedFetch({ allowLoopback, timeoutMs, maxBytes: MAX_ANSWER_BYTES });

  async function requestOf({ endpoint, ...keysOfBrowser }: PushSubscription, push: Push) {
    // Loaded with the first push: many a server sends none.
    const { default: webPush } = await import('web-push');
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: keysOfBrowser },
      push.payload,
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: push.ttlSeconds,
        // A phone that sleeps is woken: someone waits for an answer.
        urgency: 'high',
        topic: push.topic,
      },
    );
    const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return { method, headers: Object.fromEntries(named), body };
  }

  return {
    publicKey: keys.publicKey,
    isPermitted: (endpoint) => {
      const url = URL.parse(endpoint);
      return url !== null && isPermittedUrl(url, { allowLoopback });
    },
    send: async (subscription, push) => {
      let request: Awaited<ReturnType<typeof requestOf>>;
      try {
        request = await requestOf(subscription, push);
      } catch {
        return { outcome: 'refused', reason: 'It could not be encrypted with the keys of the browser' };
      }
      try {
        return outcomeOf(await guardedFetch(subscription.endpoint, request), clock());
      } catch (error) {
        if (error instanceof ForbiddenAddress) return { outcome: 'refused', reason: 'A forbidden address' };
        if (error instanceof TooLarge) return { outcome: 'refused', reason: 'The answer is too large' };
        // Its message would name the address, which is a secret.
        const { code, name } = error as Error & { code?: unknown };
        return { outcome: 'notReached', reason: typeof code === 'string' ? code : name, retryAfterMs: null };
      }
    },
  };
}

function outcomeOf({ status, headers }: Response, now: Date): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  const reason = `HTTP ${status}`;
  if (status === 408 || status === 429 || status >= 500)
    return { outcome: 'notReached', reason, retryAfterMs: retryAfterMs(headers, now) };
  return { outcome: 'refused', reason };
}

/** Nearly every 32 bytes are a private key of the curve; of those that aren't, the next ones are. */
function keyPairOf(secret: Uint8Array): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  for (let attempt = 0; ; attempt += 1) {
    const privateKey = Buffer.from(hkdfSync('sha256', secret, '', `vapid ${attempt}`, 32));
    try {
      pair.setPrivateKey(privateKey);
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
  }
}
