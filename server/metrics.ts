import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SendOutcome } from './adapters/carrier/port.ts';
import { readBackupState } from './backups/state.ts';
import { CALL_OUTCOMES, type CellObserver } from './cells/cells.ts';
import type { ReplicaObserver } from './db/replicas.ts';
import type { CellSettings } from './env/cells.ts';
import { readFigureLag } from './features/analytics/figures/read-lag.ts';
import { readKeptEvents } from './features/texting/receiving/kept-events.ts';
import { readDueTexts } from './features/texting/sending/due-texts.ts';
import { readWebhookLag } from './features/webhooks/read-lag.ts';
import { readOpenMoves } from './moving/open-moves.ts';
import { readQueue } from './queue/queue-state.ts';

/** What those who run Hiretext look at (docs/operations.md). What is in the database is the same from every node. */
export interface Metrics extends ReplicaObserver, CellObserver {
  contentType: string;
  read(): Promise<string>;
  requestTook(request: { method: string; route: string; status: number }, seconds: number): void;
  textRefused(reason: string): void;
  carrierAnswered(outcome: SendOutcome): void;
  textFailed(code: string): void;
  outsideMails(kind: string, outcome: 'allowed' | 'limited', count: number): void;
}

/** Prometheus gives up after ten seconds, and what this process knows by itself is worth having without a database. */
const READ_LIMIT_MS = 3000;

export function createMetrics({
  pool,
  liveStreams,
  isByNats,
  env,
}: {
  pool: pg.Pool;
  liveStreams: () => number;
  isByNats: () => boolean | null;
  env: { cells: CellSettings | null };
}): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });

  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const streams = gauge('live_streams', 'Browsers listening for live events on this node.');
  const refused = counter('texts_refused_total', 'Texts this node refused to accept, by reason.', ['reason']);
  const answers = counter(
    'carrier_sends_total',
    'How the carrier answered this node, by outcome and error.',
    ['outcome', 'code'],
  );
  const failed = counter('texts_failed_total', 'Texts of which a receipt said that they failed, by error.', [
    'code',
  ]);
  const outside = counter(
    'outside_mails_total',
    "Mails to people who aren't users, by what they are about and whether a limit held them.",
    ['kind', 'outcome'],
  );
  const replicaReads = counter(
    'replica_reads_total',
    'Reads that a replica may answer, by what became of them.',
    ['outcome'],
  );
  const replicaUsed = gauge('replica_used', '1 while this node reads from the replica.', ['host']);
  const replicaLag = gauge('replica_lag_seconds', 'How far the replica is behind the primary.', ['host']);
  const byNats = gauge('signals_by_nats', "1 while this node's signals go by NATS.");
  byNats.remove();
  const cellCalls = counter(
    'cell_calls_total',
    'Calls from this node to other cells, by what became of them.',
    ['cell', 'outcome'],
  );
  // A count that isn't there yet would hide the first that fails.
  for (const { name: cell } of env.cells?.others ?? [])
    for (const outcome of CALL_OUTCOMES) cellCalls.inc({ cell, outcome }, 0);
  const database = createDatabaseGauges(pool, gauge);

  return {
    contentType: register.contentType,
    read: async () => {
      streams.set(liveStreams());
      const isUsed = isByNats();
      if (isUsed !== null) byNats.set(Number(isUsed));
      await database.read();
      return register.metrics();
    },
    requestTook: ({ method, route, status }, seconds) =>
      duration.observe({ method, route, status: String(status) }, seconds),
    textRefused: (reason) => refused.inc({ reason }),
    carrierAnswered: (outcome) =>
      answers.inc({
        outcome: outcome.outcome,
        code: outcome.outcome === 'refused' ? outcome.errorCode : 'none',
      }),
    textFailed: (code) => failed.inc({ code }),
    outsideMails: (kind, outcome, count) => outside.inc({ kind, outcome }, count),
    cellCalled: (cell, outcome) => cellCalls.inc({ cell, outcome }),
    replicaRead: (outcome) => replicaReads.inc({ outcome }),
    replicaLooked: (host, { isUsed, lagSeconds }) => {
      replicaUsed.set({ host }, Number(isUsed));
      if (lagSeconds === null) replicaLag.remove({ host });
      else replicaLag.set({ host }, lagSeconds);
    },
  };
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

/** What only the database knows. */
function createDatabaseGauges(pool: pg.Pool, gauge: MakeGauge): { read(): Promise<void> } {
  const answers = gauge('database_answers', '1 when the figures of the database could be read.');
  const ofJobs = {
    waiting: gauge('jobs_waiting', 'Jobs that are due and not started, by kind.', ['kind']),
    seconds: gauge('jobs_waiting_seconds', 'For how long the oldest of them has been due.', ['kind']),
    failed: gauge('jobs_failed', 'Jobs that used up their tries, by kind.', ['kind']),
  };
  const ofTexts = {
    waiting: gauge('texts_waiting', 'Texts that are due and not handed to the carrier.'),
    seconds: gauge('texts_waiting_seconds', 'For how long the oldest of them has been due.'),
  };
  const ofWebhooks = {
    waiting: gauge('webhooks_waiting', 'What carriers told us and is not worked in.'),
    seconds: gauge('webhooks_waiting_seconds', 'For how long the oldest of it has been here.'),
    failed: gauge('webhooks_failed', 'Carrier webhooks that failed for good and wait for staff.'),
  };
  const ofFigures = {
    waiting: gauge('analytics_waiting', 'Conversations and opt-outs that are to be counted again.'),
    seconds: gauge(
      'analytics_waiting_seconds',
      'For how long the oldest change that is not marked yet has been here.',
    ),
  };

  const ofDeliveries = {
    seconds: gauge(
      'event_deliveries_waiting_seconds',
      'For how long the oldest event has been waiting for its first attempt at an endpoint of a company.',
    ),
    failing: gauge('event_endpoints_failing', 'Endpoints of companies that take no events at the moment.'),
  };

  const moveSeconds = gauge(
    'account_move_open_seconds',
    'For how long a move of an account to this cell has been waiting to be finished.',
  );
  const backupAge = gauge('hiretext_backup_age_seconds', 'For how long the last backup has been there.');

  async function readAll(): Promise<void> {
    const [queue, texts, events, figures, deliveries, backups, moves] = await withinLimit(
      Promise.all([
        readQueue(pool),
        readDueTexts(pool),
        readKeptEvents(pool),
        readFigureLag(pool),
        readWebhookLag(pool),
        readBackupState(pool),
        readOpenMoves(pool),
      ]),
    );
    moveSeconds.set(Math.max(0, ...moves.map(({ seconds }) => seconds)));
    if (backups.ageSeconds !== null) backupAge.set(backups.ageSeconds);
    for (const each of queue) {
      ofJobs.waiting.set({ kind: each.kind }, each.waiting);
      ofJobs.seconds.set({ kind: each.kind }, each.seconds);
      ofJobs.failed.set({ kind: each.kind }, each.failed);
    }
    ofTexts.waiting.set(texts.waiting);
    ofTexts.seconds.set(texts.seconds);
    ofWebhooks.waiting.set(events.waiting);
    ofWebhooks.seconds.set(events.seconds);
    ofWebhooks.failed.set(events.failed);
    ofFigures.waiting.set(figures.waiting);
    ofFigures.seconds.set(figures.seconds);
    ofDeliveries.seconds.set(deliveries.seconds);
    ofDeliveries.failing.set(deliveries.failing);
  }

  return {
    read: async () => {
      // A kind without jobs has no row, and an earlier figure is worse than none.
      moveSeconds.reset();
      for (const each of [ofJobs, ofTexts, ofWebhooks, ofFigures, ofDeliveries].flatMap(Object.values<Gauge>))
        each.reset();
      // Reset it would be 0, a backup of this moment.
      backupAge.remove();
      answers.set(
        await readAll().then(
          () => 1,
          () => 0,
        ),
      );
    },
  };
}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database did not answer in time')), READ_LIMIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
