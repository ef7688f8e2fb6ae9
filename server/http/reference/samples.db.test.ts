import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../contract/api.ts';
import type { Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { Scope } from '../../../contract/scopes.ts';
import { giveKey } from '../../testing/api-keys.ts';
import { askFor, comeBack, openBrowser, REDIRECT } from '../../testing/apps-of-others.ts';
import { makeThread } from '../../testing/make-thread.ts';
import { makeTestKey } from '../../testing/sandboxes.ts';
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { quickStart } from './quick-start.ts';
import { samplesOf } from './samples.ts';

/* What the reference shows works when it is pasted. */

const run = promisify(execFile);
let app: TestApp;
let accountId: string;
let env: NodeJS.ProcessEnv;
/** What the reader fills in. */
let ids: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp({ variables: { QUIET_HOURS: 'off' } });
  const ana = await app.signUp();
  accountId = ana.accountId;
  const { secret } = await giveKey(app, ana, {
    scopes: ['texts:send', 'texts:read', 'candidates:read', 'candidates:write', 'conversations:read'],
  });
  const thread = await makeThread(app, ana, [{ direction: 'inbound', body: 'Hi', at: new Date() }]);
  ids = { CANDIDATE_ID: thread.candidateId, CONVERSATION_ID: thread.id };
  env = { PATH: process.env.PATH ?? '', HIRETEXT_API_KEY: secret };
});
afterAll(() => app.stop());

const CALLS: [string, Route, number][] = [
  ['sendMessage', routes.sendMessage, 201],
  ['getCandidate', routes.getCandidate, 200],
  ['updateCandidate', routes.updateCandidate, 200],
  ['listConversations', routes.listConversations, 200],
  ['listMessages', routes.listMessages, 200],
  ['streamEvents', routes.streamEvents, 200],
  ['getAccount', routes.getAccount, 200],
];

/** Which program runs a sample. */
const PROGRAMS = {
  curl: (source: string) => run('bash', ['-c', `${source} -sS -w ' %{http_code}'`], { env }),
  Node: (source: string) => run(process.execPath, ['--input-type=module', '-e', source], { env }),
  Python: (source: string) => run('python3', ['-c', source], { env }),
};
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

it.each(
  CALLS.flatMap(([name, route, status]) =>
    (['curl', 'Node', 'Python'] as const).map((label) => [label, name, route, status] as const),
  ),
)('%s: %s', async (label, _, route, status) => {
  // Not on every machine.
  if (label === 'Python' && !hasPython) return;
  const sample = samplesOf(route, app.url + API_BASE).find((each) => each.label === label)?.source ?? '';
  const filled = sample.replace(/[A-Z]+_ID/g, (name) => ids[name] ?? name);
  const { stdout } = await PROGRAMS[label](filled);
  expect(stdout).toMatch(label === 'curl' ? new RegExp(` ${status}$`) : new RegExp(`^${status} `));
});

describe('the quick start', () => {
  /** Its blocks that a reader pastes, from a heading on. */
  const blocksOf = (heading: string) => {
    const [, section = ''] = quickStart(app.url + API_BASE, app.url).split(heading);
    return [...section.matchAll(/```bash\n(.*?)\n```/gs)].map(([, source = '']) => source);
  };

  it('works as printed, with the scopes that it names', async () => {
    const ana = await app.signUp();
    const scopes = Scope.options.filter((scope) => ['texts:send', 'conversations:read'].includes(scope));
    const key = await makeTestKey(app, ana, { scopes });
    const inShell = async (source: string) => {
      const shell = { env: { ...env, HIRETEXT_API_KEY: key.secret } };
      return JSON.parse((await run('bash', ['-c', source], shell)).stdout);
    };
    const [, send = '', hear = '', answer = ''] = blocksOf('## Quick start');
    const text = await inShell(send);
    expect(text).toMatchObject({ status: 'queued', body: expect.stringContaining('Kim') });
    expect(await inShell(send)).toMatchObject({ id: text.id });
    await eventually(async () => {
      const { items } = await inShell(hear);
      expect(items).toContainEqual(expect.objectContaining({ type: 'message.queued' }));
    });
    expect(await inShell(answer)).toEqual({ status: 'ok' });
  });

  it('connects an app as printed', async () => {
    const ana = await app.signUp();
    const { id } = await ana.call(routes.createApp, {
      body: { name: 'Partner', redirectUris: [REDIRECT] },
    });
    const [, address = '', exchange = '', refresh = ''] = blocksOf('## Apps that people connect');
    const shell = { env: { ...env, CLIENT_ID: id, REDIRECT_URI: REDIRECT } };
    const { stdout } = await run('bash', ['-c', `${address}\necho "$VERIFIER"`], shell);
    const [link = '', VERIFIER = ''] = stdout.split('\n');
    const browser = openBrowser(app);
    const asked = await askFor(browser, new URL(link));
    const { body } = await browser.call(ana, routes.allowAppRequest, asked);
    const CODE = (await comeBack(browser, body.continueTo ?? '')).searchParams.get('code') ?? '';
    const ask = async (source: string, more: object) => {
      const answer = await run('bash', ['-c', source], { env: { ...shell.env, ...more } });
      return JSON.parse(answer.stdout) as { access_token: string; refresh_token: string };
    };
    const first = await ask(exchange, { CODE, VERIFIER });
    const next = await ask(refresh, { REFRESH_TOKEN: first.refresh_token });
    const { items } = await app.client(next.access_token).call(routes.listCandidates, {});
    expect(items).toEqual([]);
  });
});

it('sent the text once, in whatever language and however often it was asked', async () => {
  const { rows } = await app.deps.pool.query(
    `select from messages where account_id = $1 and direction = 'outbound'`,
    [accountId],
  );
  expect(rows).toHaveLength(1);
});
