import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ALERTS_FILE, hasPrometheus, promtool, readAlerts } from './testing/prometheus.ts';

/* Each alert comes when it should, none comes when all is well, and each has its section in the page for operators. */

const MINUTES = 180;
/** What a busy day looks like: one value a minute, in promtool's words. */
const WELL: Record<string, string> = {
  up: steady(1),
  database_answers: steady(1),
  'replica_reads_total{outcome="replica"}': growing(100),
  'replica_reads_total{outcome="late"}': growing(1),
  signals_by_nats: steady(1),
  'cell_calls_total{cell="west",outcome="answered"}': growing(10),
  'cell_calls_total{cell="west",outcome="refused"}': growing(0),
  'cell_calls_total{cell="west",outcome="failed"}': growing(0.2),
  account_move_open_seconds: steady(0),
  webhooks_waiting_seconds: steady(5),
  webhooks_failed: steady(0),
  // A broadcast goes out.
  texts_waiting_seconds: steady(90),
  'carrier_sends_total{outcome="accepted",code="none"}': growing(100),
  'carrier_sends_total{outcome="notReached",code="none"}': growing(1),
  'carrier_sends_total{outcome="unknown",code="none"}': growing(0.5),
  'texts_refused_total{reason="opted_out"}': then(growing(0, 135), growing(50)),
  'texts_refused_total{reason="invalid"}': growing(10),
  'texts_failed_total{code="filtered"}': growing(10),
  'jobs_waiting_seconds{kind="sendMail"}': steady(20),
  'jobs_failed{kind="sendMail"}': steady(3),
  'http_request_duration_seconds_count{status="200"}': growing(100),
  'http_request_duration_seconds_count{status="503"}': growing(0.5),
  'http_request_duration_seconds_bucket{le="1",route="/v1/messages"}': growing(100),
  'http_request_duration_seconds_bucket{le="2.5",route="/v1/messages"}': growing(100),
  'http_request_duration_seconds_bucket{le="+Inf",route="/v1/messages"}': growing(100),
  'http_request_duration_seconds_bucket{le="1",route="/v1/events"}': growing(0),
  'http_request_duration_seconds_bucket{le="+Inf",route="/v1/events"}': growing(100),
  nodejs_eventloop_lag_p99_seconds: steady(0.02),
  live_streams: steady(3000),
  event_deliveries_waiting_seconds: steady(70),
  event_endpoints_failing: steady(2),
  'outside_mails_total{kind="interview",outcome="allowed"}': growing(2),
  analytics_waiting_seconds: steady(30),
  // After an upgrade.
  analytics_waiting: growing(-10, MINUTES, 5000),
  hiretext_backup_age_seconds: steady(100_000),
};

function steady(value: number, minutes = MINUTES): string {
  return growing(0, minutes, value);
}

function growing(each: number, minutes = MINUTES, from = 0): string {
  return `${from}${each < 0 ? '' : '+'}${each}x${minutes}`;
}

function then(...parts: string[]): string {
  return parts.join(' ');
}

const ABSENT = '_x180';

function outage(values: Record<string, number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, then(steady(value, 109), '_x30', steady(value))]),
  );
}

/** What is otherwise, and which alerts that makes. */
const CASES: [Record<string, string>, ...string[]][] = [
  [{}],
  [{ up: then(steady(1, 140), steady(0)) }, 'NodeDown'],
  [{ up: ABSENT }, 'NotWatched'],
  [
    { database_answers: then(steady(1, 140), steady(0)), hiretext_backup_age_seconds: ABSENT },
    'DatabaseSilent',
  ],
  [{ 'replica_reads_total{outcome="late"}': growing(10) }, 'ReplicaUnused'],
  [{ 'replica_reads_total{outcome="replica"}': ABSENT }, 'ReplicaUnused'],
  [{ signals_by_nats: then(steady(1, 140), steady(0)) }, 'NatsAway'],
  [{ signals_by_nats: ABSENT }],
  [{ 'cell_calls_total{cell="west",outcome="failed"}': growing(3) }, 'CellAway'],
  [{ 'cell_calls_total{cell="west",outcome="refused"}': growing(3) }, 'CellAway'],
  // Without traffic, a single failed call is no outage.
  [
    {
      'cell_calls_total{cell="west",outcome="answered"}': growing(0),
      'cell_calls_total{cell="west",outcome="failed"}': then(growing(0, 144), steady(1)),
    },
  ],
  [{ account_move_open_seconds: then(growing(0, 140), growing(60)) }, 'MoveOpen'],
  [{ webhooks_waiting_seconds: steady(20) }, 'ReceivingLate'],
  [{ webhooks_waiting_seconds: steady(100) }, 'ReceivingLate', 'ReceivingStuck'],
  [{ webhooks_failed: steady(1) }, 'ReceivingFailed'],
  [{ texts_waiting_seconds: growing(2) }, 'TextsLate'],
  [{ texts_waiting_seconds: steady(700) }, 'TextsStuck'],
  [{ 'carrier_sends_total{outcome="notReached",code="none"}': growing(50) }, 'CarrierAway'],
  [{ 'carrier_sends_total{outcome="unknown",code="none"}': growing(5) }, 'CarrierUnclear'],
  [{ 'texts_refused_total{reason="no_number"}': then(growing(0, 135), growing(10)) }, 'TextsRefused'],
  [{ 'texts_refused_total{reason="invalid"}': then(growing(2, 135), growing(20, 45, 270)) }, 'TextsRefused'],
  [{ 'texts_failed_total{code="carrier_down"}': then(growing(0, 135), growing(10)) }, 'TextsFailed'],
  [{ 'jobs_waiting_seconds{kind="syncAts"}': steady(120) }, 'JobsLate'],
  [{ 'jobs_waiting_seconds{kind="syncAts"}': steady(900) }, 'JobsLate', 'JobsStuck'],
  [{ 'jobs_failed{kind="sendMail"}': then(steady(3, 145), steady(4)) }, 'JobsFailed'],
  [{ 'jobs_failed{kind="syncAts"}': then('_x145', steady(1)) }, 'JobsFailed'],
  // Prometheus or the database was away, and failed jobs of before are still there.
  [outage({ database_answers: 1, 'jobs_failed{kind="sendMail"}': 3 })],
  [
    {
      ...outage({ 'jobs_failed{kind="sendMail"}': 3 }),
      database_answers: then(steady(1, 109), steady(0, 29), steady(1)),
    },
  ],
  [
    {
      ...outage({ database_answers: 1 }),
      'jobs_failed{kind="sendMail"}': then(steady(3, 109), '_x30', steady(4)),
    },
    'JobsFailed',
  ],
  [{ 'http_request_duration_seconds_count{status="503"}': growing(5) }, 'RequestsFail'],
  [{ 'http_request_duration_seconds_bucket{le="1",route="/v1/messages"}': growing(90) }, 'RequestsSlow'],
  [{ nodejs_eventloop_lag_p99_seconds: steady(0.3) }, 'NodeBehind'],
  [{ live_streams: steady(4800) }, 'NodeFull'],
  [{ event_deliveries_waiting_seconds: growing(2) }, 'EventsLate'],
  [{ event_endpoints_failing: then(steady(2, 130), steady(9)) }, 'EndpointsFailing'],
  [{ 'outside_mails_total{kind="interview",outcome="limited"}': growing(1) }, 'MailsHeld'],
  [{ analytics_waiting_seconds: steady(200) }, 'FiguresLate'],
  [{ analytics_waiting: growing(20) }, 'FiguresLate'],
  [{ hiretext_backup_age_seconds: steady(130_000) }, 'BackupOld'],
  [{ hiretext_backup_age_seconds: ABSENT }, 'BackupMissing'],
];

function seriesOf(values: Record<string, string>) {
  return Object.entries(values).map(([name, value]) => {
    const [metric, labels = ''] = name.split(/[{}]/);
    const all = ['job="hiretext"', 'instance="web:3000"', ...(labels ? [labels] : [])];
    return { series: `${metric}{${all.join(',')}}`, values: value };
  });
}

it('each alert has a case', () => {
  const covered = new Set(CASES.flatMap(([, ...alerts]) => alerts));
  expect([...covered].map((name) => `Hiretext${name}`).sort()).toEqual(
    readAlerts()
      .map(({ alert }) => alert)
      .sort(),
  );
});

it.skipIf(!hasPrometheus)('the rules are valid, and come when they should and only then', () => {
  expect(promtool('check', 'rules', ALERTS_FILE)).toBeNull();
  const folder = mkdtempSync(join(tmpdir(), 'hiretext-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tests = CASES.map(([otherwise, ...alerts], index) => ({
    name: `case ${index}: ${Object.keys(otherwise).join(', ') || 'all is well'}`,
    interval: '1m',
    input_series: seriesOf({ ...WELL, ...otherwise }),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '150m',
        exp_samples: alerts.map((name) => ({ labels: `{alertname="Hiretext${name}"}`, value: 1 })),
      },
    ],
  }));
  const file = join(folder, 'tests.json');
  writeFileSync(file, JSON.stringify({ rule_files: [ALERTS_FILE], evaluation_interval: '1m', tests }));
  expect(promtool('test', 'rules', file)).toBeNull();
});

it('each alert leads to a section that names it, and no section names another', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operations/watching.md'), 'utf8');
  const sections = page.split(/^### /m).slice(1);
  const anchorOf = (section: string) =>
    (section.split('\n', 1)[0] ?? '')
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-');
  const named = sections.flatMap((section) =>
    [...section.matchAll(/`(Hiretext[A-Z]\w+)`/g)].map(
      ([, alert]) => `${alert} docs/operations/watching.md#${anchorOf(section)}`,
    ),
  );
  expect(named.sort()).toEqual(
    readAlerts()
      .map(({ alert, annotations }) => `${alert} ${annotations.cure}`)
      .sort(),
  );
});
