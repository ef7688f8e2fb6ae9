import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { openStream } from '../server/testing/event-stream.ts';
import { startNatsServer } from '../server/testing/nats.ts';
import type { Recruiter } from './company.ts';
import { type Ground, signUpWithTexts, startGround } from './ground.ts';
import { untilWorkedIn } from './inbound.ts';
import { measureLatency } from './live.ts';
import { load, type PreparedRequest, quantile } from './load.ts';
import { databaseTime, spawnProgram } from './processes.ts';

const WEB_NODES = [2, 4, 8];
const ROUNDS = 3;
const CONNECTIONS = 64;
/** Until a new process has done what it does once. */
const SETTLE_MS = 3000;
/** All nodes share this machine's cores, and are to be measured rather than their queue. */
const WEBHOOKS = { perSecond: 20, seconds: 10 };

type Node = Awaited<ReturnType<typeof spawnProgram>>;

interface Turn {
  perSecond: number;
  /** Microseconds of a processor for each text: in our processes, and in the database's. */
  nodeUs: number;
  databaseUs: number;
  p50Ms: number;
  p95Ms: number;
}

interface Setting extends Ground {
  recruiters: Recruiter[];
  texts(): Generator<PreparedRequest, never>;
  seconds: number;
}

/**
 * What signals by NATS bring: texts that 2, 4 and 8 web nodes accept while each has a browser, and how long a candidate's text takes
 * from the webhook at one node to a browser at another, with a worker between them. By turns with PostgreSQL alone.
 */
export async function measureSignals(seconds: number, say: (sentence: string) => void): Promise<void> {
  const closing: (() => unknown)[] = [];
  try {
    const ground = await startGround('signals', { closing, say });
    const nats = await startNatsServer();
    closing.push(nats.stop);
    const setting = { ...ground, ...(await signUpWithTexts(ground, say)), seconds };
    const wires = { PostgreSQL: {}, NATS: { NATS_URL: `nats://${nats.address}` } };
    const turns = new Map<string, Turn[]>();
    const order = WEB_NODES.flatMap((count) => Object.entries(wires).map((wire) => ({ count, wire })));
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const { count, wire } of order) {
        const [name, variables] = wire;
        const key = `${count} web nodes, ${name}`;
        const turn = await measureTurn(
          { ...setting, environment: { ...ground.environment, ...variables } },
          count,
        );
        say(`${key}: ${JSON.stringify(turn)}, load ${loadavg().map(Math.round).join(' ')}`);
        turns.set(key, [...(turns.get(key) ?? []), turn]);
      }
      // The next round begins with the last one, so that none is always first.
      order.reverse();
    }
    say(`${availableParallelism()} cores`);
    console.table(tableOf(turns));
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function measureTurn(setting: Setting, count: number): Promise<Turn> {
  const { environment, recruiters } = setting;
  const spawnNode = (ROLES: string) => spawnProgram('server/main.ts', '/readyz', { ...environment, ROLES });
  const worker = await spawnNode('worker');
  const webs = await Promise.all(Array.from({ length: count }, () => spawnNode('web')));
  const streams = await Promise.all(
    webs.map(({ url }, index) => openStream(url, recruiters[index % recruiters.length]?.token ?? '')),
  );
  try {
    await wait(SETTLE_MS);
    const latency = await measureFar(setting, webs);
    // The first texts compile.
    await accept(setting, webs, setting.seconds);
    return { ...latency, ...(await measureAccepting(setting, webs)) };
  } finally {
    for (const stream of streams) stream.close();
    await Promise.all([worker, ...webs].map((node) => node.stop()));
  }
}

async function measureFar({ keys, recruiters, pool }: Setting, webs: Node[]) {
  const [[near, far], recruiter] = [webs, recruiters[0]];
  if (near === undefined || far === undefined || recruiter === undefined) throw new Error('There are two');
  const latency = await measureLatency(near.url, keys, recruiter, { ...WEBHOOKS, browserAt: far.url });
  await untilWorkedIn(pool);
  return latency;
}

async function accept({ texts }: Setting, webs: Node[], seconds: number): Promise<number> {
  const each = CONNECTIONS / webs.length;
  const rates = await Promise.all(webs.map(({ url }) => load(url, texts(), seconds, each)));
  return rates.reduce((sum, rate) => sum + rate, 0);
}

async function measureAccepting(setting: Setting, webs: Node[]) {
  const used = async () => ({
    node: webs.reduce((sum, node) => sum + node.processorTime(), 0),
    database: await databaseTime(setting.databaseUrl),
  });
  const before = await used();
  const perSecond = await accept(setting, webs, setting.seconds);
  const after = await used();
  const texts = perSecond * setting.seconds;
  return {
    perSecond,
    nodeUs: ((after.node - before.node) / texts) * 1e6,
    databaseUs: ((after.database - before.database) / texts) * 1e6,
  };
}

function tableOf(turns: Map<string, Turn[]>): Record<string, Record<string, string>> {
  return Object.fromEntries(
    [...turns].map(([key, all]) => {
      const median = (of: keyof Turn) =>
        quantile(
          all.map((turn) => turn[of]),
          0.5,
        ).toFixed();
      return [
        key,
        {
          'texts a second': median('perSecond'),
          'node us each': median('nodeUs'),
          'database us each': median('databaseUs'),
          'p50 ms': median('p50Ms'),
          'p95 ms': median('p95Ms'),
        },
      ];
    }),
  );
}
