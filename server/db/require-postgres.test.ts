import { expect, test } from 'vitest';
import { requirePostgres } from './require-postgres.ts';

const answering = (version: string, encoding: string) => ({
  query: () => Promise.resolve({ rows: [{ version, major: Number.parseInt(version, 10), encoding }] }),
});

test.each([
  ['15.0', 'UTF8'],
  ['15.14 (Debian 15.14-0+deb12u1)', 'UTF8'],
  ['18.4', 'UTF8'],
  ['19beta1', 'UTF8'],
])('a start on PostgreSQL %s, %s goes on', async (version, encoding) => {
  await expect(requirePostgres(answering(version, encoding))).resolves.toBeUndefined();
});

test.each([
  [
    '14.19 (Ubuntu 14.19-0ubuntu0.22.04.1)',
    'UTF8',
    'Hiretext needs PostgreSQL 15 or newer, and DATABASE_URL is PostgreSQL 14.19. Set it to a newer one, after moving the data with pg_dump.',
  ],
  [
    '9.6.24',
    'UTF8',
    'Hiretext needs PostgreSQL 15 or newer, and DATABASE_URL is PostgreSQL 9.6.24. Set it to a newer one, after moving the data with pg_dump.',
  ],
  [
    '15.14',
    'SQL_ASCII',
    'Hiretext needs a database with the encoding UTF8, and the one in DATABASE_URL has SQL_ASCII. Create another with encoding UTF8.',
  ],
])('a start on PostgreSQL %s, %s ends with one sentence', async (version, encoding, sentence) => {
  await expect(requirePostgres(answering(version, encoding))).rejects.toThrow(new Error(sentence));
});
