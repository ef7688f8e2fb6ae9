import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as routes from '../contract/routes.ts';
import { rollUpNow } from './features/analytics/figures/roll-up.ts';
import { createMetrics } from './metrics.ts';
import { enqueue, jobKind } from './queue/job.ts';
import { openStream } from './testing/event-stream.ts';
import { freePort } from './testing/free-port.ts';
import { candidatePhone, eventually, startTestApp, type TestApp } from './testing/test-app.ts';
import { sendText, untilStatus } from './testing/texting.ts';

/* What those who run Hiretext look at: each figure moves with what it is about, and only with that. */

type Figures = Map<string, number>;

async function figuresOf(url: string): Promise<Figures> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

describe('what waits', () => {
  /** It has no worker, so that what waits stays. */
  let web: TestApp;
  const slow = jobKind({ name: 'sendMail', payload: z.unknown(), maxAttempts: 3 });
  beforeAll(async () => {
    web = await startTestApp({ variables: { ROLES: 'web' } });
  });
  afterAll(() => web.stop());

  it('nothing, to begin with', async () => {
    const figures = await figuresOf(web.url);
    expect(figures.get('database_answers')).toBe(1);
    for (const of of ['texts', 'webhooks'])
      for (const name of [`${of}_waiting`, `${of}_waiting_seconds`]) expect(figures.get(name), name).toBe(0);
    expect(figures.get('webhooks_failed')).toBe(0);
  });

  it('jobs, by kind: those whose time has come', async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
    await enqueue(web.deps.db, [
      { kind: slow, payload: {}, runAt: at(-90) },
      { kind: slow, payload: {}, runAt: at(-30) },
      { kind: slow, payload: {}, runAt: at(600) },
    ]);
    const figures = await figuresOf(web.url);
    expect(figures.get('jobs_waiting{kind="sendMail"}')).toBe(2);
    expect(figures.get('jobs_waiting_seconds{kind="sendMail"}')).toBeGreaterThanOrEqual(90);
    expect(figures.get('jobs_waiting_seconds{kind="sendMail"}')).toBeLessThan(120);
    expect(figures.get('jobs_failed{kind="sendMail"}')).toBe(0);

    await web.deps.pool.query(
      `select graphile_worker.permanently_fail_jobs(array_agg(id), 'no')
         from graphile_worker.jobs where run_at < now() - interval '1 minute'`,
    );
    const later = await figuresOf(web.url);
    expect(later.get('jobs_waiting{kind="sendMail"}')).toBe(1);
    expect(later.get('jobs_failed{kind="sendMail"}')).toBe(1);

    await web.deps.pool.query(
      'select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs',
    );
    expect((await figuresOf(web.url)).has('jobs_waiting{kind="sendMail"}')).toBe(false);
  });

  it('texts that are due, and not those for later', async () => {
    const ana = await web.signUp();
    await sendText(ana, candidatePhone(), 'Now', { undoSeconds: 0 });
    await sendText(ana, candidatePhone(), 'Later', {
      scheduledAt: new Date(Date.now() + 3600_000).toISOString(),
    });
    const figures = await figuresOf(web.url);
    expect(figures.get('texts_waiting')).toBe(1);
    expect(figures.get('texts_waiting_seconds')).toBeGreaterThan(0);
  });

  it('webhooks, and those that are no longer tried', async () => {
    await web.deps.pool.query(
      `insert into carrier_events (carrier, payload, received_at, retry_at) values
         ('twilio', '{"type":"status"}', now() - interval '5 minutes', now() + interval '1 minute'),
         ('twilio', '{"type":"status"}', now() - interval '1 minute', now()),
         ('twilio', '{"type":"status"}', now() - interval '9 days', 'infinity')`,
    );
    const figures = await figuresOf(web.url);
    expect(figures.get('webhooks_waiting')).toBe(2);
    expect(figures.get('webhooks_failed')).toBe(1);
    expect(figures.get('webhooks_waiting_seconds')).toBeGreaterThanOrEqual(300);
    expect(figures.get('webhooks_waiting_seconds')).toBeLessThan(360);
  });

  it("events for companies' endpoints, but not what is sent again, or to those that fail", async () => {
    const add = (failingFor: string | null, deliveries: { ago: string; attempts: object[] }[]) =>
      web.deps.pool.query(
        `with endpoint as (
           insert into webhook_endpoints (account_id, id, url, types, sealed_secret, failing_since, created_at)
           select id, gen_random_uuid(), 'https://example.com', '{*}', '', now() - $1::interval, now() from accounts limit 1
           returning account_id, id)
         insert into webhook_deliveries (account_id, endpoint_id, event_id, type, attempts, created_at)
         select e.account_id, e.id, gen_random_uuid(), 'call.missed', d.attempts, now() - d.ago
           from endpoint e cross join jsonb_to_recordset($2) as d (ago interval, attempts jsonb)`,
        [failingFor, JSON.stringify(deliveries)],
      );
    await add(null, [{ ago: '9 days', attempts: [{}] }]);
    await add('2 hours', [{ ago: '2 hours', attempts: [] }]);
    const before = await figuresOf(web.url);
    expect(before.get('event_deliveries_waiting_seconds')).toBe(0);
    expect(before.get('event_endpoints_failing')).toBe(1);
    await add(null, [{ ago: '5 minutes', attempts: [] }]);
    const figures = await figuresOf(web.url);
    expect(figures.get('event_deliveries_waiting_seconds')).toBeGreaterThanOrEqual(300);
    expect(figures.get('event_deliveries_waiting_seconds')).toBeLessThan(360);
  });

  it('changes that no figure counts yet', async () => {
    await rollUpNow(web.deps);
    expect((await figuresOf(web.url)).get('analytics_waiting_seconds')).toBe(0);
    await web.deps.pool.query(
      `insert into fact_marks (account_id, source_id) select gen_random_uuid(), gen_random_uuid() from generate_series(1, 2)`,
    );
    await web.deps.pool.query(
      `insert into live_events (account_id, kind, subject_id, created_at)
       values (gen_random_uuid(), 'message.updated', gen_random_uuid(), now() - interval '5 minutes')`,
    );
    const figures = await figuresOf(web.url);
    expect(figures.get('analytics_waiting')).toBe(2);
    expect(figures.get('analytics_waiting_seconds')).toBeGreaterThanOrEqual(300);
    expect(figures.get('analytics_waiting_seconds')).toBeLessThan(360);
  });
});

describe('what went wrong', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({});
  });
  afterAll(() => app.stop());

  it('texts that are refused when they are sent, by reason', async () => {
    const ana = await app.signUp();
    const to = candidatePhone();
    await app.twilio.control.inbound(to, ana.number, 'STOP');
    await eventually(async () =>
      expect((await ana.ask(routes.sendMessage, { body: { to, body: 'Hi' } })).status).toBe(403),
    );
    const before = (await figuresOf(app.url)).get('texts_refused_total{reason="opted_out"}') ?? 0;
    await Promise.all([1, 2, 3].map(() => ana.ask(routes.sendMessage, { body: { to, body: 'Hi' } })));
    const welcome = await sendText(ana, candidatePhone(), 'Hi');
    await untilStatus(ana, welcome, 'delivered');
    expect((await figuresOf(app.url)).get('texts_refused_total{reason="opted_out"}')).toBe(before + 3);
  });

  it('what the carrier says of texts, by outcome and error', async () => {
    const ana = await app.signUp();
    const before = await figuresOf(app.url);
    const grown = async (name: string) =>
      ((await figuresOf(app.url)).get(name) ?? 0) - (before.get(name) ?? 0);
    const to = candidatePhone();
    app.twilio.control.failNext({ kind: '429', on: 'send', to, retryAfterSeconds: 0 });
    await untilStatus(ana, await sendText(ana, to, 'Hi', { undoSeconds: 0 }), 'delivered');
    expect(await grown('carrier_sends_total{outcome="notReached",code="none"}')).toBe(1);
    expect(await grown('carrier_sends_total{outcome="accepted",code="none"}')).toBe(1);

    const landline = candidatePhone();
    app.twilio.control.makeLandline(landline);
    const refused = await sendText(ana, landline, 'Hi', { undoSeconds: 0 });
    const { errorCode } = await untilStatus(ana, refused, 'failed');
    expect(await grown(`carrier_sends_total{outcome="refused",code="${errorCode}"}`)).toBe(1);
  });

  it('what receipts say, by error', async () => {
    const ana = await app.signUp();
    app.twilio.control.receipts({ final: 'undelivered', errorCode: '30003' });
    // Their transaction is rolled back once, at its end.
    await app.deps.pool.query(`
      create sequence tries;
      create function conflict_once() returns trigger language plpgsql as $$
      begin
        if nextval('tries') = 1 then raise exception 'conflict' using errcode = 'deadlock_detected'; end if;
        return new;
      end $$;
      create constraint trigger conflict after update on messages deferrable initially deferred for each row
      when (new.status = 'undelivered') execute function conflict_once()`);
    const text = await sendText(ana, candidatePhone(), 'Hi', { undoSeconds: 0 });
    const { errorCode } = await untilStatus(ana, text, 'undelivered');
    app.twilio.control.receipts({});
    expect((await app.deps.pool.query("select nextval('tries') > 2 as is_retried")).rows).toEqual([
      { is_retried: true },
    ]);
    expect((await figuresOf(app.url)).get(`texts_failed_total{code="${errorCode}"}`)).toBe(1);
  });

  it('browsers that listen', async () => {
    const ana = await app.signUp();
    const before = (await figuresOf(app.url)).get('live_streams') ?? 0;
    const stream = await openStream(app.url, ana.token);
    await eventually(async () => expect((await figuresOf(app.url)).get('live_streams')).toBe(before + 1));
    stream.close();
    await eventually(async () => expect((await figuresOf(app.url)).get('live_streams')).toBe(before));
  });
});

it('without a database a node still reports what it knows by itself', async () => {
  const gone = new pg.Pool({ connectionString: 'postgres://unknown@127.0.0.1:1/none' });
  const metrics = createMetrics({
    pool: gone,
    liveStreams: () => 3,
    isByNats: () => null,
    env: { cells: null },
  });
  const text = await metrics.read();
  await gone.end();
  expect(text).toContain('database_answers 0');
  expect(text).toContain('live_streams 3');
  expect(text).not.toMatch(/^webhooks_waiting [1-9]/m);
});

describe('a worker alone', () => {
  it('says how it is on its own port, and nothing else', async () => {
    const port = await freePort();
    const worker = await startTestApp({ variables: { ROLES: 'worker', HEALTH_PORT: String(port) } });
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await figuresOf(url)).get('database_answers')).toBe(1);
    for (const path of ['/', '/v1/user', '/webhooks/twilio/inbound', '/simulator'])
      expect((await fetch(url + path)).status, path).toBe(404);
    await worker.stop();
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});
