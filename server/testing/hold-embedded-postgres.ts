import { startEmbeddedPostgres } from '../db/embedded.ts';

/* A process that owns an embedded server until it is killed, for tests of what a kill leaves behind. */

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Usage: hold-embedded-postgres.ts <folder>');
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    log: { info: () => {}, warn: () => {} },
  });
  say({ url: postgres.url });
  await postgres.exited;
  say({ exited: true });
} catch (error) {
  say({ failed: (error as Error).message });
}
