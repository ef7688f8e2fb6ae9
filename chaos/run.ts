import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Recruiter, signUpRecruiter } from '../bench/company.ts';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { type Answers, startMailServer } from '../server/adapters/mail/fakes/mail-server.ts';
import { DatabaseClient } from '../server/db/database-client.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { freePort } from '../server/testing/free-port.ts';
import { startPostgresPair } from '../server/testing/postgres-pair.ts';
import { startTcpProxy, type TcpProxy } from '../server/testing/tcp-proxy.ts';
import { raiseFailovers } from './failover.ts';
import { raiseFaults, type World } from './faults.ts';
import { type HouseNode, startBalancer, startNode, untilReady } from './house.ts';
import { audit, givenUp, leftOver } from './ledger.ts';
import { createRandom } from './random.ts';
import { startTraffic } from './traffic.ts';

/*
 * npm run chaos -- [--minutes 10] [--seed 1] [--failover]
 * Two web nodes, two workers, a carrier and a mail server, under traffic, while processes, connections and vendors fail at
 * random. Afterward, everything that was promised is compared with what happened. Logs: dist/chaos/.
 * With --failover, only the database fails: its primary is killed and its standby promoted, under 20 texts a second.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    failover: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const RECRUITERS = 4;
/** Until everything settles after the last fault: unknown outcomes are asked of the carrier again and again. */
const REST_LIMIT_MS = 240_000;
/** How much more an idle node may hold in memory than a fresh one. */
const MOST_GROWTH = 1.6;

const closing: (() => unknown)[] = [];
let isClean = false;
try {
  isClean = await run();
} finally {
  for (const close of closing.reverse()) await close();
}
process.exit(isClean ? 0 : 1);

async function run(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-chaos-'));
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const logs = join(import.meta.dirname, '../dist/chaos');
  rmSync(logs, { recursive: true, force: true });
  mkdirSync(logs, { recursive: true });

  const pair = values.failover ? await startPostgresPair() : null;
  const database = pair ?? (await startOne(join(dataDir, 'database')));
  if (pair !== null) closing.push(pair.stop);
  const admin = new pg.Pool({ Client: DatabaseClient, connectionString: database.url, max: 3 });
  admin.on('error', () => {});
  closing.push(() => admin.end());
  const carrier = await startFakeTwilio();
  closing.push(() => carrier.stop());
  const mailAnswers: Answers = {};
  const mail = await startMailServer(mailAnswers);
  closing.push(() => mail.stop());

  const balancerPort = await freePort();
  const url = `http://127.0.0.1:${balancerPort}`;
  const environment = {
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DEMO: '0',
    BILLING: 'off',
    LOG_LEVEL: 'info',
    SECRET_KEY: 'a secret that all nodes of the chaos share',
    CAPTCHA: 'off',
    SEGMENTS_PER_SECOND: '20',
    TWILIO_ACCOUNT_SID: carrier.accountSid,
    TWILIO_AUTH_TOKEN: carrier.authToken,
    TWILIO_API_BASE_URL: carrier.url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Hiretext <no-reply@texts.example.com>',
    SUPPORT_EMAIL: 'support@hiretext.example',
  };
  const proxies: TcpProxy[] = [];
  const launch = async (name: string, role: 'web' | 'worker') => {
    const logFile = join(logs, `${name}.log`);
    const databaseUrl = pair === null ? await throughProxy(database.url, proxies) : database.url;
    const node = await startNode({ name, role, databaseUrl, logFile, environment });
    closing.push(node.stop);
    await untilReady(node);
    return node;
  };
  const nodes: [HouseNode, ...HouseNode[]] = [await launch('web-1', 'web')];
  nodes.push(
    await launch('web-2', 'web'),
    await launch('worker-1', 'worker'),
    await launch('worker-2', 'worker'),
  );
  closing.push(await startBalancer(balancerPort, () => nodes.filter(({ port }) => port !== null)));

  say('signing up');
  const recruiters: Recruiter[] = [];
  for (let index = 0; index < RECRUITERS; index += 1)
    recruiters.push(await signUpRecruiter(url, `Recruiter${index}`, String(212 + index)));
  const fresh = await Promise.all(nodes.map((node) => node.heap()));

  const random = createRandom(seed);
  const sideBySide = values.failover ? 5 : 1;
  const traffic = startTraffic({
    url,
    recruiters,
    keys: carrier,
    random: createRandom(seed + 1),
    sideBySide,
  });
  // Until every browser listens.
  await wait(3000);
  const end = Date.now() + Number(values.minutes) * 60_000;
  say(`${values.minutes} minutes of faults, seed ${seed}`);
  const isOver = () => Date.now() > end;
  const failovers =
    pair && (await raiseFailovers({ pair, admin, nodes, promised: traffic.promised, random, say }, isOver));
  const faults =
    failovers?.counts ??
    (await raiseFaults(
      { nodes, proxies: proxies as World['proxies'], admin, carrier, mailAnswers, random },
      isOver,
    ));

  say('no more faults; waiting for what was begun');
  await traffic.stop();
  for (const node of nodes) await untilReady(node);
  await carrier.control.settled();
  let left = await leftOver(admin);
  for (const rest = Date.now() + REST_LIMIT_MS; left.length > 0 && Date.now() < rest; await wait(1000))
    left = await leftOver(admin);
  // Browsers poll for events they missed.
  await wait(3000);

  const { counts, violations } = await audit({ promised: traffic.promised, carrier, mail, admin });
  violations.push(...left.map((what) => `Left over: ${what}`), ...(await givenUp(admin)));
  violations.push(...(failovers?.violations ?? []));
  await traffic.leave();
  await wait(1000);
  for (const [index, node] of nodes.entries()) {
    if (node.crashes() > 0) violations.push(`${node.name} ended by itself ${node.crashes()} times`);
    const heap = await node.heap();
    say(`${node.name}: ${fresh[index]?.toFixed()} MB of objects at first, ${heap.toFixed()} MB now`);
    if (heap > (fresh[index] ?? 0) * MOST_GROWTH) violations.push(`${node.name} has grown by too much`);
    if (node.port !== null && (await openStreams(node.port)) > 0)
      violations.push(`${node.name} still counts ${await openStreams(node.port)} streams`);
  }

  console.table(Object.fromEntries([...faults].sort()));
  if (failovers !== null) console.table(failovers.back);
  console.table(counts);
  for (const violation of violations.slice(0, 50)) console.log(`- ${violation}`);
  console.log(
    violations.length === 0 ? 'Everything that was promised was kept.' : `${violations.length} violations.`,
  );
  return violations.length === 0;
}

async function startOne(folder: string): Promise<{ url: string }> {
  const database = await startEmbeddedPostgres({ dataDir: folder, log: { info: () => {}, warn: say } });
  closing.push(async () => {
    await database.stop();
    rmSync(realpathSync(folder), { recursive: true, force: true });
  });
  return database;
}

async function throughProxy(url: string, proxies: TcpProxy[]): Promise<string> {
  const proxy = await startTcpProxy(url);
  proxies.push(proxy);
  closing.push(proxy.stop);
  return proxy.through;
}

async function openStreams(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^live_streams (\d+)/m.exec(metrics)?.[1] ?? 0);
}

function say(sentence: string): void {
  process.stderr.write(`${sentence} ...\n`);
}
