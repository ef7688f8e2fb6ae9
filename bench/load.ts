import autocannon from 'autocannon';

export interface PreparedRequest {
  method: 'POST';
  path: string;
  headers: Record<string, string>;
  body: string;
}

export type AnyRequest = PreparedRequest | (Omit<PreparedRequest, 'method' | 'body'> & { method: 'GET' });

export const CONNECTIONS = 16;

/** Answers a second. Each request is used once; anything but 2xx spoils the measurement. */
export async function load(
  url: string,
  requests: Iterator<PreparedRequest>,
  seconds: number,
  connections = CONNECTIONS,
): Promise<number> {
  return (await timedLoad(url, requests, seconds, connections)).perSecond;
}

/** The same, with the time that 97.5 % of the answers took at most. */
export async function timedLoad(
  url: string,
  requests: Iterator<AnyRequest>,
  seconds: number,
  connections = CONNECTIONS,
): Promise<{ perSecond: number; p97Ms: number }> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const next = requests.next();
          if (next.done) throw new Error('Too few requests were prepared');
          return { ...request, ...next.value };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(
      `${url}: ${result['2xx']} good answers, ${result.non2xx} bad ones, ${result.errors} errors`,
    );
  return { perSecond: result['2xx'] / result.duration, p97Ms: result.latency.p97_5 };
}

export interface Comparison {
  perSecond: number;
  yardstickPerSecond: number;
  ratio: number;
}

const ROUNDS = 3;

/** Medians of the two by turns, so that other load on the machine hits both. */
export async function compare(run: {
  subject: () => Promise<number>;
  yardstick: () => Promise<number>;
}): Promise<Comparison> {
  const subject: number[] = [];
  const yardstick: number[] = [];
  await run.yardstick();
  await run.subject();
  for (let round = 0; round < ROUNDS; round += 1) {
    yardstick.push(await run.yardstick());
    subject.push(await run.subject());
  }
  const perSecond = quantile(subject, 0.5);
  const yardstickPerSecond = quantile(yardstick, 0.5);
  return { perSecond, yardstickPerSecond, ratio: perSecond / yardstickPerSecond };
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
