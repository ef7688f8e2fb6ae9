import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { checkout } from '../../../run/checkout.js';
import { giveKey } from '../../testing/api-keys.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/* The protocol's own tests. Those left out are about what we don't offer (resources, prompts, logging), or ask for tools made for them. */

const TESTS = join(checkout, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

let app: TestApp;
let door: Server;
let url: string;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  const ana = await app.signUp();
  await ana.call(routes.updateAccount, { body: { mcpEnabled: true } });
  const { secret } = await giveKey(app, ana, { scopes: ['conversations:read'] });
  folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  door = doorWith(secret);
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  url = `http://localhost:${(door.address() as AddressInfo).port}`;
});
afterAll(async () => {
  door.close();
  rmSync(folder, { recursive: true });
  await app.stop();
});

/** The tests have no way to be given a key, so each request gets it on its way. */
function doorWith(secret: string): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { accept, origin, 'mcp-protocol-version': version } = request.headers;
    const answer = await fetch(app.url + request.url, {
      method: request.method ?? 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...(accept === undefined ? {} : { accept }),
        ...(origin === undefined ? {} : { origin: origin === url ? app.url : origin }),
        ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
      },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
      .end(await answer.text());
  });
}

it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
  'passes the official test %s',
  async (scenario) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [TESTS, 'server', '--url', `${url}/mcp`, '--scenario', scenario],
      { cwd: folder },
    ).catch(({ stdout }: { stdout: string }) => ({ stdout }));
    expect(stdout).toMatch(/Passed: (\d)\/\1, 0 failed/);
  },
);
