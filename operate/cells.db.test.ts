import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../contract/routes.ts';
import { inboundForm, signedTwilioWebhook } from '../server/adapters/carrier/fakes/fake-twilio-webhooks.ts';
import { IDENTITY } from '../server/http/health.ts';
import { createPathSigner } from '../server/http/signer.ts';
import { inCells } from '../server/moving/cells.ts';
import { finishMove, moveAccount, requireAlone } from '../server/moving/move-account.ts';
import { everythingOf } from '../server/testing/everything-of.ts';
import { freePort } from '../server/testing/free-port.ts';
import { candidatePhone, eventually, type TestApp } from '../server/testing/test-app.ts';
import { conversationWith, sendText, sentTo, untilStatus } from '../server/testing/texting.ts';
import {
  type CellRecruiter,
  recruiterIn,
  startTwoCells,
  type TwoCells,
} from '../server/testing/two-cells.ts';
import { examine } from './doctor.ts';

/* Two cells that know each other, and what operators see and do: looking at them, and moves that meet trouble. */

const HOUR = 3600_000;

let cells: TwoCells;
let east: TestApp;
let west: TestApp;
let people = 0;

const newcomer = (): Promise<CellRecruiter> => {
  people += 1;
  return recruiterIn(east, `mover${people}@cells.example`);
};

beforeAll(async () => {
  // The planner would plan what the other cell has yet to get.
  cells = await startTwoCells({ plannerRestMs: 24 * HOUR });
  ({ east, west } = cells);
});
afterAll(() => cells.stop());
afterEach(async () => {
  for (const app of [east, west]) {
    app.clock.reset();
    await app.deps.pool.query('delete from rate_limits');
  }
  east.twilio.control.receipts({});
});

const figureOf = async (app: TestApp, figure: string) => {
  const lines = (await (await fetch(`${app.url}/metrics`)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${figure} `))?.slice(figure.length + 1));
};

describe('doctor and metrics', () => {
  const doctor = async (name: string, more: Record<string, string> = {}, ahead = 0) => {
    const findings = await examine({
      variables: { ...cells.variables, DATA_DIR: tmpdir(), BILLING: 'off', ...more },
      checkout: tmpdir(),
      clock: () => new Date(Date.now() + ahead),
      say: () => {},
    });
    return findings.find((finding) => finding.name === name);
  };
  const westAt = (url: string) => ({ CELLS: `east=${east.url} west=${url}` });

  /** Something that isn't the west. */
  async function startOther(status: number, health: object): Promise<string> {
    const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify(health)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const identityWith = (secretKey: string) =>
    createPathSigner({ secretKey, secretKeyFallback: null }).signPath(IDENTITY);

  it('find that cells know each other', async () => {
    expect(await doctor('cell west')).toMatchObject({ status: 'ok' });
    expect(await doctor('moves')).toBeUndefined();
    expect(await figureOf(west, 'account_move_open_seconds')).toBe(0);
  });

  it.each([
    [
      'a cell that is down',
      async () => westAt(`http://127.0.0.1:${await freePort()}`),
      0,
      'ECONNREFUSED',
      'Start it',
    ],
    [
      'a proxy before it that lets nothing through',
      async () => westAt(await startOther(502, {})),
      0,
      'status 502',
      'its proxy',
    ],
    [
      'another server at its address',
      async () => westAt(await startOther(200, { status: 'ok' })),
      0,
      'Something else',
      'in CELLS',
    ],
    [
      'another SECRET_KEY',
      async () => westAt(await startOther(200, { identity: identityWith('another secret, long enough') })),
      0,
      'another SECRET_KEY',
      'the same SECRET_KEY',
    ],
    [
      'a cell that does not list this one',
      () => ({ CELLS: `north=${east.url} west=${west.url}`, CELL: 'north' }),
      0,
      'refuses our calls',
      'the same CELLS',
    ],
    ['clocks that are a minute apart', () => ({}), 60_000, 'seconds apart. So it refuses', 'NTP'],
  ])('find %s', async (_, variables, ahead, found, cure) => {
    expect(await doctor('cell west', await variables(), ahead)).toMatchObject({
      status: 'fail',
      found: expect.stringContaining(found),
      cure: expect.stringContaining(cure),
    });
  });

  it('warn of clocks that begin to differ', async () => {
    expect(await doctor('cell west', {}, 12_000)).toMatchObject({ status: 'warn' });
  });

  it('find settings that name no such cell', async () => {
    expect(await doctor('settings', { CELL: 'south' })).toMatchObject({
      status: 'fail',
      found: "CELL isn't in CELLS.",
    });
  });

  it('find what a move that broke off has left', async () => {
    const id = randomUUID();
    const transaction = `hiretext move ${id} ${randomUUID()}`;
    const client = await west.deps.pool.connect();
    await client.query('begin');
    await client.query(`prepare transaction '${transaction}'`);
    client.release();
    onTestFinished(async () => void (await west.deps.pool.query(`rollback prepared '${transaction}'`)));
    const there = { DATABASE_URL: cells.databases.west, PUBLIC_URL: west.url, CELL: 'west' };
    const { status, found, cure } = (await doctor('moves', there)) ?? {};
    expect({ status, found }).toEqual({ status: 'fail', found: expect.stringContaining(transaction) });
    expect(cure).toContain(`hiretext move-account ${id} again`);
    expect(await figureOf(west, 'account_move_open_seconds')).toBeGreaterThan(0);
  });

  it('count the calls that a cell does not answer', async () => {
    const calls = (outcome: string) => figureOf(east, `cell_calls_total{cell="west",outcome="${outcome}"}`);
    const other = east.deps.cells?.others[0];
    if (other === undefined) throw new Error('The east knows no other cell');
    const ask = () => east.deps.cells?.find({ kind: 'email', email: 'no-one@cells.example' });
    const before = [await calls('answered'), await calls('failed'), await calls('refused')] as const;
    await ask();
    Object.assign(other, { url: 'http://127.0.0.1:1' });
    await expect(ask()).rejects.toMatchObject({ code: 'cell_unreachable' });
    Object.assign(other, { url: west.url, name: 'north' });
    await expect(ask()).rejects.toMatchObject({ code: 'cell_unreachable' });
    Object.assign(other, { name: 'west' });
    expect([await calls('answered'), await calls('failed')]).toEqual([before[0] + 1, before[1] + 1]);
    expect(await figureOf(east, 'cell_calls_total{cell="north",outcome="refused"}')).toBe(1);
  });
});

/** As the command does, without waiting for what may still be on its way. */
const move = (accountId: string, say: (step: string) => void = () => {}) =>
  inCells({ from: cells.databases.east, to: cells.databases.west }, async (databases) => {
    await requireAlone(databases);
    const keys = { secretKey: cells.variables.SECRET_KEY ?? '', secretKeyFallback: null };
    const doing = { keys, clock: east.clock, say, lateMs: 0 };
    return (
      (await finishMove(databases, accountId, doing)) ?? (await moveAccount(databases, accountId, doing))
    );
  });

const inWest = (person: CellRecruiter): CellRecruiter => ({ ...person, ...west.client(person.token) });

const hasAccount = async (app: TestApp, id: string) =>
  (await app.deps.pool.query('select from accounts where id = $1', [id])).rowCount === 1;

async function expectOnlyInWest(accountId: string): Promise<void> {
  const [here, there] = await Promise.all(
    [east, west].map(async (app) => {
      const tables = Object.entries(await everythingOf(app, accountId));
      return tables.filter(([, rows]) => (rows as unknown[]).length > 0).map(([name]) => name);
    }),
  );
  expect(here).toEqual([]);
  expect(there).toContain('messages');
  const { rows } = await west.deps.pool.query('select gid from pg_prepared_xacts');
  expect(rows).toEqual([]);
}

async function textsWith(person: CellRecruiter, phone: string): Promise<string[]> {
  const { id } = await conversationWith(person, phone);
  const { items } = await person.call(routes.listMessages, { params: { id }, query: { limit: 100 } });
  return items.map(({ body }) => body).toSorted();
}

interface Watch {
  side: 'from' | 'to';
  /** In what the command sends there, one after the other. It's killed at the last. */
  sends: string[];
  /** Whether the database still gets the last one. */
  passes: boolean;
}

describe('the command is killed', () => {
  /** A way to the database. `reached` is called at each thing that is sent, and says whether it is passed on. */
  async function startWay(address: string, reached: (sent: string) => boolean): Promise<string> {
    const { hostname, port } = new URL(address);
    const server = createTcpServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) socket.on('error', () => {});
      near.on('data', (bytes) => {
        if (reached(bytes.toString('latin1'))) far.write(bytes);
      });
      far.pipe(near);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const way = new URL(address);
    way.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return way.href;
  }

  async function killAt(accountId: string, { side, sends, passes }: Watch): Promise<void> {
    let child: ChildProcess | null = null;
    let seen = 0;
    const reached = (of: Watch['side']) => (sent: string) => {
      if (of !== side || seen === sends.length || !sent.includes(sends[seen] ?? '')) return true;
      seen += 1;
      if (seen < sends.length) return true;
      child?.kill('SIGKILL');
      return passes;
    };
    const [from, to] = await Promise.all([
      startWay(cells.databases.east, reached('from')),
      startWay(cells.databases.west, reached('to')),
    ]);
    const { PATH = '', HOME = '' } = process.env;
    child = spawn(
      process.execPath,
      ['operate/main.ts', 'move-account', accountId, '--to', to, '--media-copied'],
      {
        env: { PATH, HOME, ...cells.variables, DATABASE_URL: from, DATA_DIR: tmpdir() },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    child.stderr?.on('data', (words) => {
      said += words;
    });
    const [, signal] = await once(child, 'exit');
    expect(signal, said).toBe('SIGKILL');
  }

  it.each<[string, Watch]>([
    ['in the first copy', { side: 'to', sends: ['from stdin'], passes: true }],
    ['in the pause', { side: 'from', sends: ['lock table', 'hashtextextended'], passes: true }],
    ['as the other cell prepares', { side: 'to', sends: ['prepare transaction'], passes: true }],
    ['between the two', { side: 'from', sends: ['pg_notify', 'commit'], passes: false }],
    ['as this cell commits', { side: 'from', sends: ['pg_notify', 'commit'], passes: true }],
    ['before the other cell commits', { side: 'to', sends: ['commit prepared'], passes: false }],
  ])('%s: the account is whole in one cell, others go on, and nothing goes out twice', async (_, watch) => {
    const [ana, bob] = [await newcomer(), await newcomer()];
    const [phone, later] = [candidatePhone(), candidatePhone()];
    await untilStatus(ana, await sendText(ana, phone, 'Before'), 'delivered');
    const scheduledAt = new Date(east.clock().getTime() + HOUR).toISOString();
    const scheduled = await sendText(ana, later, 'Once', { scheduledAt });
    await killAt(ana.accountId, watch);

    await untilStatus(bob, await sendText(bob, candidatePhone(), 'Not held up'), 'delivered');
    const isHere = await hasAccount(east, ana.accountId);
    expect(await hasAccount(west, ana.accountId)).toBe(false);
    if (isHere) await untilStatus(ana, await sendText(ana, phone, 'Between'), 'delivered');
    // The sessions of the one that was killed may take a moment to end.
    await eventually(() => move(ana.accountId));

    await expectOnlyInWest(ana.accountId);
    const moved = inWest(ana);
    expect(await textsWith(moved, phone)).toEqual(isHere ? ['Before', 'Between'] : ['Before']);
    expect(sentTo(east, phone)).toEqual(isHere ? ['Before', 'Between'] : ['Before']);
    for (const app of [east, west]) app.clock.advance(HOUR + 60_000);
    await untilStatus(moved, scheduled, 'delivered');
    expect(sentTo(east, later)).toEqual(['Once']);
  });
});

describe("a carrier that still calls the former cell's address", () => {
  /** With the carrier's ID of the text, the same one when it repeats the call. */
  async function post(path: string, form: Record<string, string>): Promise<number> {
    const { authToken } = east.twilio;
    const { headers, body } = signedTwilioWebhook(authToken, `${east.url}${path}`, form);
    return (await fetch(`${east.url}${path}`, { method: 'POST', headers, body })).status;
  }

  /** As carriers do, until it's taken. */
  const insist = (path: string, form: Record<string, string>) =>
    eventually(async () => expect(await post(path, form)).toBe(200));

  /** A text, a STOP and a receipt, which come while the account moves; and the same once more, as carriers repeat. */
  async function setUp() {
    const ana = await newcomer();
    const [writer, leaver, reader] = [candidatePhone(), candidatePhone(), candidatePhone()];
    await untilStatus(ana, await sendText(ana, leaver, 'Hello'), 'delivered');
    east.twilio.control.receipts({ final: 'none' });
    const text = await sendText(ana, reader, 'Hello');
    const { sid } = await eventually(() => {
      const found = east.twilio.state.messages.find(({ to }) => to === reader);
      if (found === undefined) throw new Error('The carrier does not have the text yet');
      return found;
    });
    const inbound = (from: string, body: string) =>
      inboundForm(east.twilio.accountSid, {
        sid: `SM${randomUUID().replaceAll('-', '')}`,
        from,
        to: ana.number,
        body,
        media: 0,
      });
    const calls: [path: string, form: Record<string, string>][] = [
      ['/webhooks/twilio/inbound', inbound(writer, 'Is the job open?')],
      ['/webhooks/twilio/inbound', inbound(leaver, 'STOP')],
      [
        `/webhooks/twilio/status/${ana.accountId}/${text.id}`,
        { MessageSid: sid, MessageStatus: 'delivered', From: ana.number, To: reader },
      ],
    ];
    return {
      ana,
      bring: () => Promise.all(calls.map(([path, form]) => insist(path, form))),
      arrivedOnce: async () => {
        const moved = inWest(ana);
        await untilStatus(moved, text, 'delivered');
        await eventually(async () => expect(await textsWith(moved, writer)).toEqual(['Is the job open?']));
        await eventually(async () => {
          const { candidate } = await conversationWith(moved, leaver);
          expect(candidate.consent.status).toBe('optedOut');
        });
        const { rows } = await west.deps.pool.query<{ count: number }>(
          `select count(*)::int from consent_events where account_id = $1 and phone_number = $2 and change = 'optedOut'`,
          [ana.accountId, leaver],
        );
        expect(rows).toEqual([{ count: 1 }]);
        await expect(sendText(moved, leaver, 'Still there?')).rejects.toThrow();
        const late = await east.deps.pool.query(
          'select from carrier_events where receiver = $1 or account_id = $2',
          [ana.number, ana.accountId],
        );
        expect(late.rowCount).toBe(0);
      },
    };
  }

  it.each(['Copied', 'Paused here.', 'Removed here, not committed.', 'Prepared there.', 'Committed here.'])(
    'what comes after "%s" arrives once',
    async (step) => {
      const { ana, bring, arrivedOnce } = await setUp();
      let brought: Promise<unknown> | null = null;
      await move(ana.accountId, (now) => {
        if (now.startsWith(step)) brought ??= bring();
      });
      await brought;
      // What waited for the pause came here; the command takes it over while it waits for that.
      await move(ana.accountId);
      await arrivedOnce();
      await bring();
      await arrivedOnce();
    },
  );

  it.each(['Prepared there.', 'Committed here.'])(
    'what comes after a move that broke off at "%s" arrives once, when it is finished',
    async (step) => {
      const { ana, bring, arrivedOnce } = await setUp();
      const died = move(ana.accountId, (now) => {
        if (now.startsWith(step)) throw new Error('killed');
      });
      await expect(died).rejects.toThrow('killed');
      await bring();
      await eventually(() => move(ana.accountId));
      await arrivedOnce();
    },
  );
});
