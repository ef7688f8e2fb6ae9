import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { exitOf } from '../db/embedded-home.ts';
import { freePort } from './free-port.ts';

/* Debian's and Ubuntu's Prometheus, on what docs/operations has for it. */

const PROGRAMS = { prometheus: '/usr/bin/prometheus', promtool: '/usr/bin/promtool' };
const START_LIMIT_MS = 30_000;

export const hasPrometheus = Object.values(PROGRAMS).every((program) => existsSync(program));

export const ALERTS_FILE = join(import.meta.dirname, '../../docs/operations/alerts.yaml');
const DASHBOARD_FILE = join(import.meta.dirname, '../../docs/operations/dashboard.json');

const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string(), cure: z.string() }),
        }),
      ),
    }),
  ),
});

export const readAlerts = () =>
  Alerts.parse(parse(readFileSync(ALERTS_FILE, 'utf8'))).groups.flatMap(({ rules }) => rules);

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      type: z.enum(['row', 'timeseries']),
      title: z.string(),
      description: z.string().optional(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string() })).default([]),
    }),
  ),
});

export const readPanels = () => Dashboard.parse(JSON.parse(readFileSync(DASHBOARD_FILE, 'utf8'))).panels;

/** What promtool says, unless it is content. */
export function promtool(...args: string[]): string | null {
  const { status, stdout, stderr } = spawnSync(PROGRAMS.promtool, args, { encoding: 'utf8' });
  return status === 0 ? null : `${stdout}${stderr}`;
}

const Answer = z.object({ status: z.literal('success'), data: z.unknown() });

/** Looks at this node every second, with our alert rules. */
export async function startPrometheus(target: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hiretext-prometheus-'));
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [ALERTS_FILE],
    scrape_configs: [{ job_name: 'hiretext', static_configs: [{ targets: [target] }] }],
  };
  // JSON is YAML too.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(settings));
  const address = `127.0.0.1:${await freePort()}`;
  const options = [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=${address}`,
  ];
  const child = spawn(PROGRAMS.prometheus, options, { cwd: folder, stdio: 'ignore' });
  const ask = async (path: string) =>
    Answer.parse(await (await fetch(`http://${address}${path}`)).json()).data;
  const stop = async () => {
    child.kill('SIGTERM');
    await exitOf(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const end = Date.now() + START_LIMIT_MS; !(await isReady()); await wait(50))
    if (Date.now() > end) {
      await stop();
      throw new Error('Prometheus was not ready in time.');
    }
  return { ask, stop };
}
