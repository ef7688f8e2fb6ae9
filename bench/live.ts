import { setTimeout as wait } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { API_BASE } from '../contract/api.ts';
import { LiveEvent } from '../contract/live-events.ts';
import * as routes from '../contract/routes.ts';
import { candidateNumber, type Recruiter } from './company.ts';
import { type CarrierKeys, inboundWebhook } from './inbound.ts';
import { quantile } from './load.ts';

const CANDIDATES = 200;
const LATE_MS = 10_000;

export interface LatencyResult {
  p50Ms: number;
  p95Ms: number;
}

/** From the carrier's call to the event in the recruiter's browser, which may be at another node. */
export async function measureLatency(
  url: string,
  keys: CarrierKeys,
  recruiter: Recruiter,
  { browserAt = url, perSecond = 50, seconds = 20 } = {},
): Promise<LatencyResult> {
  const sentAt = new Map<string, number>();
  const latencies: number[] = [];
  const source = new EventSource(browserAt + API_BASE + routes.streamEvents.path, {
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...init.headers, authorization: `Bearer ${recruiter.token}` } }),
  });
  source.addEventListener('message.created', ({ data }) => {
    const now = performance.now();
    const event = LiveEvent.parse(JSON.parse(data));
    if (event.type !== 'message.created') return;
    const startedAt = sentAt.get(event.message.body);
    if (startedAt === undefined) return;
    sentAt.delete(event.message.body);
    latencies.push(now - startedAt);
  });
  await new Promise((resolve, reject) => {
    source.addEventListener('open', resolve, { once: true });
    source.addEventListener('error', reject, { once: true });
  });

  try {
    const begin = performance.now();
    const posts: Promise<void>[] = [];
    for (let index = 0; index < perSecond * seconds; index += 1) {
      const body = `Text ${index} of the latency measurement`;
      const webhook = inboundWebhook(url, keys, {
        from: candidateNumber(90_000 + (index % CANDIDATES)),
        to: recruiter.phoneNumber,
        body,
      });
      await wait(Math.max(0, begin + (index * 1000) / perSecond - performance.now()));
      sentAt.set(body, performance.now());
      posts.push(post(url + webhook.path, webhook));
    }
    await Promise.all(posts);
    for (const end = Date.now() + LATE_MS; sentAt.size > 0 && Date.now() < end; ) await wait(20);
    if (sentAt.size > 0) throw new Error(`${sentAt.size} texts never reached the browser`);
  } finally {
    source.close();
  }
  return { p50Ms: quantile(latencies, 0.5), p95Ms: quantile(latencies, 0.95) };
}

async function post(url: string, request: { headers: Record<string, string>; body: string }): Promise<void> {
  const ask = () => fetch(url, { method: 'POST', ...request });
  // As a carrier does, if the server closes a connection while it's used again.
  const answer = await ask().catch(ask);
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The webhook was answered ${answer.status}`);
}
