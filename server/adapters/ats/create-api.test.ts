import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TooLarge } from '../guarded-fetch.ts';
import type { AtsRequest } from './api.ts';
import { type AtsApiDeps, createAtsApi, createAtsFetch } from './create-api.ts';
import * as failures from './failures.ts';
import { FakeClock } from './fakes/fake-ats.ts';
import { greenhouse } from './greenhouse/greenhouse.ts';
import { createAtsPacer } from './pacer.ts';
import type { AtsAccess, AtsConnector } from './port.ts';

const START = new Date('2026-11-02T15:00:00Z');
const KEY = 'key-0123456789';
const lost = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', syscall: 'read' });
const notReached = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });

type Step = Error | 'hang' | { status?: number; headers?: Record<string, string>; body?: unknown };

const access: AtsAccess = { connectedBy: 'key', credentials: { apiKey: KEY }, tokens: null, client: null };

const plain: AtsConnector = {
  ...greenhouse,
  pace: { calls: 100, perMs: 1000 },
  readRefusal: null,
  signIn: {
    headers: ({ credentials }) => ({ authorization: `Key ${credentials.apiKey}` }),
    query: ({ credentials }) => ({ apikey: credentials.apiKey ?? '' }),
    newTokens: null,
  },
};

/** Plays the steps, the last of them again and again. */
function play(
  steps: Step[],
  options: { connector?: AtsConnector; access?: AtsAccess } & Partial<AtsApiDeps> = {},
) {
  const clock = new FakeClock(START);
  const sent: { url: string; method: string; headers: Record<string, string>; body: unknown; at: number }[] =
    [];
  const { connector = plain, access: using = access, ...deps } = options;
  const api = createAtsApi(connector, using, {
    baseUrl: null,
    connectionId: 'c1',
    pacer: createAtsPacer(),
    renewTokens: () => Promise.reject(new Error('not expected')),
    now: clock.now,
    sleep: clock.sleep,
    random: () => 0.5,
    fetch: (url, { method, headers, body, signal }) => {
      sent.push({ url, method, headers, body, at: clock.now().getTime() - START.getTime() });
      const step = steps[Math.min(sent.length, steps.length) - 1] ?? {};
      if (step === 'hang')
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      if (step instanceof Error) return Promise.reject(step);
      const { status = 200, headers: given = {}, body: said = { ok: true } } = step;
      const text = typeof said === 'string' ? said : JSON.stringify(said);
      return Promise.resolve(new Response(status === 204 ? null : text, { status, headers: given }));
    },
    ...deps,
  });
  return { api, sent, clock };
}

const GET = {
  method: 'GET',
  url: 'https://api.vendor.example/v1/people',
  query: { page: 2 },
} satisfies AtsRequest;
const POST = {
  method: 'POST',
  url: 'https://api.vendor.example/v1/notes',
  json: { body: 'Hi' },
} satisfies AtsRequest;
const Shape = z.object({ ok: z.boolean() });

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    const printed = `${(error as Error).stack} ${JSON.stringify(error)}`;
    expect(printed).not.toContain(KEY);
    return (error as Error).name;
  }
}

describe('how a call ends', () => {
  it.each<[string, Step[], string, number, string, number]>([
    ['done', [{}], 'ok', 1, 'ok', 1],
    ['nothing in the reply that was promised', [{ body: {} }], 'UnexpectedReply', 1, 'OutcomeUnknown', 1],
    ['a page for people', [{ body: '<html>' }], 'AtsUnavailable', 3, 'OutcomeUnknown', 1],
    ['a page for people, once', [{ body: '<html>' }, {}], 'ok', 2, 'OutcomeUnknown', 1],
    ['lost', [lost()], 'AtsUnavailable', 3, 'OutcomeUnknown', 1],
    ['lost twice', [lost(), lost(), {}], 'ok', 3, 'OutcomeUnknown', 1],
    ['too long', [new TooLarge('')], 'AtsUnavailable', 1, 'OutcomeUnknown', 1],
    ['never reached', [notReached()], 'AtsUnavailable', 3, 'AtsUnavailable', 3],
    ['never reached at first', [notReached(), {}], 'ok', 2, 'ok', 2],
    ['500', [{ status: 500 }], 'AtsUnavailable', 3, 'OutcomeUnknown', 1],
    ['503, then done', [{ status: 503 }, {}], 'ok', 2, 'OutcomeUnknown', 1],
    ['408', [{ status: 408 }], 'AtsUnavailable', 3, 'OutcomeUnknown', 1],
    ['401', [{ status: 401 }], 'KeyRefused', 1, 'KeyRefused', 1],
    ['403', [{ status: 403 }], 'RightsMissing', 1, 'RightsMissing', 1],
    ['404', [{ status: 404 }], 'NotFound', 1, 'NotFound', 1],
    ['422', [{ status: 422 }], 'RefusedByAts', 1, 'RefusedByAts', 1],
    ['429, then done', [{ status: 429, headers: { 'retry-after': '2' } }, {}], 'ok', 2, 'ok', 2],
    [
      '429 for long',
      [{ status: 429, headers: { 'retry-after': '60' } }],
      'AtsUnavailable',
      1,
      'AtsUnavailable',
      1,
    ],
    [
      '429 all the time',
      [{ status: 429, headers: { 'retry-after': '6' } }],
      'AtsUnavailable',
      3,
      'AtsUnavailable',
      3,
    ],
  ])('%s', async (_, steps, read, reads, write, writes) => {
    const reading = play(steps);
    expect(await outcomeOf(reading.api.read('read', GET, Shape))).toBe(read);
    expect(reading.sent).toHaveLength(reads);
    const writing = play(steps);
    expect(await outcomeOf(writing.api.write('write', POST, Shape))).toBe(write);
    expect(writing.sent).toHaveLength(writes);
  });

  it('in time, when no answer comes', async () => {
    const { api, sent } = play(['hang'], { timeLimitMs: 30 });
    expect(await outcomeOf(api.read('read', GET, Shape))).toBe('AtsUnavailable');
    expect(await outcomeOf(api.write('write', POST, Shape))).toBe('OutcomeUnknown');
    expect(sent).toHaveLength(2);
  });

  it('with their reason, but no personal data', async () => {
    const message = `Ana (ana@a.example, +1 312 555 0142) can't be moved${'.'.repeat(300)}`;
    const { api } = play([{ status: 422, body: { errors: [{ message }] } }]);
    const failure = (await api
      .write('move', POST, Shape)
      .catch((error: unknown) => error)) as failures.RefusedByAts;
    expect(failure).toBeInstanceOf(failures.RefusedByAts);
    expect(failure.reason).toMatch(/can't be moved/);
    expect(failure.reason).not.toMatch(/ana@|555/);
    expect(failure.reason.length).toBeLessThanOrEqual(200);
  });

  it('by what the connector makes of it first', async () => {
    const readRefusal: AtsConnector['readRefusal'] = ({ body }) =>
      (body as { success?: boolean }).success === false ? { kind: 'rights', right: 'Notes: Write' } : null;
    const { api } = play([{ body: { success: false } }], { connector: { ...plain, readRefusal } });
    const failure = await api.read('read', GET, Shape).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'RightsMissing', missing: ['Notes: Write'] });
  });
});

it.each([
  ['https://rest9.vendor.example/a', 1],
  ['https://vendor.example/a', 1],
  ['https://vendor.example.evil.example/a', 0],
  ['https://evilvendor.example/a', 0],
])('of hosts that a system names itself, only its own are asked: %s', async (url, calls) => {
  const { api, sent } = play([{}], { connector: { ...plain, domain: 'vendor.example' } });
  const outcome = await api.write('sign in', { ...POST, url }, Shape).catch((error: unknown) => error);
  expect(sent).toHaveLength(calls);
  expect(outcome instanceof failures.AtsUnavailable).toBe(calls === 0);
});

it('a key that no header can carry is a wrong one', async () => {
  const baseUrl = 'http://127.0.0.1:9';
  const pasted = { ...access, credentials: { apiKey: 'key\u200b' } };
  const { api } = play([], { access: pasted, baseUrl, fetch: createAtsFetch(baseUrl) });
  await expect(api.read('read', GET, Shape)).rejects.toThrow(failures.KeyRefused);
});

it('what no text can have is left out of an answer', async () => {
  const { api } = play([{ body: '{"name":"A\\u0000n\\ud800a \\\\u0000"}' }]);
  const { body } = await api.read('read', GET, z.object({ name: z.string() }));
  expect(body.name).toBe('An\ufffda \\u0000');
});

describe('how long a call waits', () => {
  const until = (ms: number) => new Date(START.getTime() + ms);
  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '3' }, 3000],
    ['a date', { 'retry-after': until(4000).toUTCString() }, 4000],
    ['a time in seconds', { 'x-ratelimit-reset': String(until(5000).getTime() / 1000) }, 5000],
    ['a time in milliseconds', { 'x-ratelimit-reset': String(until(5000).getTime()) }, 5000],
    ['seconds left', { 'x-rate-limit-reset': '6' }, 6000],
    ['nothing', {}, 1000],
    ['no time at all', { 'retry-after': '0' }, 200],
  ])('given by %s', async (_, headers, ms) => {
    const { api, sent } = play([{ status: 429, headers }, {}]);
    await api.read('read', GET, Shape);
    expect(sent.map(({ at }) => at)).toEqual([0, ms]);
  });

  it('holds for all calls of the connection', async () => {
    const { api, sent, clock } = play([{ status: 429, headers: { 'retry-after': '60' } }, {}]);
    expect(await outcomeOf(api.read('read', GET, Shape))).toBe('AtsUnavailable');
    expect(await outcomeOf(api.read('read', GET, Shape))).toBe('AtsUnavailable');
    clock.advance(50_000);
    await api.read('read', GET, Shape);
    expect(sent.map(({ at }) => at)).toEqual([0, 60_000]);
  });

  it('so that no more go than the system takes', async () => {
    const { api, sent } = play([{}], { connector: { ...plain, pace: { calls: 2, perMs: 1000 } } });
    for (let count = 0; count < 5; count += 1) await api.read('read', GET, Shape);
    expect(sent.map(({ at }) => at)).toEqual([0, 0, 1000, 1000, 2000]);
  });

  it('and not at all when its turn comes too late', async () => {
    const { api, sent } = play([{}], { connector: { ...plain, pace: { calls: 1, perMs: 60_000 } } });
    await api.read('read', GET, Shape);
    expect(await outcomeOf(api.read('read', GET, Shape))).toBe('AtsUnavailable');
    expect(sent).toHaveLength(1);
  });
});

describe('where a call goes', () => {
  const toward = async (url: string, baseUrl: string | null, steps: Step[] = [{}]) => {
    const { api, sent } = play(steps, { baseUrl });
    const outcome = await outcomeOf(api.read('read', { method: 'GET', url }, Shape));
    return { outcome, urls: sent.map((each) => each.url.replace(/[?&]apikey=.*/, '')), sent };
  };

  it.each([
    ['https://api.vendor.example/v3/people', null, 'https://api.vendor.example/v3/people'],
    ['https://api.vendor.example/v3/people', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000/v3/people'],
    ['https://acme.vendor.example/x', 'http://127.0.0.1:4000/', 'http://127.0.0.1:4000/x'],
    ['http://127.0.0.1:4000/v3/people', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000/v3/people'],
    // Not the vendor's: the guarded fetch says no.
    ['http://169.254.169.254/latest', 'http://127.0.0.1:4000', 'http://169.254.169.254/latest'],
    ['http://localhost:22/x', 'http://127.0.0.1:4000', 'http://localhost:22/x'],
  ])('%s with %s', async (url, baseUrl, expected) => {
    expect((await toward(url, baseUrl)).urls).toEqual([expected]);
  });

  it.each([
    ['http://169.254.169.254/latest', null],
    ['http://127.0.0.1:1/x', null],
    ['https://10.0.0.8/x', null],
    ['http://169.254.169.254/latest', 'http://127.0.0.1:2'],
    ['http://127.0.0.1:1/x', 'http://127.0.0.1:2'],
    ['https://10.0.0.8/x', 'http://127.0.0.1:2'],
  ])('never to %s, when a reply names it, with %s', async (location, baseUrl) => {
    const api = createAtsApi(plain, access, {
      baseUrl,
      connectionId: 'c1',
      pacer: createAtsPacer(),
      renewTokens: () => Promise.reject(new Error('not expected')),
    });
    const failure = await api
      .read('read', { method: 'GET', url: location }, Shape)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(failures.AtsUnavailable);
    expect((failure as Error).message).toMatch(/must not go/);
  });

  it('after redirects, for reads by GET only', async () => {
    const moved: Step = { status: 307, headers: { location: 'https://eu.vendor.example/v3/people' } };
    const { outcome, urls } = await toward('https://api.vendor.example/v3/people', null, [moved, {}]);
    expect(outcome).toBe('ok');
    expect(urls).toEqual(['https://api.vendor.example/v3/people', 'https://eu.vendor.example/v3/people']);
    const writing = play([moved, {}]);
    expect(await outcomeOf(writing.api.write('write', POST, Shape))).toBe('OutcomeUnknown');
    expect(writing.sent).toHaveLength(1);
  });

  it('without the key, when a redirect leaves the vendor', async () => {
    const moved: Step = { status: 302, headers: { location: 'https://elsewhere.example.net/file' } };
    const { sent } = await toward('https://api.vendor.example/v3/people', null, [moved, {}]);
    expect(sent[0]?.headers.authorization).toBe(`Key ${KEY}`);
    expect(sent[1]?.headers.authorization).toBeUndefined();
    expect(sent[1]?.url).toBe('https://elsewhere.example.net/file');
  });

  it('not in circles', async () => {
    const { outcome, urls } = await toward(GET.url, null, [{ status: 302, headers: { location: GET.url } }]);
    expect(outcome).not.toBe('ok');
    expect(urls.length).toBeLessThanOrEqual(12);
  });

  it('to where the answer is, a redirect that is not followed', async () => {
    const moved: Step = { status: 302, headers: { location: 'https://partner.example/?code=1' } };
    const { api, sent } = play([moved]);
    const asked = { ...POST, answeredByRedirect: true } as const;
    const { headers } = await api.write('sign in', asked, z.unknown());
    expect(headers.get('location')).toBe('https://partner.example/?code=1');
    expect(sent).toHaveLength(1);
  });

  it('where the tokens say', async () => {
    const tokens = { accessToken: 't', refreshToken: null, expiresAt: null, extra: { host: 'eu' } };
    const { api, sent } = play([{}], { access: { ...access, tokens } });
    const url: AtsRequest['url'] = (using) => `https://${using.tokens?.extra.host}.vendor.example/v1/people`;
    await api.read('read', { ...GET, url }, Shape);
    expect(sent[0]?.url).toMatch('https://eu.vendor.example/v1/people?page=2');
  });

  it('nowhere, when the address is none', async () => {
    const { outcome, urls } = await toward('https://acme corp.example', null);
    expect({ outcome, urls }).toEqual({ outcome: 'AtsUnavailable', urls: [] });
  });
});

describe('a reply that is a sentence', () => {
  const confirmed: Step = { body: 'Webhook deleted.', headers: { 'content-type': 'text/plain' } };

  it('will do where nothing is read from it', async () => {
    expect(await outcomeOf(play([confirmed]).api.write('remove', POST, z.unknown()))).toBe('ok');
  });

  it("won't where something is", async () => {
    expect(await outcomeOf(play([confirmed]).api.read('read', GET, Shape))).toBe('AtsUnavailable');
  });
});

describe('what a call carries', () => {
  it('signs, and says what it sends', async () => {
    const { api, sent } = play([{}]);
    await api.read('read', GET, Shape);
    await api.write('write', POST, Shape);
    await api.write('form', { method: 'POST', url: GET.url, form: { a: 'b c' }, unsigned: true }, Shape);
    expect(sent.map(({ url }) => url)).toEqual([
      `https://api.vendor.example/v1/people?page=2&apikey=${KEY}`,
      `https://api.vendor.example/v1/notes?apikey=${KEY}`,
      'https://api.vendor.example/v1/people',
    ]);
    expect(sent.map(({ headers }) => [headers.authorization, headers['content-type']])).toEqual([
      [`Key ${KEY}`, undefined],
      [`Key ${KEY}`, 'application/json'],
      [undefined, 'application/x-www-form-urlencoded'],
    ]);
    expect(sent.map(({ body }) => body)).toEqual([undefined, '{"body":"Hi"}', 'a=b+c']);
  });
});

describe('tokens', () => {
  const tokens = (accessToken: string, expiresInMs = 3_600_000) => ({
    accessToken,
    refreshToken: 'r',
    expiresAt: new Date(START.getTime() + expiresInMs),
    extra: {},
  });
  const connector: AtsConnector = {
    ...plain,
    signIn: {
      headers: (using) => ({ authorization: `Bearer ${using.tokens?.accessToken}` }),
      query: null,
      newTokens: () => Promise.reject(new Error('the caller asks for them')),
    },
  };
  const withTokens = (
    given: AtsAccess['tokens'],
    steps: Step[],
    renew = () => Promise.resolve(tokens('new')),
  ) => {
    const asked: AtsAccess[] = [];
    const played = play(steps, {
      connector,
      access: { ...access, tokens: given },
      renewTokens: async (refused) => {
        asked.push(refused);
        return { ...refused, tokens: await renew() };
      },
    });
    return { ...played, asked, used: () => played.sent.map(({ headers }) => headers.authorization) };
  };

  it.each<[string, AtsAccess['tokens'], Step[], string[], string]>([
    ['none', null, [{}], ['Bearer new'], 'ok'],
    ['good ones', tokens('old'), [{}], ['Bearer old'], 'ok'],
    ['ones that end', tokens('old', 10_000), [{}], ['Bearer new'], 'ok'],
    ['refused ones', tokens('old'), [{ status: 401 }, {}], ['Bearer old', 'Bearer new'], 'ok'],
    ['refused again', tokens('old'), [{ status: 401 }], ['Bearer old', 'Bearer new'], 'KeyRefused'],
  ])('%s', async (_, given, steps, used, outcome) => {
    for (const mode of ['read', 'write'] as const) {
      const call = withTokens(given, steps);
      expect(await outcomeOf(call.api[mode]('call', mode === 'read' ? GET : POST, Shape))).toBe(outcome);
      expect(call.used()).toEqual(used);
    }
  });

  it('are renewed once, however many calls are refused', async () => {
    const call = withTokens(tokens('old'), [{ status: 401 }, { status: 401 }, {}]);
    await Promise.all([call.api.read('a', GET, Shape), call.api.read('b', GET, Shape)]);
    expect(call.asked).toHaveLength(1);
    expect(call.api.access.tokens?.accessToken).toBe('new');
  });

  it('that may have been given leave a write undone', async () => {
    const unknown = () => Promise.reject(new failures.OutcomeUnknown('get tokens: no answer'));
    const call = withTokens(null, [{}], unknown);
    expect(await outcomeOf(call.api.write('write', POST, Shape))).toBe('AtsUnavailable');
    expect(call.sent).toEqual([]);
  });

  it("aren't asked for where the key itself is sent", async () => {
    const { api, sent } = play([{ status: 401 }], {
      connector: { ...connector, signIn: { ...connector.signIn, keyIsSent: true } },
    });
    expect(await outcomeOf(api.read('read', GET, Shape))).toBe('KeyRefused');
    expect(sent).toHaveLength(1);
  });
});
