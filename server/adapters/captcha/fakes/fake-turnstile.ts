import { type FakeAnswer, startServer } from '../../carrier/fakes/fake-server.ts';

/** Turnstile as its documentation describes it: one secret, tokens that are good once. */
export interface FakeTurnstile {
  url: string;
  siteKey: string;
  secretKey: string;
  /** What a browser would be given, by a widget for this action (`signup`). */
  solve(action?: string): string;
  /** What was sent, oldest first. */
  asked: { contentType: string; form: URLSearchParams }[];
  /** Instead of the next answer. */
  answerNext(answer: FakeAnswer): void;
  stop(): Promise<void>;
}

export async function startFakeTurnstile(): Promise<FakeTurnstile> {
  const secretKey = '0x4AAAAAAA-secret';
  const solved = new Map<string, { action: string; used: boolean }>();
  const asked: FakeTurnstile['asked'] = [];
  const planned: FakeAnswer[] = [];

  const server = await startServer((request) => {
    if (request.method !== 'POST' || request.path !== '/turnstile/v0/siteverify') return { status: 404 };
    const form = new URLSearchParams(request.rawBody.toString('utf8'));
    asked.push({ contentType: request.headers['content-type'] ?? '', form });
    const next = planned.shift();
    if (next !== undefined) return next;
    const refuse = (code: string) => ({ status: 200, body: { success: false, 'error-codes': [code] } });
    if (form.get('secret') !== secretKey) return refuse('invalid-input-secret');
    const token = form.get('response') ?? '';
    if (token === '') return refuse('missing-input-response');
    const state = solved.get(token);
    if (state === undefined) return refuse('invalid-input-response');
    if (state.used) return refuse('timeout-or-duplicate');
    state.used = true;
    return {
      status: 200,
      body: {
        success: true,
        'error-codes': [],
        challenge_ts: new Date().toISOString(),
        hostname: 'localhost',
        action: state.action,
      },
    };
  });

  return {
    url: server.url,
    siteKey: '0x4AAAAAAA-site',
    secretKey,
    solve: (action = 'signup') => {
      const token = `token-${solved.size + 1}`;
      solved.set(token, { action, used: false });
      return token;
    },
    asked,
    answerNext: (answer) => planned.push(answer),
    stop: server.stop,
  };
}
