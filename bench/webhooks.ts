import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import * as routes from '../contract/routes.ts';
import { MOST_ENDPOINTS } from '../contract/webhooks.ts';
import { startFakeTwilio } from '../server/adapters/carrier/fakes/fake-twilio.ts';
import { call, candidateNumber } from './company.ts';
import { quantile } from './load.ts';
import { databaseTime, measuredEnvironment, spawnProgram, startDatabase } from './processes.ts';

/*
 * node run/with-node.js bench/webhooks.ts [--events 10000] [--endpoints 1000] [--hanging 100] [--seconds 60]
 * How long many events take to one receiver that answers after 50 ms, and how long an event takes from its commit to the first
 * attempt at many endpoints, while some of them hang. Receivers are in this process, the server in another.
 */

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    endpoints: { type: 'string', default: '1000' },
    hanging: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
  },
});
const RECEIVER_MS = 50;
/** Each company adds a candidate that often. */
const EVERY_SECONDS = 5;
const LIMIT_MS = 600_000;

/** What came to `/<path>`: when, by the ID of the event and of what it's about. */
const heard = new Map<string, { at: number; id: string; subject: string }[]>();
const receiver = createServer(async (request, response) => {
  const at = Date.now();
  const { id, data } = (await json(request)) as { id: string; data: { id: string } };
  const [, kind = '', path = ''] = request.url?.split('/') ?? [];
  if (kind === 'hang') return;
  const list = heard.get(path) ?? [];
  heard.set(path, list);
  list.push({ at, id, subject: data.id });
  await wait(RECEIVER_MS);
  response.end();
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-webhooks-'));
const database = await startDatabase(dataDir, () => {});
const carrier = await startFakeTwilio();
const pool = new pg.Pool({ connectionString: database.url, max: 2 });
const server = await spawnProgram(
  'server/main.ts',
  '/readyz',
  measuredEnvironment(carrier, { DATABASE_URL: database.url, DATA_DIR: dataDir }),
);
try {
  await measured(`${values.events} events to one receiver`, oneReceiver);
  await measured(`${values.endpoints} endpoints, of which ${values.hanging} hang`, manyEndpoints);
} finally {
  await server.stop();
  await pool.end();
  await carrier.stop();
  await database.stop();
  receiver.closeAllConnections();
  receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** With the processor time that it took, and how busy the machine was. */
async function measured(what: string, measure: () => Promise<string>): Promise<void> {
  const spent = async () => [server.processorTime(), await databaseTime(database.url)] as const;
  const [serverBefore, databaseBefore] = await spent();
  const found = await measure();
  const [serverAfter, databaseAfter] = await spent();
  console.log(
    `${what}: ${found}; ${(serverAfter - serverBefore).toFixed(1)} s of a processor for the server and ` +
      `${(databaseAfter - databaseBefore).toFixed(1)} s for the database; load ${loadavg()[0]?.toFixed(1)}`,
  );
}

async function oneReceiver(): Promise<string> {
  const count = Number(values.events);
  const company = await signUp('One');
  await addEndpoint(company, 'take/one');
  const { id: candidateId } = await addCandidate(company, 0);
  const first = heard.get('one') ?? [];
  heard.set('one', first);
  const startedAt = Date.now();
  await pool.query("select write_event($1, 'candidate.updated', $2, null) from generate_series(1, $3::int)", [
    company.accountId,
    candidateId,
    count,
  ]);
  const ids = () => new Set(first.map(({ id }) => id));
  await until(() => ids().size > count);
  const seconds = (Math.max(...first.map(({ at }) => at)) - startedAt) / 1000;
  const order = [...ids()];
  const sorted = new Map(order.toSorted().map((id, place) => [id, place]));
  const moved = Math.max(...order.map((id, place) => Math.abs(place - (sorted.get(id) ?? 0))));
  const least = (count * RECEIVER_MS) / 10_000;
  return `${seconds.toFixed(1)} s (${least.toFixed(1)} s at best, with ten at once), ${Math.round(count / seconds)}/s, ${first.length - order.length} twice, moved by ${moved} at most`;
}

async function manyEndpoints(): Promise<string> {
  const endpoints = Number(values.endpoints);
  const hanging = Number(values.hanging);
  const companies: Company[] = [];
  for (let index = 0; index < endpoints; index += 1) {
    if (index % MOST_ENDPOINTS === 0) companies.push(await signUp(`Many${companies.length}`));
    // Spread over all companies.
    const kind = index % Math.round(endpoints / hanging) === 0 ? 'hang' : 'take';
    await addEndpoint(companies.at(-1) as Company, `${kind}/${index}`);
  }
  const startedAt = new Map<string, number>();
  const rounds = Number(values.seconds) / EVERY_SECONDS;
  const begin = Date.now();
  await Promise.all(
    companies.map(async (company, index) => {
      for (let round = 0; round < rounds; round += 1) {
        const due = begin + (round + index / companies.length) * EVERY_SECONDS * 1000;
        await wait(Math.max(0, due - Date.now()));
        // A little before the commit.
        const at = Date.now();
        const { id } = await addCandidate(company, 1 + round);
        startedAt.set(id, at);
      }
    }),
  );
  const expected = (endpoints - hanging) * rounds;
  const latencies = () =>
    [...heard.entries()].flatMap(([path, list]) =>
      path === 'one' ? [] : list.flatMap(({ at, subject }) => at - (startedAt.get(subject) ?? Number.NaN)),
    );
  await until(() => latencies().length >= expected);
  const all = latencies();
  return `${(all.length / Number(values.seconds)).toFixed(0)} first attempts a second at the others, p50 ${quantile(all, 0.5).toFixed(0)} ms, p95 ${quantile(all, 0.95).toFixed(0)} ms, at most ${Math.max(...all)} ms after the call`;
}

interface Company {
  token: string;
  accountId: string;
}

async function signUp(name: string): Promise<Company> {
  const signup = await call(server.url, null, 'POST', routes.signup.path, {
    firstName: name,
    lastName: 'Bench',
    email: `${name.toLowerCase()}@bench.example.com`,
    password: `correct horse ${name}`,
  });
  const { id_token: token } = routes.signup.reply.parse(signup);
  await call(server.url, token, 'POST', routes.changePlan.path, {
    accountType: 'personal',
    planType: 'monthly',
  });
  const { accountId } = routes.getUser.reply.parse(await call(server.url, token, 'GET', routes.getUser.path));
  return { token, accountId };
}

function addEndpoint({ token }: Company, path: string): Promise<unknown> {
  const body = { url: `${receiverUrl}/${path}`, types: ['*'] };
  return call(server.url, token, 'POST', routes.createWebhookEndpoint.path, body);
}

async function addCandidate({ token }: Company, index: number): Promise<{ id: string }> {
  const phoneNumber = candidateNumber(index);
  const body = { firstName: 'Ada', lastName: `Reyes ${index}`, phoneNumber };
  return routes.createCandidate.reply.parse(
    await call(server.url, token, 'POST', routes.createCandidate.path, body),
  );
}

async function until(isDone: () => boolean): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await wait(200)) if (isDone()) return;
  throw new Error('Not everything came in time');
}
