import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { failures } from '../contract/failure.ts';
import { everythingOf } from '../server/testing/everything-of.ts';
import { eventually } from '../server/testing/test-app.ts';
import { Change, changed } from './vendors.ts';
import { type WebhookKind, webhookKinds } from './webhook-samples.ts';
import type { WebhookWorld } from './webhook-world.ts';

/*
 * Webhooks of every kind, changed at random and then signed as the sender signs, or not signed. They must be accepted or refused, never
 * fail with a 5xx, and leave everything else as it was.
 */

const Sent = fc.record({
  kind: fc.nat(1000),
  change: fc.option(Change, { freq: 6 }),
  bytes: fc.option(fc.constantFrom('%00', '%ff%fe', '\u0000', '\\ud800', '&=&', '"', '\\u0000'), { freq: 4 }),
  signature: fc.constantFrom('right', 'right', 'right', 'none', 'wrong', 'ofAnother'),
  type: fc.constantFrom(
    undefined,
    undefined,
    undefined,
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'nonsense',
  ),
  path: fc.constantFrom('', '', '', '', '?a=%00', '/more'),
});
type Sent = typeof Sent extends fc.Arbitrary<infer T> ? T : never;

const TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' };
/** 415: a content type that no route reads. */
const REFUSED = [400, 401, 403, 415];
const MOST_AT_ONCE = 6;

export async function fuzzWebhooks(
  world: WebhookWorld,
  parameters: { seed: number; numRuns: number },
): Promise<void> {
  const { app, ana, bo } = world;
  const kinds = webhookKinds(world);
  await workedIn(world);
  for (const kind of kinds) {
    // Otherwise nothing below would be looked at.
    const { status } = await send(world, kind, RIGHT);
    const isRight = kind.name.endsWith(' of another') ? status === 404 : status === 200;
    assert(isRight, `${kind.name} as it is: ${status}`);
  }
  await fc.assert(
    fc.asyncProperty(fc.array(Sent, { minLength: 1, maxLength: MOST_AT_ONCE }), async (all) => {
      await workedIn(world);
      const before = await Promise.all([ana, bo].map(({ person }) => rowsOf(world, person.accountId)));
      const logged = app.logged.length;
      let mayChange = false;
      for (const sent of all) {
        const kind = kinds[sent.kind % kinds.length] as WebhookKind;
        const { status, code } = await send(world, kind, sent);
        const summary = `${kind.name}, ${sent.signature}: ${status} ${code}`;
        assert(status < 500 || isDeclared(status, code), summary);
        if (sent.signature !== 'right' && sent.path !== '/more' && kind.name !== 'lever')
          assert(REFUSED.includes(status), summary);
        mayChange ||= kind.isAboutAna && status < 300;
      }
      await workedIn(world);
      const after = await Promise.all([ana, bo].map(({ person }) => rowsOf(world, person.accountId)));
      assert.deepEqual(app.logged.slice(logged).filter(isError), []);
      assert.deepEqual(differing(before[1], after[1]), [], 'Another company has changed');
      if (!mayChange) {
        // A signed webhook may name people that the system then refuses to show: they are listed for the admin.
        const changes = differing(before[0], after[0]).filter(({ name }) => name !== 'ats_set_aside');
        assert.deepEqual(changes, [], 'The company has changed');
      }
    }),
    parameters,
  );
}

const RIGHT: Sent = { kind: 0, change: null, bytes: null, signature: 'right', type: undefined, path: '' };
/** Pino's. */
const ERROR = 50;
/** A picture that the text names and the carrier doesn't have is asked for again, since carriers are sometimes late. */
const isMissingMedia = (msg: string) => /^Failed task \d+ \(downloadMedia,.*media download: HTTP 4/.test(msg);
const isError = (line: string) => {
  const { level, msg } = JSON.parse(line) as { level: number; msg: string };
  return level >= ERROR && !isMissingMedia(msg);
};

async function send(
  { app }: WebhookWorld,
  kind: WebhookKind,
  { change, bytes, signature, type, path: more }: Sent,
): Promise<{ status: number; code: string }> {
  const path = kind.path + more;
  const body = bodyOf(kind, change, bytes);
  const right = kind.sign(path, body);
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': type ?? TYPES[kind.as], ...headersFor(signature, right, kind) },
    body: new Uint8Array(body),
  });
  const text = await answer.text();
  return { status: answer.status, code: /"code":"(\w+)"/.exec(text)?.[1] ?? '' };
}

function headersFor(signature: Sent['signature'], right: Record<string, string>, kind: WebhookKind) {
  if (signature === 'right') return right;
  if (signature === 'none') return {};
  if (signature === 'ofAnother') return kind.sign(`${kind.path}/another`, Buffer.from('another body'));
  return Object.fromEntries(Object.entries(right).map(([name]) => [name, 'A'.repeat(64)]));
}

function bodyOf({ as, content }: WebhookKind, change: Change | null, bytes: string | null): Buffer {
  const sent = change === null ? content : changed(structuredClone(content), change);
  const text = typeof sent === 'string' ? sent : as === 'json' ? json(sent) : form(sent);
  if (bytes === null) return Buffer.from(text);
  const middle = Math.floor(text.length / 2);
  return Buffer.concat([
    Buffer.from(text.slice(0, middle) + bytes),
    Buffer.from([0xff]),
    Buffer.from(text.slice(middle)),
  ]);
}

const json = (value: unknown) => JSON.stringify(value) ?? '';

function form(value: unknown): string {
  const fields = Object.entries(Object(value)).flatMap(([name, each]) =>
    (Array.isArray(each) ? each : [each]).map((one) => [name, typeof one === 'string' ? one : json(one)]),
  );
  return new URLSearchParams(fields).toString();
}

/** Raw webhooks, and what is only counted later. */
const ASIDE = ['carrier_events', 'fact_marks', 'text_facts', 'text_sums'];

async function rowsOf({ app }: WebhookWorld, accountId: string): Promise<Record<string, unknown>> {
  const all = await everythingOf(app, accountId);
  // The gateway's own webhooks may come late, and have an account looked at once more.
  const customers = (all.billing_customers as { looks: number }[]).map((row) => ({ ...row, looks: 0 }));
  return Object.fromEntries(
    Object.entries({ ...all, billing_customers: customers }).filter(([name]) => !ASIDE.includes(name)),
  );
}

function differing(before: Record<string, unknown> = {}, after: Record<string, unknown> = {}) {
  return Object.keys(after)
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

/** Everything that was sent is processed, including what failed and would be retried later. */
async function workedIn({ app }: WebhookWorld): Promise<void> {
  await eventually(async () => {
    await app.deps.pool.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
        where attempts > 0 and attempts < max_attempts and locked_at is null and run_at > now()`,
    );
    const { rows } = await app.deps.pool.query(
      `select 'event' as waiting, payload::text as what from carrier_events
       union all
       select task_identifier, last_error from graphile_worker.jobs
        where locked_at is not null or (run_at <= now() and attempts < max_attempts)`,
    );
    assert.deepEqual(rows, []);
  });
}

/** Only answers of other servers may be unavailable. */
const isDeclared = (status: number, code: string) =>
  status === 503 && (failures as Record<string, { status: number }>)[code]?.status === status;
