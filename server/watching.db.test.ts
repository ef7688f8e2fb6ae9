import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import * as routes from '../contract/routes.ts';
import { enqueue, jobKind } from './queue/job.ts';
import { hasPrometheus, readAlerts, readPanels, startPrometheus } from './testing/prometheus.ts';
import { candidatePhone, eventually, startTestApp, type TestApp } from './testing/test-app.ts';
import { receiveText, sendText, untilStatus } from './testing/texting.ts';

/* What operators get to watch Hiretext with is about figures that exist: the page, the alert rules, the dashboard. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({});
});
afterAll(() => app.stop());

/** Of Prometheus's own. */
const FOREIGN = ['up'];

async function families(): Promise<string[]> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
}

/** Names in a query that are neither functions, labels, nor words of the language. */
function figuresIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|on|without)\s*\([^)]*\)/g, '')
    .replace(/\boffset\s+\w+/g, '');
  return [...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)]
    .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !['and', 'or', 'unless', 'bool'].includes(name) && !FOREIGN.includes(name));
}

const panels = readPanels();

it('every figure of the rules and the dashboard is in the metrics', async () => {
  const known = await families();
  const used = [
    ...readAlerts().map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(used.length).toBeGreaterThan(50);
  const found = used.flatMap(figuresIn);
  expect(found.length).toBeGreaterThan(used.length);
  expect(found.filter((name) => !known.includes(name))).toEqual([]);
});

it('the page has a row for each figure, and no others', async () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operations/watching.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (`[^|]+) \|.*\|.*\|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w*]+)(?:\{[^}]*\})?`/g)].map(([, name = '']) => name),
  );
  const known = await families();
  const isOf = (row: string, name: string) =>
    row.endsWith('*') ? name.startsWith(row.slice(0, -1)) : row === name;
  expect(known.filter((name) => !rows.some((row) => isOf(row, name)))).toEqual([]);
  expect(rows.filter((row) => !known.some((name) => isOf(row, name)))).toEqual([]);
});

it('no panel covers another', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ name: z.string(), health: z.string() })) })),
});
const Found = z.object({ result: z.array(z.unknown()) });

/** Not due while this runs. */
const later = jobKind({ name: 'sendMail', payload: z.unknown(), maxAttempts: 1 });

/** A text that is delivered, one that fails, one that is refused, an answer, and a job that stays. */
async function work(): Promise<void> {
  await enqueue(app.deps.db, [{ kind: later, payload: {}, runAt: new Date(Date.now() + 3600_000) }]);
  const ana = await app.signUp();
  const phone = candidatePhone();
  await untilStatus(ana, await sendText(ana, phone, 'Hi'), 'delivered');
  app.twilio.control.receipts({ final: 'undelivered', errorCode: '30003' });
  await untilStatus(ana, await sendText(ana, candidatePhone(), 'Hi'), 'undelivered');
  app.twilio.control.receipts({});
  await receiveText(app, ana, phone, 'STOP');
  await ana.refusal(routes.sendMessage, { body: { to: phone, body: 'Hi' } });
}

it.skipIf(!hasPrometheus)(
  'Prometheus reads a node, its rules work, and each panel has data or says why not',
  async () => {
    const prometheus = await startPrometheus(new URL(app.url).host);
    try {
      await work();
      await app.deps.pool.query(`update backup_state set taken_at = now() - interval '1 hour'`);
      const ask = async (expr: string) => {
        const query = encodeURIComponent(expr.replaceAll('$__rate_interval', '1m'));
        return Found.parse(await prometheus.ask(`/api/v1/query?query=${query}`)).result.length;
      };
      // Rates need two looks, and each look may be before what this test does.
      await eventually(async () => {
        expect(await ask('sum(rate(texts_failed_total[1m]))')).toBe(1);
        expect(await ask('sum(rate(texts_refused_total[1m]))')).toBe(1);
        expect(await ask('hiretext_backup_age_seconds')).toBe(1);
      });
      const empty: string[] = [];
      for (const { title, description = '', targets } of panels)
        for (const { expr } of targets) {
          if ((await ask(expr)) > 0) continue;
          empty.push(title);
          expect(description, title).toMatch(/Empty (until|while|without|if) /);
        }
      expect(empty).toEqual([
        'Mails to people who are not users',
        'Requests answered 503',
        'Reads that may lag',
        'How late the replica is',
      ]);
      const { groups } = Rules.parse(await prometheus.ask('/api/v1/rules'));
      const rules = groups.flatMap((group) => group.rules);
      expect(rules).toHaveLength(readAlerts().length);
      await eventually(async () => {
        const now = Rules.parse(await prometheus.ask('/api/v1/rules')).groups.flatMap((group) => group.rules);
        expect(now.filter(({ health }) => health !== 'ok')).toEqual([]);
      });
    } finally {
      await prometheus.stop();
    }
  },
);
