import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cli } from 'kysely-codegen';
import { migrate } from '../db/migrate.ts';
import { columnTypes, imports } from './column-types.ts';
import { startThrowAwayPostgres } from './throw-away-postgres.ts';

/* `npm run db:types` writes server/db/schema.ts: the types of what the migrations make. */

const checkout = join(import.meta.dirname, '../..');
export const schemaFile = join(checkout, 'server/db/schema.ts');

/** The types of a migrated database. */
export async function typesOf(url: string): Promise<string> {
  const generated = await new Cli().run({
    argv: [],
    config: {
      url,
      dialect: 'postgres',
      defaultSchemas: ['public'],
      excludePattern: '{graphile_worker.*,schema_migrations,simulator.*,outbox.*,sandbox.*}',
      customImports: imports,
      typeOnlyImports: true,
      overrides: { columns: columnTypes },
      // Not into a file.
      outFile: null,
      logLevel: 'silent',
    },
  });
  const biome = join(checkout, 'node_modules/@biomejs/biome/bin/biome');
  const formatted = spawnSync(
    process.execPath,
    [biome, 'check', '--write', `--stdin-file-path=${schemaFile}`],
    {
      cwd: checkout,
      input: generated,
      encoding: 'utf8',
    },
  );
  if (formatted.status !== 0) throw new Error(`The types could not be formatted: ${formatted.stderr}`);
  return formatted.stdout;
}

if (import.meta.main) {
  const postgres = await startThrowAwayPostgres();
  try {
    await migrate(postgres.url);
    writeFileSync(schemaFile, await typesOf(postgres.url));
  } finally {
    await postgres.stop();
  }
}
