import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { API_BASE } from '../../contract/api.ts';
import * as routes from '../../contract/routes.ts';
import { openStream } from '../testing/event-stream.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../testing/test-app.ts';
import { sendText } from '../testing/texting.ts';

/* A request has to come to its end: one that never does would hold its connection, and what it has sent, for good. */

const LIMIT_MS = 1000;

let app: TestApp;
let ana: Recruiter;
beforeAll(async () => {
  app = await startTestApp({ requestLimitMs: LIMIT_MS });
  ana = await app.signUp();
});
afterAll(() => app.stop());

const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: texts.example.com', ...headers, '', ''].join('\r\n');
const login = (...headers: string[]) =>
  post(API_BASE + routes.login.path, 'Content-Type: application/json', ...headers);
const LONG = 'Content-Length: 1000000';

function open(): { socket: Socket; received: () => string } {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  return { socket, received: () => text };
}

/** What happens to a client that begins like this and then sends one `drop` at a time. */
async function drip(beginning: string, drop = 'x'): Promise<{ received: string; afterMs: number }> {
  const { socket, received } = open();
  const started = performance.now();
  socket.write(beginning);
  const dripping = setInterval(() => socket.write(drop), 50);
  onTestFinished(() => clearInterval(dripping));
  socket.once('data', () => clearInterval(dripping));
  // A drop that comes after the answer resets the connection, which ends it as well.
  await new Promise((resolve) => socket.once('close', resolve));
  return { received: received(), afterMs: performance.now() - started };
}

it('who lets a request drip is cut off, wherever they do it', async () => {
  const upload = post(
    API_BASE + routes.uploadMedia.path,
    `Authorization: Bearer ${ana.token}`,
    'Content-Type: multipart/form-data; boundary=edge',
    LONG,
  );
  const cutOff = await Promise.all([
    drip(login().slice(0, -2)),
    drip(login(LONG)),
    drip(login('Transfer-Encoding: chunked'), '1\r\n \r\n'),
    drip(post('/webhooks/twilio/inbound', LONG)),
    drip(`${upload}--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`),
  ]);
  for (const { received, afterMs } of cutOff) {
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(afterMs).toBeGreaterThan(LIMIT_MS * 0.9);
  }
  expect(app.logged.filter((line) => line.includes('request failed'))).toEqual([]);
});

it('who is merely slow is waited for', async () => {
  const { socket, received } = open();
  const body = JSON.stringify({ email: 'unknown@example.com', password: 'a password' });
  socket.write(login(`Content-Length: ${body.length}`));
  for (const piece of [body.slice(0, 9), body.slice(9)]) {
    await wait(LIMIT_MS / 5);
    socket.write(piece);
  }
  await eventually(() => expect(received()).toMatch(/^HTTP\/1\.1 401 /));
});

it('who listens to live events goes on listening', async () => {
  const stream = await openStream(app.url, ana.token);
  onTestFinished(() => stream.close());
  await wait(LIMIT_MS * 1.6);
  await sendText(ana, candidatePhone(), 'Hi');
  await eventually(() => expect(stream.events.length).toBeGreaterThan(0));
});
