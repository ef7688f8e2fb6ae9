import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { DEMO_PASSWORD } from './demo/people.ts';
import { hasDemo, withDemoPrices } from './demo/prices.ts';
import { seedBilling } from './demo/seed-billing.ts';
import { findDemoLogins, seedDemo } from './demo/seed-demo.ts';
import { type Env, EnvError, readEnv } from './env.ts';
import { tellLauncher, whenLauncherEnds } from './launcher.ts';
import { createLog } from './log.ts';
import { type Running, start } from './start.ts';
import { startWatchdog } from './watchdog.ts';
import { findWeb } from './web-folder.ts';

const checkout = join(import.meta.dirname, '..');

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function readEnvOrGiveUp(): Env {
  try {
    return withDemoPrices(readEnv(process.env, checkout), process.env.PRICES);
  } catch (error) {
    if (error instanceof EnvError) giveUp(error.message);
    throw error;
  }
}

const env = readEnvOrGiveUp();
const log = createLog(env.logLevel);
let postgres: EmbeddedPostgres | null = null;
let running: Running | null = null;
let stopping = false;

/** What is under way may end. Whatever hangs: what was accepted is in the database, and the next start goes on with it. */
const CLOSE_LIMIT_MS = 5000;
/** Less than the launcher waits (`run/supervise.js`). */
const STOP_LIMIT_MS = 8000;
/** After a crash there's no knowing what still works. */
const CRASH_LIMIT_MS = 5000;

async function stop(code: number, limitMs = STOP_LIMIT_MS): Promise<never> {
  if (stopping) return new Promise<never>(() => {});
  stopping = true;
  const endsAt = performance.now() + limitMs;
  // The database server ends after us, if it hasn't by then.
  setTimeout(() => process.exit(code), limitMs).unref();
  await Promise.race([
    running?.close().catch((error: unknown) => log.error({ err: error }, 'closing failed')),
    delay(CLOSE_LIMIT_MS, undefined, { ref: false }),
  ]);
  const withinMs = (endsAt - performance.now()) / 2;
  await postgres
    ?.stop({ withinMs })
    .catch((error: unknown) => log.error({ err: error }, 'the database did not stop'));
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
whenLauncherEnds(() => void stop(0));
startWatchdog();
for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(fault, (error: unknown) => {
    log.fatal({ err: error }, 'Hiretext crashed');
    void stop(1, CRASH_LIMIT_MS);
  });

try {
  if (env.databaseUrl === null) {
    postgres = await startEmbeddedPostgres({
      dataDir: join(env.dataDir, 'postgres'),
      log: { info: say, warn: (sentence) => process.stderr.write(`${sentence}\n`) },
    });
    void postgres.exited.then(() => {
      if (!stopping) giveUp('The database server stopped unexpectedly. Nothing is lost.');
    });
  }
  const connectionString = env.databaseUrl ?? postgres?.url ?? '';
  const webDir = findWeb(checkout, env);
  await migrate(connectionString);
  running = await start({ env, connectionString, log, webDir });
  if (hasDemo(env)) {
    await seedDemo(running.deps);
    if (running.sandbox !== null) await seedBilling(running.deps, running.sandbox);
  }
  await announce(env, running);
  tellLauncher();
} catch (error) {
  // A person who stops us in the middle of the start doesn't need the error that this causes.
  if (stopping) await new Promise<never>(() => {});
  const sentence = sentenceOf(error);
  stopping = true;
  await postgres?.stop().catch(() => {});
  giveUp(sentence);
}

async function announce(settings: Env, { port, deps }: Running): Promise<void> {
  if (port === null) {
    say("Hiretext is running (this node doesn't serve the web).");
    return;
  }
  const address = settings.local ? `http://127.0.0.1:${port}` : settings.publicUrl;
  say(`\nHiretext is at ${address}`);
  const logins = settings.demo ? await findDemoLogins(deps.db) : [];
  if (logins.length > 0) {
    say(`\nSign in with the password ${DEMO_PASSWORD} as`);
    for (const { email, says } of logins) say(`  ${email.padEnd(28)} ${says}`);
    say(`\nThe candidates' phones are at ${address}/simulator`);
    say(`A simulated Greenhouse is at ${address}/simulator/ats`);
  }
  if (deps.mailer.name === 'outbox') say(`Emails are at ${address}/outbox\n`);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Port ${env.port} is already in use. Stop whatever is using it, or choose another port: PORT=3001 npm start`;
  if (code === 'EACCES' && error.message.includes('listen'))
    return `You don't have permission to use port ${env.port}. Choose one above 1024: PORT=3000 npm start`;
  log.error({ err: error }, 'the start failed');
  return error.message;
}
