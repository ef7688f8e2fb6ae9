import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { startFakeTwilio } from '../../adapters/carrier/fakes/fake-twilio.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { type Heard, startFakeReceiver } from '../../testing/fake-receiver.ts';
import { freePort } from '../../testing/free-port.ts';
import { howMany } from '../../testing/how-long.ts';
import { signUp } from '../../testing/people.ts';
import { settingsFor, startServerProcess } from '../../testing/server-process.ts';
import { candidatePhone } from '../../testing/test-app.ts';

const EVENTS = howMany(1200, 10_000);
const RECEIVER_MS = 50;
const AT_ONCE = 10;
/** After how many were heard. */
const KILLS = [0.1, 0.4, 0.7].map((share) => Math.round(share * EVENTS));
const LIMIT_MS = 240_000;

it(
  'kill -9 while an endpoint gets thousands of events: each arrives, first attempts in order, and repeats have their ID',
  async () => {
    const database = await createTestDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    const [twilio, receiver] = [await startFakeTwilio(), await startFakeReceiver()];
    const { heard } = receiver.state;
    receiver.state.answer = async (response) => {
      await wait(RECEIVER_MS);
      response.end();
    };
    const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-webhooks-crash-'));
    const url = `http://127.0.0.1:${await freePort()}`;
    const start = () => startServerProcess(url, settingsFor({ database, dataDir, twilio }));
    let server = await start();
    try {
      const person = await signUp(url);
      const { id: candidateId } = await person.call(routes.createCandidate, {
        body: { firstName: 'Ada', lastName: 'Reyes', phoneNumber: candidatePhone() },
      });
      const { secret } = await person.call(routes.createWebhookEndpoint, {
        body: { url: receiver.url, types: ['candidate.updated'] },
      });
      const write = (count: number) =>
        pool.query("select write_event($1, 'candidate.updated', $2, null) from generate_series(1, $3::int)", [
          person.accountId,
          candidateId,
          count,
        ]);
      const untilHeard = (count: number) =>
        expect.poll(() => idsOf(heard).size, { timeout: LIMIT_MS / 2 }).toBeGreaterThanOrEqual(count);

      const part = Math.ceil(EVENTS / (KILLS.length + 1));
      await write(EVENTS - part * KILLS.length);
      for (const count of KILLS) {
        await untilHeard(count);
        // Some aren't in the log yet when it dies.
        await write(part);
        await server.kill();
        server = await start();
      }
      await untilHeard(EVENTS);

      const { rows } = await pool.query<{ id: string }>(
        "select id from events where account_id = $1 and type = 'candidate.updated' order by id",
        [person.accountId],
      );
      expect(rows).toHaveLength(EVENTS);
      const firsts = [...idsOf(heard)];
      expect(firsts.toSorted()).toEqual(rows.map(({ id }) => id));
      // Ten connections are made at once, so neighbors may arrive in another order: a slow one after two of each other.
      const places = new Map(rows.map(({ id }, place) => [id, place]));
      const moved = firsts.map((id, place) => Math.abs((places.get(id) ?? Number.NaN) - place));
      expect(Math.max(...moved)).toBeLessThan(2 * AT_ONCE);

      // Only what was under way when a process died is sent twice.
      expect(heard.length - EVENTS).toBeLessThanOrEqual(AT_ONCE * KILLS.length);
      const bodies = new Map(heard.map(({ id, body }) => [id, body]));
      const webhook = new Webhook(secret);
      for (const { id, headers, body } of heard) {
        expect(headers['webhook-id']).toBe(id);
        expect(body).toBe(bodies.get(id));
        expect(webhook.verify(body, headers as Record<string, string>)).toMatchObject({ id });
      }
      const waiting = () =>
        pool.query("select from webhook_deliveries where account_id = $1 and status <> 'delivered' limit 1", [
          person.accountId,
        ]);
      await expect.poll(async () => (await waiting()).rowCount).toBe(0);
    } finally {
      await server.kill();
      receiver.stop();
      await twilio.stop();
      await pool.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  LIMIT_MS,
);

/** In the order in which they were heard first. */
const idsOf = (heard: Heard[]) => new Set(heard.map(({ id }) => id));
