import { hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Carrier } from './adapters/carrier/port.ts';
import { createSandboxCarrier } from './adapters/carrier/sandbox/sandbox.ts';
import { simulatorRoutes } from './adapters/carrier/simulator/routes.ts';
import { createOidc } from './adapters/identity/oidc/oidc.ts';
import { createSaml } from './adapters/identity/saml/saml.ts';
import { outboxRoutes } from './adapters/mail/outbox/routes.ts';
import { sandboxRoutes } from './adapters/payments/sandbox/routes.ts';
import type { SandboxGateway } from './adapters/payments/sandbox/sandbox.ts';
import { createWebPush } from './adapters/push/web-push/web-push.ts';
import { createLookAtPage } from './adapters/registration/pages.ts';
import type { Registrar } from './adapters/registration/port.ts';
import { createWebhookPoster } from './adapters/webhooks/post-webhook.ts';
import { buildApp, buildHealthApp } from './app.ts';
import { startBackups } from './backups/schedule.ts';
import { readingElsewhere } from './cells/reading-elsewhere.ts';
import { type Connection, connect, type DatabaseLimits } from './db/connection.ts';
import { connectReplicas, onlyPrimary } from './db/replicas.ts';
import type { Deps } from './deps.ts';
import { createResolveTxt } from './dns.ts';
import type { BackupSettings } from './env/backups.ts';
import type { Env } from './env.ts';
import { startRollUp } from './features/analytics/figures/roll-up.ts';
import { startPlanner } from './features/automations/planner.ts';
import { startBroadcaster } from './features/broadcasts/broadcaster.ts';
import { startSequencer } from './features/events/sequencer.ts';
import { renderAccounts } from './features/maintenance/store.ts';
import { renderNotifications } from './features/notifications/present.ts';
import { startPushing } from './features/push/find-due.ts';
import { renderNotes } from './features/texting/conversations/render-notes.ts';
import { renderKeptDrafts } from './features/texting/kept-drafts/store.ts';
import { keepLater } from './features/texting/receiving/carrier-events.ts';
import { startReceiving } from './features/texting/receiving/receive-events.ts';
import { startDispatcher } from './features/texting/sending/dispatcher.ts';
import { sweepTexts } from './features/texting/sending/sweep-texts.ts';
import { startIndexing } from './features/texting/text-index/keep-index.ts';
import { startWebhooks } from './features/webhooks/dispatcher.ts';
import { readingKeys } from './http/key-session.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { createReadSession } from './http/session.ts';
import { createSigner, type Signer } from './http/signer.ts';
import { createIsStaff } from './http/staff.ts';
import { type KeptKeys, openKeptKeys } from './kept-keys.ts';
import { startHub } from './live/hub.ts';
import { removeForeignNotes } from './live/sweep-notes.ts';
import { createMetrics } from './metrics.ts';
import { enqueue } from './queue/job.ts';
import type { Loop } from './queue/loop.ts';
import type { Locks } from './queue/presence.ts';
import { type Cron, startRunner } from './queue/runner.ts';
import { createSealer } from './seal.ts';
import { type Tracer, tracedPort } from './tracing/spans.ts';
import { chooseAts } from './vendors/ats-connectors.ts';
import { chooseBackupPlace, chooseMediaToKeep } from './vendors/backup-places.ts';
import { chooseCalendars } from './vendors/calendar-connectors.ts';
import { chooseCaptcha } from './vendors/captchas.ts';
import { chooseCarrier, chooseRegistrar } from './vendors/carriers.ts';
import { connectCells } from './vendors/cells.ts';
import { chooseDrafters } from './vendors/drafters.ts';
import { chooseMailer } from './vendors/mailers.ts';
import { chooseMediaStore } from './vendors/media-stores.ts';
import { chooseGateway } from './vendors/payment-gateways.ts';
import { startSignals } from './vendors/signal-wires.ts';
import { lanes, crons as usualCrons } from './worker.ts';

export interface Running {
  deps: Deps;
  app: FastifyInstance | null;
  /** Set when it is the gateway. */
  sandbox: SandboxGateway | null;
  /** The port listened on; null for a worker alone. */
  port: number | null;
  close(): Promise<void>;
}

interface StartOptions {
  env: Env;
  connectionString: string;
  log: Logger;
  webDir: string | null;
  clock?: () => Date;
  /** Instead of the one that env names. */
  carrier?: Carrier;
  registrar?: Registrar;
  /** Instead of the real ones. */
  ats?: Partial<Deps['ats']>;
  calendars?: Partial<Deps['calendars']>;
  /** Instead of the DNS. */
  resolveTxt?: Deps['resolveTxt'];
  /** Instead of the usual ones. */
  databaseLimits?: DatabaseLimits;
  requestLimitMs?: number;
  crons?: Cron[];
  /** How long the planner of automatic texts rests after it has found nothing to do, and what finds pushes. */
  plannerRestMs?: number;
}

/** More than all lanes of the worker have slots, so that requests find a connection beside them. */
const POOL_SIZE = 40;

/** Push services want an address that others can reach, which local mode doesn't have. */
const LOCAL_CONTACT = 'https://hiretext.example';

/** What has to end before the process does, in the order in which it started. */
type Closing = (() => unknown)[];

/** Serves and works, on a database that is up to date. What was started last ends first. */
export async function start(options: StartOptions): Promise<Running> {
  const { env } = options;
  const closing: Closing = [];
  const close = async () => {
    for (const end of closing.reverse()) await end();
    closing.length = 0;
  };
  try {
    const house = await build(options, closing);
    const app = env.roles.web ? await serve(house, options, closing) : null;
    if (env.roles.worker) await work(house, options, closing);
    if (app === null && env.healthPort !== null) {
      const health = await buildHealthApp(house.deps, env.metricsToken);
      await health.listen({ port: env.healthPort, host: env.host });
      closing.push(() => health.close());
    }
    return { deps: house.deps, sandbox: house.sandbox, app, port: app && portOf(app, env), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type House = Awaited<ReturnType<typeof build>>;

/** Everything that features need, and the local conveniences that take the place of vendors. */
async function build(options: StartOptions, closing: Closing) {
  const tracer = await startTracing(options, closing);
  const { env, connectionString, log, clock = () => new Date(), databaseLimits } = options;
  // The error holds the whole connection, keys included.
  const onError = (error: Error) => log.warn({ reason: error.message }, 'an idle database connection broke');
  const connection = connect(connectionString, { max: POOL_SIZE, onError, ...databaseLimits });
  closing.push(connection.close);
  const { db, pool } = connection;
  const kept = await openKeptKeys(db, env);
  const signer = createSigner({ ...env, kept });
  const signals = await startSignals({ connectionString, db, pool, log, nats: natsOf(env, signer) });
  closing.push(signals.close);
  const { carrier, simulator } = options.carrier
    ? { carrier: options.carrier, simulator: null }
    : chooseCarrier(env.carrier, {
        pool,
        publicUrl: env.publicUrl,
        webhookSecret: signer.signPath('simulated carrier'),
        segmentsPerSecond: env.segmentsPerSecond,
        clock,
        log,
      });
  const { mailer, outbox } = chooseMailer(env.mail, { pool, clock });
  const { billing, sandbox } = await chooseGateway(env.billing, {
    pool,
    publicUrl: env.publicUrl,
    webhookSecret: signer.signPath('sandbox gateway'),
    clock,
    log,
  });
  await removeForeignNotes(pool);
  const hub = startHub({
    db,
    signals,
    log,
    render: (accountId, notes) =>
      renderNotes(deps, accountId, notes, {
        notification: renderNotifications,
        'keptDraft.updated': renderKeptDrafts,
        'account.updated': renderAccounts,
      }),
  });
  closing.push(hub.close);
  const metrics = createMetrics({ pool, liveStreams: hub.size, isByNats: signals.isByNats, env });
  const replicas = env.replica
    ? connectReplicas(env.replica, { db, pool, observer: metrics, log })
    : onlyPrimary(db);
  closing.push(replicas.close);
  const mediaStore = await chooseMediaStore(env.media, env.dataDir);
  closing.push(mediaStore.close);
  const isStaff = createIsStaff(env.staff);
  const vendors = vendorsOf(options, kept, clock);
  const deps: Deps = {
    ...vendors,
    webhooks: tracedPort(tracer, 'endpoint', vendors.webhooks),
    push: tracedPort(tracer, 'push', vendors.push),
    publicUrl: env.publicUrl,
    linkBaseUrl: env.linkBaseUrl,
    local: env.local,
    quietHoursEnforced: env.quietHours === null ? carrier.reachesPeople : env.quietHours === 'required',
    db,
    pool,
    replicas,
    signer,
    carrier: tracedPort(tracer, 'carrier', carrier),
    sandboxCarrier: createSandboxCarrier({ clock, report: (reports) => keepLater(db, reports, clock()) }),
    registrar: options.registrar ?? chooseRegistrar(env, { pool, clock }),
    mediaStore,
    mailer: tracedPort(tracer, 'mailer', mailer),
    billing,
    sealer: createSealer(env.secretKey, env.secretKeyFallback),
    signals,
    hub,
    ...readSessionsIn(connection, { env, kept }, { clock, isStaff, signals, metrics, log }),
    isStaff,
    captcha: chooseCaptcha(env.captcha, { pool, key: kept.captcha, clock }),
    drafters: await chooseDrafters(env.drafter),
    helpChat: env.helpChat,
    rateLimits: createRateLimits({ pool, key: kept['rate limits'] }),
    metrics,
    tracer,
    log,
    clock,
    newId: uuidv7,
  };
  return { deps, simulator, outbox, sandbox };
}

/** Of people, of keys, and of those that are at another cell. */
function readSessionsIn(
  { db, pool, notices }: Connection,
  { env, kept }: { env: Env; kept: KeptKeys },
  deps: Pick<Deps, 'clock' | 'isStaff' | 'signals' | 'metrics' | 'log'>,
): Pick<Deps, 'cells' | 'readSession'> {
  const cells = connectCells(env, kept, { observer: deps.metrics, clock: deps.clock, log: deps.log });
  const readSession = readingKeys(createReadSession({ ...deps, pool, notices }), { ...deps, pool });
  return { cells, readSession: cells === null ? readSession : readingElsewhere(readSession, { cells, db }) };
}

/** Its subject is the same on all nodes of this Hiretext, and another for each that shares the NATS. */
const natsOf = ({ nats }: Env, { hashOf }: Signer) =>
  nats && { settings: nats, subject: `hiretext.${hashOf('signals')}` };

async function startTracing({ env, log }: StartOptions, closing: Closing): Promise<Tracer | null> {
  if (env.traces === null) return null;
  // Where traces are off, nothing of it is loaded.
  const { createOpenTelemetry } = await import('./tracing/open-telemetry.ts');
  const tracer = createOpenTelemetry(env.traces, { log, node: hostname() });
  closing.push(tracer.close);
  return tracer;
}

/** Vendors that need nothing but their settings. In local mode they may also be on this machine. */
function vendorsOf({ env, ats, calendars, resolveTxt }: StartOptions, kept: KeptKeys, clock: () => Date) {
  const allowLoopback = env.local;
  const localUrl = env.local ? env.publicUrl : null;
  return {
    lookAtPage: createLookAtPage({ allowLoopback }),
    webhooks: createWebhookPoster({ allowLoopback, waits: env.webhookRetrySeconds, clock }),
    ats: { ...chooseAts(env.ats, { localUrl }), ...ats },
    calendars: { ...chooseCalendars(env.calendars, { localUrl }), ...calendars },
    oidc: createOidc({ allowLoopback }),
    saml: createSaml({ allowLoopback, clock }),
    resolveTxt: resolveTxt ?? createResolveTxt(env.dnsServer),
    push: createWebPush({
      secret: kept.push,
      contact: env.publicUrl.startsWith('https:') ? env.publicUrl : LOCAL_CONTACT,
      allowLoopback,
      clock,
    }),
  };
}

async function serve(
  { deps, simulator, outbox, sandbox }: House,
  { env, webDir, requestLimitMs }: StartOptions,
  closing: Closing,
): Promise<FastifyInstance> {
  // Production has no need of them in its memory.
  const simulated = env.local ? await import('./vendors/simulated.ts') : null;
  const local = (app: FastifyInstance) => {
    simulated?.simulatedVendorRoutes(app, deps);
    if (simulator) simulatorRoutes(app, { carrier: simulator });
    if (outbox) outboxRoutes(app, { outbox });
    if (sandbox) sandboxRoutes(app, { sandbox });
  };
  const app = await buildApp(deps, {
    webDir,
    trustedProxies: env.trustedProxies,
    requestsPerMinute: env.requestsPerMinute,
    metricsToken: env.metricsToken,
    ...(requestLimitMs ? { requestLimitMs } : {}),
    securityContact: env.securityContact,
    ...(env.local ? { local } : {}),
  });
  await app.listen({ port: env.port, host: env.host });
  closing.push(() => app.close());
  return app;
}

function portOf(app: FastifyInstance, env: Env): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : env.port;
}

async function work(
  { deps, simulator, sandbox }: House,
  options: StartOptions,
  closing: Closing,
): Promise<void> {
  const { connectionString, crons = usualCrons, plannerRestMs } = options;
  const { pool, log, tracer } = deps;
  const runner = await startRunner({ connectionString, pool, log, lanes: lanes(deps), crons, tracer });
  closing.push(runner.close);
  closing.push(startDispatcher(deps, runner.locks).close);
  closing.push(startReceiving(deps).close);
  closing.push(startPlanner(deps, runner.locks, plannerRestMs).close);
  closing.push(startBroadcaster(deps, runner.locks).close);
  closing.push(startRollUp(deps, runner.locks).close);
  closing.push(startIndexing(deps, runner.locks).close);
  closing.push(startPushing(deps, runner.locks, plannerRestMs).close);
  closing.push(startSequencer(deps, runner.locks).close);
  closing.push(startWebhooks(deps, runner.locks).close);
  const { backups } = options.env;
  if (backups !== null) closing.push((await backUp(deps, options, backups, runner.locks)).close);
  await enqueue(deps.db, [{ kind: sweepTexts, payload: null }]);
  if (simulator) {
    await simulator.network.start();
    closing.push(() => simulator.network.stop());
  }
  if (sandbox) closing.push(sandbox.start().stop);
}

async function backUp(
  { pool, log, clock }: Deps,
  { env, connectionString }: StartOptions,
  backups: BackupSettings,
  locks: Locks,
): Promise<Loop> {
  return startBackups({
    backups: {
      connectionString,
      pool,
      place: await chooseBackupPlace(backups.place),
      backupKey: backups.key,
      secretKey: env.secretKey,
      media: chooseMediaToKeep(env.media, env.dataDir),
      keep: backups.keep,
      clock,
    },
    everyHours: backups.everyHours,
    log,
    locks,
  });
}
