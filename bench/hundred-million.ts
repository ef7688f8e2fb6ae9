import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../server/db/connection.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { explainHottest } from './hottest.ts';
import { fillTexts } from './many-texts.ts';

/*
 * node run/with-node.js bench/hundred-million.ts --folder /somewhere [--texts 100000000] [--searched 2000000] [--most-gb 60]
 * Fills an embedded PostgreSQL in the folder with so many texts, half of them of one account, and explains what is asked most
 * often (docs/query-plans.md). The folder stays, and is filled once: remove it afterward. Plans are in plans.txt there.
 */

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    texts: { type: 'string', default: '100000000' },
    searched: { type: 'string', default: '2000000' },
    'most-gb': { type: 'string', default: '60' },
  },
});
const folder = values.folder;
if (folder === undefined) throw new Error('Name a folder with --folder, with room for the tables.');
mkdirSync(folder, { recursive: true });
const filledFile = join(folder, 'filled.json');
const say = (sentence: string) => process.stderr.write(`${new Date().toISOString()} ${sentence}\n`);
const database = await startEmbeddedPostgres({
  dataDir: folder,
  log: { info: say, warn: say },
  // What is filled can be filled again.
  durable: false,
});
try {
  await migrate(database.url);
  if (!existsSync(filledFile)) {
    const size = {
      texts: Number(values.texts),
      searched: Number(values.searched),
      mostBytes: Number(values['most-gb']) * 1e9,
    };
    writeFileSync(filledFile, JSON.stringify(await fillTexts(database.url, size, say)));
  }
  const filled = JSON.parse(readFileSync(filledFile, 'utf8'));
  say(JSON.stringify(filled));
  const { db, pool, close } = connect(database.url, { max: 2, statementMs: 600_000, onError: () => {} });
  const plans = await explainHottest(db, pool, filled.accountId);
  await close();
  console.table(Object.fromEntries(plans.map(({ what, ms, pages, read }) => [what, { ms, pages, read }])));
  writeFileSync(
    join(folder, 'plans.txt'),
    plans.map(({ what, lines }) => `## ${what}\n${lines}\n`).join('\n'),
  );
} finally {
  await database.stop();
}
