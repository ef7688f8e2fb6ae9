import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { signUpWithTexts, startGround } from './ground.ts';
import { BACKLOG, workIn } from './inbound.ts';
import { load, quantile } from './load.ts';
import { databaseTime, spawnProgram } from './processes.ts';

const PROCESSES = [1, 2, 4];
const ROUNDS = 3;
const CONNECTIONS = 64;
/** Until a new process has done what it does once. */
const SETTLE_MS = 2000;

type Program = Awaited<ReturnType<typeof spawnProgram>>;

interface Worked {
  perSecond: number;
  texts: number;
}

interface Turn {
  perSecond: number;
  /** Microseconds of a processor for each text: in our processes, and in the database's. */
  nodeUs: number;
  databaseUs: number;
  /** How many cores both had in use. */
  cores: number;
}

interface Setting {
  databaseUrl: string;
  environment: Record<string, string>;
  say(sentence: string): void;
}

/**
 * What more processes bring: texts of candidates that 1, 2 and 4 workers work in, and texts that as many web nodes accept, by
 * turns. They share this machine's cores with the database, which limits all of them.
 */
export async function measureScale(seconds: number, say: (sentence: string) => void): Promise<void> {
  const closing: (() => unknown)[] = [];
  try {
    const ground = await startGround('scale', { closing, say });
    const { databaseUrl, environment, pool } = ground;
    const { recruiters, texts } = await signUpWithTexts(ground, say);
    const setting = { databaseUrl, environment, say };
    const workers = await byTurns('worker', setting, async () => ({
      perSecond: await workIn(recruiters, pool),
      texts: BACKLOG,
    }));
    const webs = await byTurns('web', setting, async (nodes) => {
      const each = CONNECTIONS / nodes.length;
      const rates = await Promise.all(nodes.map(({ url }) => load(url, texts(), seconds, each)));
      const perSecond = rates.reduce((sum, rate) => sum + rate, 0);
      return { perSecond, texts: perSecond * seconds };
    });
    say(`${availableParallelism()} cores, load ${loadavg().map(Math.round).join(' ')}`);
    console.table({ ...tableOf('worked in, workers', workers), ...tableOf('accepted, web nodes', webs) });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Each count in each round. The next round begins with the last one, so that none is always first. */
async function byTurns(
  role: 'web' | 'worker',
  { databaseUrl, environment, say }: Setting,
  work: (nodes: Program[]) => Promise<Worked>,
): Promise<Map<number, Turn[]>> {
  const turns = new Map(PROCESSES.map((count) => [count, [] as Turn[]]));
  const order = [...PROCESSES];
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const count of order) {
      const nodes = await Promise.all(
        Array.from({ length: count }, () =>
          spawnProgram('server/main.ts', '/readyz', { ...environment, ROLES: role }),
        ),
      );
      await wait(SETTLE_MS);
      // The first texts compile.
      await work(nodes);
      const turn = await timed(nodes, databaseUrl, work);
      say(`${count} ${role}: ${turn.perSecond.toFixed()} a second, ${turn.cores.toFixed(1)} cores`);
      turns.get(count)?.push(turn);
      for (const node of nodes) await node.stop();
    }
    order.reverse();
  }
  return turns;
}

async function timed(
  nodes: Program[],
  databaseUrl: string,
  work: (nodes: Program[]) => Promise<Worked>,
): Promise<Turn> {
  const used = async () => ({
    node: nodes.reduce((sum, node) => sum + node.processorTime(), 0),
    database: await databaseTime(databaseUrl),
  });
  const before = await used();
  const startedAt = performance.now();
  const { perSecond, texts } = await work(nodes);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await used();
  const [node, database] = [after.node - before.node, after.database - before.database];
  return {
    perSecond,
    nodeUs: (node / texts) * 1e6,
    databaseUs: (database / texts) * 1e6,
    cores: (node + database) / seconds,
  };
}

function tableOf(what: string, turns: Map<number, Turn[]>): Record<string, Record<string, string>> {
  const median = (all: Turn[], of: keyof Turn) =>
    quantile(
      all.map((turn) => turn[of]),
      0.5,
    );
  const one = median(turns.get(1) ?? [], 'perSecond');
  return Object.fromEntries(
    [...turns].map(([count, all]) => [
      `${what}: ${count}`,
      {
        'a second': median(all, 'perSecond').toFixed(),
        'times one': (median(all, 'perSecond') / one).toFixed(2),
        'node us each': median(all, 'nodeUs').toFixed(),
        'database us each': median(all, 'databaseUs').toFixed(),
        'cores in use': median(all, 'cores').toFixed(2),
      },
    ]),
  );
}
