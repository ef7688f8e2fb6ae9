import { beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../testing/fake-caches.ts';
import { createShell } from './shell.ts';

const origin = 'https://texts.example.com';
const build = { id: 'second', entry: '/assets/two.js', files: ['/assets/two.js', '/assets/inbox.css'] };
const PAGE = '<script type="module" src="/assets/two.js"></script>';

/** What the server has, by path; nothing without a network. */
let served: Record<string, Response> = {};
let isOnline = true;
const asked = vi.fn(async (input: RequestInfo | URL, _init?: RequestInit) => {
  const address = typeof input === 'string' || input instanceof URL ? String(input) : input.url;
  if (!isOnline) throw new TypeError('Failed to fetch');
  const path = new URL(address, origin).pathname;
  return served[path]?.clone() ?? new Response('{}', { status: 404 });
});

let caches: CacheStorage;
const shellOf = (of = build) => createShell({ build: of, origin, caches, fetch: asked });

const request = (path: string, { mode = 'cors', ...init }: RequestInit & { mode?: string } = {}) => {
  const made = new Request(new URL(path, origin), init);
  Object.defineProperty(made, 'mode', { value: mode });
  return made;
};
const page = (path = '/dashboard/messages') => request(path, { mode: 'navigate' });
const textOf = async (answer: Promise<Response> | null) => (await answer)?.text();

beforeEach(() => {
  caches = fakeCaches(asked);
  isOnline = true;
  asked.mockClear();
  served = {
    '/dashboard': new Response(PAGE),
    '/dashboard/messages': new Response(PAGE),
    '/assets/two.js': new Response('two'),
    '/assets/inbox.css': new Response('css'),
    '/assets/later.js': new Response('later'),
    '/favicon.svg': new Response('<svg/>'),
  };
});

test('a page comes from the network, and without one from its own build', async () => {
  const shell = shellOf();
  await shell.install();
  served['/dashboard/messages'] = new Response('the page of the next build');
  expect(await textOf(shell.answer(page()))).toBe('the page of the next build');
  isOnline = false;
  expect(await textOf(shell.answer(page()))).toBe(PAGE);
  expect(await textOf(shell.answer(request('/assets/two.js')))).toBe('two');
});

test('what an earlier build serves is the code of the next one, which then keeps its own', async () => {
  const earlier = shellOf();
  await earlier.install();
  const nextPage = PAGE.replace('two', 'three');
  served = {
    '/dashboard': new Response(nextPage),
    '/dashboard/messages': new Response(nextPage),
    '/assets/three.js': new Response('three'),
    '/favicon.svg': new Response('<svg/>'),
  };
  expect(await textOf(earlier.answer(page()))).toBe(nextPage);
  expect(await textOf(earlier.answer(request('/assets/three.js')))).toBe('three');
  const next = shellOf({ id: 'third', entry: '/assets/three.js', files: ['/assets/three.js'] });
  await next.install();
  await next.activate();
  expect(await caches.keys()).toEqual(['hiretext-third']);
  isOnline = false;
  expect(await textOf(next.answer(page()))).toBe(nextPage);
  await expect(next.answer(request('/assets/two.js'))).rejects.toThrow();
});

test('a file is asked for once', async () => {
  const shell = shellOf();
  await shell.install();
  expect(await textOf(shell.answer(request('/assets/later.js')))).toBe('later');
  await vi.waitFor(async () => expect(await caches.match(`${origin}/assets/later.js`)).toBeDefined());
  isOnline = false;
  expect(await textOf(shell.answer(request('/assets/later.js')))).toBe('later');
  await expect(shell.answer(request('/assets/never.js'))).rejects.toThrow();
});

test('a file that is not there is asked for again', async () => {
  const shell = shellOf();
  await shell.answer(request('/assets/late.js'));
  served['/assets/late.js'] = new Response('late');
  expect(await textOf(shell.answer(request('/assets/late.js')))).toBe('late');
});

test.each<[string, Request]>([
  ['a call', request('/v1/conversations')],
  ['a call with credentials', request('/assets/two.js', { headers: { Authorization: 'Bearer x' } })],
  ['what changes something', request('/assets/two.js', { method: 'POST' })],
  ['a picture', request('/media/1/2')],
  ['another site', request('https://elsewhere.example.com/assets/two.js')],
  ...['/v/1', '/l/abc', '/v1/docs', '/login', '/', '/simulator', '/outbox', '/dashboards'].map(
    (path): [string, Request] => [`the page ${path}`, page(path)],
  ),
])('%s passes by', (_, request) => {
  expect(shellOf().answer(request)).toBeNull();
});

test('a new build keeps itself whole, or not at all, and removes the one before', async () => {
  await shellOf({ ...build, id: 'first' }).install();
  const answers = await caches.open('answers-of-a-person');
  await answers.put('/kept', new Response('{}'));
  const shell = shellOf();
  served['/dashboard'] = new Response('<script type="module" src="/assets/three.js"></script>');
  await expect(shell.install()).rejects.toThrow('another build');
  served['/dashboard'] = new Response(PAGE);
  delete served['/assets/inbox.css'];
  await expect(shell.install()).rejects.toThrow();
  served['/assets/inbox.css'] = new Response('css');
  await shell.install();
  await shell.activate();
  expect(await caches.keys()).toEqual(['answers-of-a-person', 'hiretext-second']);
});

test.each<[string, number, boolean]>([
  ['that has its script', 200, false],
  ['that has a fault', 503, false],
  ['that has none anymore', 404, true],
])('at a server %s', async (_, status, isGone) => {
  const shell = shellOf();
  await shell.install();
  served['/sw.js'] = new Response('', { status });
  expect(await shell.isGone('/sw.js')).toBe(isGone);
  expect(await caches.keys()).toEqual(isGone ? [] : ['hiretext-second']);
  isOnline = false;
  expect(await shell.isGone('/sw.js')).toBe(false);
});
