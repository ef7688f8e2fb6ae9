import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { connect } from '@nats-io/transport-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../log.ts';
import { hasNats, type NatsServer, startNatsServer } from '../../../testing/nats.ts';
import { startTcpProxy } from '../../../testing/tcp-proxy.ts';
import { eventually } from '../../../testing/test-app.ts';
import { type Certified, makeCertificate } from '../../identity/fakes/make-certificate.ts';
import { type Ears, MOST_BYTES } from '../port.ts';
import { wireSuite } from '../suite.ts';
import { type NatsSettings, startNatsWire } from './nats.ts';
import { readHint } from './read-hint.ts';

const SUBJECT = 'hiretext.tests';

const open = (server: string, settings: Partial<NatsSettings> = {}): NatsSettings => ({
  servers: [server],
  user: null,
  password: null,
  token: null,
  tls: false,
  ...settings,
});

describe.skipIf(!hasNats)('with a real server', () => {
  wireSuite('NATS', async () => {
    const server = await startNatsServer();
    const proxy = await startTcpProxy(`nats://${server.address}`);
    const through = new URL(proxy.through).host;
    return {
      proxy,
      startWire: (ears: Ears) =>
        startNatsWire(open(through), { subject: SUBJECT, log: createLog('silent') }, ears),
      stop: async () => {
        await proxy.stop();
        await server.stop();
      },
    };
  });

  async function serve(settings?: object): Promise<NatsServer> {
    const server = await startNatsServer(settings);
    onTestFinished(server.stop);
    return server;
  }

  async function startWire(settings: NatsSettings, subject = SUBJECT) {
    const heard: string[] = [];
    const logged: string[] = [];
    const log = createLog('warn', { write: (line) => logged.push(line) });
    const ears = { channels: ['presence'], hear: ({ payload }: { payload: string }) => heard.push(payload) };
    const wire = await startNatsWire(settings, { subject, log }, ears);
    onTestFinished(wire.close);
    const carries = () => wire.send([{ channel: 'presence', payload: 'hi' }]);
    return { wire, heard, logged, carries };
  }

  it('starts while NATS is away, and uses it once it is there', async () => {
    const server = await serve();
    await server.kill();
    const { heard, logged, carries } = await startWire(open(server.address));
    expect(await carries()).toBe(false);
    expect(logged).not.toEqual([]);
    await server.start();
    await eventually(async () => expect(await carries()).toBe(true));
    await eventually(() => expect(heard).toContain('hi'));
  });

  it('goes to another server when one is killed', async () => {
    const [one, other] = [await serve(), await serve()];
    const { carries } = await startWire(open('', { servers: [one.address, other.address] }));
    await one.kill();
    await eventually(async () => expect(await carries()).toBe(true));
    await one.start();
    await other.kill();
    await eventually(async () => expect(await carries()).toBe(true));
  });

  it('hears nothing of another Hiretext, nor what no node sends', async () => {
    const server = await serve();
    const { heard } = await startWire(open(server.address));
    const stranger = await connect({ servers: server.address });
    onTestFinished(() => stranger.close());
    for (const [subject, payload] of [
      ['hiretext.others.presence', 'a'],
      [`${SUBJECT}.presence.b`, 'b'],
      [`${SUBJECT}.constructor`, 'c'],
      [`${SUBJECT}.sessions`, 'd'],
      [SUBJECT, 'e'],
      [`${SUBJECT}.presence`, 'f'.repeat(MOST_BYTES + 1)],
      [`${SUBJECT}.presence`, Buffer.from([0xc3, 0x28])],
      [`${SUBJECT}.presence`, 'the last one'],
    ] as const)
      stranger.publish(subject, payload);
    await eventually(() => expect(heard).toContain('the last one'));
    expect(heard).toEqual(['', 'the last one']);
  });

  it('survives a server that ends the connection while it sends', async () => {
    const server = await serve();
    const { carries } = await startWire(open(server.address));
    for (let round = 0; round < 5; round += 1) {
      await eventually(async () => expect(await carries()).toBe(true));
      let isOver = false;
      const sending = (async () => {
        for (; !isOver; await new Promise(setImmediate)) await carries();
      })();
      await server.kill();
      await server.start();
      isOver = true;
      await sending;
    }
  });

  const permissions = { publish: `${SUBJECT}.*`, subscribe: `${SUBJECT}.*` };
  const users = [
    { user: 'nodes', password: 'p@ss:word', permissions },
    { user: 'deaf', password: 'deaf', permissions: { ...permissions, subscribe: 'other' } },
    { user: 'mute', password: 'mute', permissions: { ...permissions, publish: 'other' } },
  ];

  it('signs in, by a user who may use no more than its subjects, or by a token', async () => {
    const [byUser, byToken] = [
      await serve({ authorization: { users } }),
      await serve({ authorization: { token: 't' } }),
    ];
    const good = await startWire(open(byUser.address, { user: 'nodes', password: 'p@ss:word' }));
    expect(await good.carries()).toBe(true);
    const token = await startWire(open(byToken.address, { token: 't' }));
    expect(await token.carries()).toBe(true);
  });

  it.each([
    ['a wrong password', { user: 'nodes', password: 'secret123' }],
    ['no password', {}],
    ['a user who hears nothing', { user: 'deaf', password: 'deaf' }],
    ['a user who sends nothing', { user: 'mute', password: 'mute' }],
  ])('is not used with %s, and no password gets into the log', async (_what, credentials) => {
    const server = await serve({ authorization: { users } });
    const { carries, logged } = await startWire(open(server.address, credentials));
    expect(await carries()).toBe(false);
    expect(logged.join()).toContain('NATS could not be used');
    expect(logged.join()).not.toMatch(/secret123|deaf|mute/);
  });

  it('by TLS, uses a server whose name a known authority vouches for, and no other, nor one without TLS', async () => {
    const good = makeCertificate({ commonName: 'localhost' });
    const wrong = makeCertificate({ commonName: 'nats.example' });
    const byTls = async (server: NatsServer) =>
      startWire(open(server.address.replace('127.0.0.1', 'localhost'), { tls: true }));
    const servers = [
      await serve({ tls: filesOf(good) }),
      await serve({ tls: filesOf(wrong) }),
      await serve(),
    ];
    for (const server of servers) expect(await (await byTls(server)).carries()).toBe(false);
    const known = tls.getCACertificates();
    tls.setDefaultCACertificates([...known, good.certificate, wrong.certificate]);
    onTestFinished(() => tls.setDefaultCACertificates(known));
    const wires = await Promise.all(servers.map(byTls));
    expect(await Promise.all(wires.map(({ carries }) => carries()))).toEqual([true, false, false]);
  });
});

function filesOf({ certificate, privateKey }: Certified): { cert_file: string; key_file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hiretext-nats-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = { cert_file: join(folder, 'cert.pem'), key_file: join(folder, 'key.pem') };
  writeFileSync(files.cert_file, certificate);
  writeFileSync(files.key_file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return files;
}

describe('reading what came', () => {
  const read = (subject: string, data: string | Uint8Array) =>
    readHint({ subject: SUBJECT, channels: ['presence'] }, { subject, data: Buffer.from(data) });

  it.each([
    ['text', 'Zoë 👋🏽'],
    ['nothing', ''],
    ['the longest', 'x'.repeat(MOST_BYTES)],
  ])('takes %s', (_what, payload) => {
    expect(read(`${SUBJECT}.presence`, payload)).toEqual({ channel: 'presence', payload });
  });

  it.each([
    ['more than that', `${SUBJECT}.presence`, 'x'.repeat(MOST_BYTES + 1)],
    ['what is no text', `${SUBJECT}.presence`, Buffer.from([0xff, 0xfe])],
    ['another channel', `${SUBJECT}.toString`, ''],
    ['another subject', `other.presence`, ''],
  ])('ignores %s', (_what, subject, data) => {
    expect(read(subject, data)).toBeNull();
  });
});
