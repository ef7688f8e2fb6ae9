import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { startFakeTwilio } from '../../adapters/carrier/fakes/fake-twilio.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { freePort } from '../../testing/free-port.ts';
import { startImportOf } from '../../testing/imports.ts';
import { signUp } from '../../testing/people.ts';
import { settingsFor, startServerProcess } from '../../testing/server-process.ts';
import { candidatePhone } from '../../testing/test-app.ts';

/** Two batches and a part of a third. */
const ROWS = 2200;
const KNOWN_ROW = 1500;
const LIMIT_MS = 120_000;

it(
  'kill -9 in the middle of a file: after the restart each row is imported once',
  async () => {
    const database = await createTestDatabase();
    const [pool, holder] = [new pg.Pool({ connectionString: database.url }), new pg.Client(database.url)];
    const twilio = await startFakeTwilio();
    const dataDir = mkdtempSync(join(tmpdir(), 'hiretext-import-crash-'));
    const url = `http://127.0.0.1:${await freePort()}`;
    const start = () => startServerProcess(url, settingsFor({ database, dataDir, twilio }));
    let server = await start();
    try {
      const person = await signUp(url);
      const phones = Array.from({ length: ROWS }, () => candidatePhone());
      const known = phones[KNOWN_ROW] ?? '';
      await person.call(routes.createCandidate, {
        body: { firstName: '', lastName: 'Ito', phoneNumber: known },
      });
      const lines = phones.map((phone, at) => `Kai,${at === KNOWN_ROW - 1 ? phones[5] : phone}`);
      lines[KNOWN_ROW + 1] = 'Numberless,';
      const content = `First name,Phone\n${lines.join('\n')}\n`;

      // The second batch waits for it.
      await holder.connect();
      await holder.query('begin');
      await holder.query('select from candidates where phone_number = $1 for update', [known]);
      const obtainedAt = '2026-01-05T10:00:00.000Z';
      const consent = { status: 'granted', method: 'Career fair', wording: 'Text me', obtainedAt } as const;
      const { id } = await startImportOf(person, { content, consent });
      const current = () => person.call(routes.getImport, { params: { id } });
      await expect
        .poll(current, { interval: 50, timeout: LIMIT_MS / 4 })
        .toMatchObject({ status: 'running', processed: 1000 });
      await server.kill();
      await holder.query('rollback');

      server = await start();
      await expect.poll(current, { interval: 100, timeout: LIMIT_MS / 2 }).toMatchObject({
        status: 'done',
        total: ROWS,
        processed: ROWS,
        created: ROWS - 3,
        updated: 1,
        duplicates: 1,
        refused: 1,
      });
      const count = async (what: string) => {
        const { rows } = await pool.query<{ all: number; numbers: number }>(
          `select count(*)::int as all, count(distinct phone_number)::int as numbers from ${what}`,
        );
        return rows[0];
      };
      const once = { all: ROWS - 2, numbers: ROWS - 2 };
      expect(await count('candidates')).toEqual(once);
      expect(await count("consent_events where change = 'granted'")).toEqual(once);
      const { rows } = await pool.query(
        'select first_name, last_name from candidates where phone_number = $1',
        [known],
      );
      expect(rows).toEqual([{ first_name: 'Kai', last_name: 'Ito' }]);
    } finally {
      await server.kill();
      await twilio.stop();
      await Promise.all([pool.end(), holder.end()]);
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  LIMIT_MS,
);
