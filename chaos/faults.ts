import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { FakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import type { FaultKind } from '../server/adapters/carrier/fakes/faults.ts';
import type { Answers } from '../server/adapters/mail/fakes/mail-server.ts';
import type { TcpProxy } from '../server/testing/tcp-proxy.ts';
import type { HouseNode } from './house.ts';
import type { Random } from './random.ts';

export interface World {
  nodes: [HouseNode, ...HouseNode[]];
  /** Each node's route to the database. */
  proxies: [TcpProxy, ...TcpProxy[]];
  /** Connects to the database itself, past every proxy. */
  admin: pg.Pool;
  carrier: FakeTwilio;
  mailAnswers: Answers;
  random: Random;
}

const CARRIER_FAULTS: [FaultKind, ...FaultKind[]] = [
  '429',
  '500',
  '503',
  'reset',
  'timeout',
  'acceptThen500',
  'acceptThenReset',
  'acceptThenTimeout',
  'acceptThenGarbage',
];

/** Each starts a fault and ends it again. The report counts them by name. */
const faults: Record<string, (world: World) => Promise<void>> = {
  'kill -9': async ({ nodes, random }) => random.pick(nodes).kill(),
  'every process killed': async ({ nodes }) => {
    for (const node of nodes) node.kill();
  },
  SIGSTOP: async ({ nodes, random }) => {
    const node = random.pick(nodes);
    node.pause();
    await wait(random.between(500, 9000));
    node.resume();
  },
  'database out of reach of a node': async ({ proxies, random }) => {
    const proxy = random.pick(proxies);
    proxy.cut();
    await wait(random.between(200, 6000));
    proxy.restore();
  },
  'network to the database hangs': async ({ proxies, random }) => {
    const proxy = random.pick(proxies);
    proxy.freeze();
    await wait(random.between(200, 9000));
    proxy.restore();
  },
  'back ends ended': async ({ admin, random }) => {
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and random() < $1`,
      [random.between(0.05, 1)],
    );
  },
  'carrier fails': async ({ carrier, random }) => {
    const times = Math.ceil(random.between(1, 8));
    carrier.control.failNext({ kind: random.pick(CARRIER_FAULTS), on: 'send', times });
  },
  'receipts twice and in the wrong order': async ({ carrier, random }) => {
    carrier.control.receipts({ duplicate: true, shuffle: true, delayMs: Math.round(random.between(0, 300)) });
    await wait(random.between(1000, 5000));
    carrier.control.receipts({ duplicate: false, shuffle: false, delayMs: 0 });
  },
  'mail server refuses for now': async ({ mailAnswers, random }) => {
    mailAnswers.recipient = '451 4.3.0 Try again later';
    await wait(random.between(500, 5000));
    delete mailAnswers.recipient;
  },
};

/** One fault after another, some at the same time, until `isOver`. Resolves when the last one is over. */
export async function raiseFaults(world: World, isOver: () => boolean): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const names = Object.keys(faults) as [string, ...string[]];
  const open = new Set<Promise<void>>();
  while (!isOver()) {
    await wait(world.random.between(200, 3000));
    const name = world.random.pick(names);
    const fault = faults[name];
    if (fault === undefined) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const raised = fault(world).finally(() => open.delete(raised));
    open.add(raised);
  }
  await Promise.all(open);
  return counts;
}
