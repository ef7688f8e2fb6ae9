import { createHmac } from 'node:crypto';
import {
  type FakeAnswer,
  type FakeReply,
  type FakeRequest,
  startServer,
} from '../../carrier/fakes/fake-server.ts';
import type { PostedWebhook } from '../suite.ts';
import { passTime } from './stripe-billing.ts';
import { answerCall } from './stripe-calls.ts';
import { decodeForm, StripeFault } from './stripe-form.ts';
import { type Outcome, StripeState } from './stripe-state.ts';

const VERSION = '2026-10-28.endive';
/** Stripe keeps them at least as long. */
const KEYS_KEPT_SECONDS = 86_400;

export interface AskedOfStripe {
  method: string;
  path: string;
  form: string;
  key: string | undefined;
}

/** Stripe's API as far as it is used here: strict about what it is asked, and it keeps what was done. */
export interface FakeStripe {
  url: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  state: StripeState;
  /** What was asked, oldest first. */
  asked: AskedOfStripe[];
  /** A card as Stripe's field in the browser makes it; with a customer, by their SetupIntent. */
  issueCard(card: {
    outcome: Outcome;
    last4: string;
    expMonth: number;
    expYear: number;
    customerId?: string;
  }): string;
  /** Its test clock. */
  jumpTo(date: Date): void;
  /** Does what it is asked at these paths, and never answers. Null: answers everything. */
  loseAnswersOf(path: RegExp | null): void;
  /** Instead of doing anything, at these paths. */
  failAt(path: RegExp | null, answer: FakeReply): void;
  /** What it has posted, oldest first; signed at `at`. */
  webhooks(at: Date): PostedWebhook[];
  /** Whatever it says, signed at `at`. */
  sign(body: string, at: Date): PostedWebhook;
  /** Posts what it hasn't yet, and what wasn't taken; at least once, in any order. The statuses of the answers. */
  post(url: string, how: { at: Date; twice?: boolean; reversed?: boolean }): Promise<number[]>;
  stop(): Promise<void>;
}

export async function startFakeStripe(startedAt: Date): Promise<FakeStripe> {
  const secretKey = 'sk_test_of_the_fake';
  const webhookSecret = 'whsec_of_the_fake';
  const state = new StripeState(Math.floor(startedAt.getTime() / 1000));
  const asked: AskedOfStripe[] = [];
  const kept = new Map<string, { request: string; reply: FakeReply; at: number }>();
  const taken = new Set<string>();
  let lost: RegExp | null = null;
  let failing: { path: RegExp; answer: FakeReply } | null = null;

  function answer(request: FakeRequest): FakeAnswer {
    const form = request.rawBody.toString('utf8');
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' ? header : undefined;
    asked.push({ method: request.method, path: request.path, form, key });
    if (failing?.path.test(request.path)) return failing.answer;
    if (request.method === 'GET' && /^\/(invoice|files)\//.test(request.path)) return pdfOf(request.path);
    const reply = replyTo(request, form, key);
    if (lost?.test(request.path) && request.method !== 'GET') return 'hang';
    return reply;
  }

  function replyTo(request: FakeRequest, form: string, key: string | undefined): FakeReply {
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return fault(new StripeFault(401, { type: 'invalid_request_error' }, 'Invalid API Key provided'));
    if (request.headers['stripe-version'] !== VERSION)
      return fault(
        new StripeFault(400, { type: 'invalid_request_error' }, 'No version, or another one than the types'),
      );
    if (key === undefined || request.method === 'GET') return run(request, form).reply;
    const asks = `${request.method} ${request.path} ${form}`;
    const before = kept.get(key);
    if (before !== undefined && state.now - before.at < KEYS_KEPT_SECONDS) {
      if (before.request === asks) return before.reply;
      return fault(
        new StripeFault(
          400,
          { type: 'idempotency_error' },
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        ),
      );
    }
    const { reply, isBegun } = run(request, form);
    if (isBegun) kept.set(key, { request: asks, reply, at: state.now });
    return reply;
  }

  function run(request: FakeRequest, form: string): { reply: FakeReply; isBegun: boolean } {
    const params = decodeForm(request.method === 'POST' ? new URLSearchParams(form) : request.query);
    // Nothing of a call that fails stays.
    const before = structuredClone({
      customers: state.customers,
      methods: state.methods,
      subscriptions: state.subscriptions,
      invoices: state.invoices,
    });
    const eventsBefore = state.events.length;
    try {
      const body = answerCall(state, request.method, request.path, params);
      return { reply: { status: 200, body: structuredClone(shown(body)) }, isBegun: true };
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      for (const name of ['customers', 'methods', 'subscriptions', 'invoices'] as const) {
        const map = state[name] as Map<string, unknown>;
        map.clear();
        for (const [id, object] of before[name]) map.set(id, object);
      }
      state.events.length = eventsBefore;
      return { reply: fault(error), isBegun: !error.isUnbegun };
    }
  }

  /** Addresses are whole ones. */
  function shown(body: object): object {
    return JSON.parse(
      JSON.stringify(body, (name, value: unknown) =>
        name === 'invoice_pdf' && typeof value === 'string' ? server.url + value : value,
      ),
    );
  }

  function pdfOf(path: string): FakeAnswer {
    const [, place = '', id = ''] = /^\/(invoice|files)\/(\w+)/.exec(path) ?? [];
    const invoice = state.invoices.get(id);
    if (!invoice?.invoice_pdf) return { status: 404 };
    // The first address leads on to where files are kept.
    if (place === 'invoice') return { status: 302, headers: { location: `/files/${id}` } };
    return {
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: `%PDF-1.4 ${invoice.number}`,
    };
  }

  const signed = (body: string, at: Date): PostedWebhook => ({
    headers: { 'stripe-signature': sign(body, webhookSecret, at) },
    body: Buffer.from(body),
  });

  const server = await startServer(answer);
  return {
    url: server.url,
    secretKey,
    publishableKey: 'pk_test_of_the_fake',
    webhookSecret,
    state,
    asked,
    issueCard: ({ outcome, last4, expMonth, expYear, customerId }) => {
      const id = state.newId('pm');
      state.methods.set(id, {
        id,
        object: 'payment_method',
        type: 'card',
        created: state.now,
        customer: customerId ?? null,
        billing_details: { name: null },
        card: { brand: 'visa', last4, exp_month: expMonth, exp_year: expYear },
      });
      state.outcomes.set(id, outcome);
      if (customerId !== undefined) state.tell('payment_method.attached', state.method(id));
      return id;
    },
    jumpTo: (date) => passTime(state, Math.floor(date.getTime() / 1000)),
    loseAnswersOf: (path) => {
      lost = path;
    },
    failAt: (path, reply) => {
      failing = path === null ? null : { path, answer: reply };
    },
    webhooks: (at) => state.events.map(({ body }) => signed(body, at)),
    sign: signed,
    post: async (url, { at, twice = false, reversed = false }) => {
      const open = state.events.filter(({ id }) => !taken.has(id));
      const ordered = reversed ? open.toReversed() : open;
      const answers: number[] = [];
      for (const { id, body } of ordered.flatMap((event) => (twice ? [event, event] : [event]))) {
        const headers = {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': sign(body, webhookSecret, at),
        };
        const { status } = await fetch(url, { method: 'POST', headers, body });
        if (status >= 200 && status < 300) taken.add(id);
        answers.push(status);
      }
      return answers;
    },
    stop: server.stop,
  };
}

function fault({ status, fault: details, message }: StripeFault): FakeReply {
  // Not to be tried again by the library: it would be refused again.
  return { status, headers: { 'stripe-should-retry': 'false' }, body: { error: { ...details, message } } };
}

/** As Stripe's documentation describes it, by hand. */
function sign(body: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
