import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../adapters/identity/fakes/make-certificate.ts';
import { createLog } from '../log.ts';
import { startThrowAwayPostgres } from '../testing/throw-away-postgres.ts';
import { startSignals } from '../vendors/signal-wires.ts';
import { connect } from './connection.ts';
import { DatabaseClient } from './database-client.ts';
import { migrate } from './migrate.ts';

/* A PostgreSQL whose certificate, for localhost, no known authority has signed. */

const folder = mkdtempSync(join(tmpdir(), 'hiretext-tls-'));
const authority = join(folder, 'ca.pem');
let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>;

beforeAll(async () => {
  postgres = await startThrowAwayPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ at: string }>(`select current_setting('data_directory') as at`);
  const at = rows[0]?.at ?? '';
  const { certificate, privateKey } = makeCertificate({ commonName: 'localhost' });
  writeFileSync(authority, certificate);
  const files = { cert: certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  for (const [name, text] of Object.entries(files)) {
    const path = join(at, `server.${name}`);
    writeFileSync(path, text, { mode: 0o600 });
    chownSync(path, statSync(at).uid, statSync(at).gid);
    await client.query(`alter system set ssl_${name}_file = 'server.${name}'`);
  }
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const addressWith = (query: string, host = 'localhost') => {
  const url = new URL(postgres.url);
  const { username, password, port, pathname } = url;
  return `postgres://${username}:${password}@${host.replace('PORT', port)}${host.includes('PORT') ? '' : `:${port}`}${pathname}?${query}`;
};

async function isEncrypted(connectionString: string): Promise<boolean> {
  const client = new DatabaseClient({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    );
    return rows[0]?.ssl ?? false;
  } finally {
    void client.end().catch(() => {});
  }
}

it.each([
  ['verify-full, with the authority', `sslmode=verify-full&sslrootcert=${authority}`, 'localhost'],
  ['require, with the authority', `sslmode=require&sslrootcert=${authority}`, 'localhost'],
  ['the authority alone', `sslrootcert=${authority}`, 'localhost'],
  ['several hosts', `sslmode=verify-full&sslrootcert=${authority}`, '127.0.0.1:1,localhost:PORT'],
  ['no-verify', 'sslmode=no-verify', 'localhost'],
])('is connected to by TLS: %s', async (_what, query, host) => {
  expect(await isEncrypted(addressWith(query, host))).toBe(true);
});

it.each([
  ['a certificate that no one vouches for', 'sslmode=verify-full', 'localhost', /self-signed certificate/],
  ['the same, where it is only required', 'sslmode=require', 'localhost', /self-signed certificate/],
  [
    'a certificate for another name',
    `sslmode=verify-full&sslrootcert=${authority}`,
    '127.0.0.1',
    /Host: 127.0.0.1|IP: 127.0.0.1/,
  ],
])('refuses %s', async (_what, query, host, reason) => {
  await expect(isEncrypted(addressWith(query, host))).rejects.toThrow(reason);
});

it('never falls back to none', async () => {
  const plain = new URL(inject('postgresUrl'));
  plain.searchParams.set('sslmode', 'verify-full');
  await expect(isEncrypted(plain.href)).rejects.toThrow('The server does not support SSL connections');
});

it('is migrated, asked and listened to by TLS', async () => {
  const url = addressWith(`sslmode=verify-full&sslrootcert=${authority}`);
  await migrate(url);
  const { db, pool, close } = connect(url, { max: 2, onError: () => {} });
  onTestFinished(close);
  const signals = await startSignals({ connectionString: url, db, pool, log: createLog('silent') });
  onTestFinished(signals.close);
  const { rows } = await pool.query<{ ssl: boolean; count: number }>(
    `select ssl, count(*)::int as count from pg_stat_ssl join pg_stat_activity using (pid)
      where datname = current_database() group by 1`,
  );
  expect(rows).toEqual([{ ssl: true, count: expect.any(Number) }]);
});
