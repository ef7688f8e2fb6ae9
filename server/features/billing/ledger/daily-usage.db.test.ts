import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { inTransaction } from '../../../db/connection.ts';
import { PreparingClient } from '../../../db/preparing-client.ts';
import { type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { settleTexts } from './ledger.ts';

let app: TestApp;
let ana: Recruiter;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  ana = await app.signUp();
});
afterAll(() => app.stop());
afterEach(() => app.clock.reset());

function liveIn(timezone: string): Promise<unknown> {
  return app.deps.pool.query('update users set timezone = $2 where id = $1', [ana.userId, timezone]);
}

async function sent(at: string, segments: number, messageId = app.deps.newId()): Promise<string> {
  const text = { accountId: ana.accountId, messageId, segments };
  await inTransaction(app.deps.db, (tx) => settleTexts(tx, [text], new Date(at)));
  return messageId;
}

const usage = (days: number) => ana.call(routes.getUsage, { query: { days } });
const day = (date: string, segments = 0, texts = 0) => ({ date, segments, texts });

describe('usage by day', () => {
  it('has every day of the range, oldest first, in the zone of who looks', async () => {
    await liveIn('America/New_York');
    app.clock.jumpTo('2026-05-03T16:00:00Z');
    // Before and at midnight in New York.
    await sent('2026-05-02T03:59:59Z', 1);
    await sent('2026-05-02T04:00:00Z', 2);
    await sent('2026-05-03T03:59:59Z', 3);
    await sent('2026-05-03T15:00:00Z', 4);
    expect(await usage(2)).toEqual([day('2026-05-02', 5, 2), day('2026-05-03', 4, 1)]);
    await liveIn('Asia/Kolkata');
    expect(await usage(3)).toEqual([day('2026-05-01'), day('2026-05-02', 3, 2), day('2026-05-03', 7, 2)]);
  });

  it.each([
    ['23 hours', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z'],
    ['25 hours', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z'],
  ])('gives a day of %s all that is its own', async (_, date, first, last) => {
    await liveIn('America/New_York');
    app.clock.jumpTo(new Date(Date.parse(last) + 12 * 3600_000).toISOString());
    await sent(first, 1);
    await sent(last, 1);
    await sent(new Date(Date.parse(first) - 1000).toISOString(), 1);
    await sent(new Date(Date.parse(last) + 1000).toISOString(), 1);
    expect((await usage(3))[1]).toEqual(day(date, 2, 2));
  });

  it('counts what was refused later on no day, and another count on the day it was sent', async () => {
    await liveIn('UTC');
    app.clock.jumpTo('2026-05-03T16:00:00Z');
    const refused = await sent('2026-05-01T10:00:00Z', 2);
    const longer = await sent('2026-05-02T10:00:00Z', 2);
    await sent('2026-05-03T10:00:00Z', 0, refused);
    await sent('2026-05-03T10:00:00Z', 3, longer);
    expect(await usage(3)).toEqual([day('2026-05-01'), day('2026-05-02', 3, 1), day('2026-05-03')]);
  });

  it('is of 30 days unless asked otherwise, and for admins', async () => {
    expect(await ana.call(routes.getUsage, {})).toHaveLength(30);
    const cem = await app.addColleague(ana);
    expect(await cem.refusal(routes.getUsage, { query: {} })).toBe('403 forbidden');
  });

  it('reads only what is in the range, from one index', async () => {
    await app.deps.pool.query(
      `insert into usage_entries (account_id, kind, segments, used, used_at, message_id, created_at)
       select $1, 'count', 0, 1, now() - n * interval '10 minutes', gen_random_uuid(), now()
         from generate_series(1, 60000) as n`,
      [ana.accountId],
    );
    const asked = vi.spyOn(PreparingClient.prototype, 'query');
    const days = await usage(90);
    const [text = '', values] =
      asked.mock.calls.find(([each]) => typeof each === 'string' && each.includes('usage_entries')) ?? [];
    asked.mockRestore();
    expect(days.reduce((sum, each) => sum + each.texts, 0)).toBeGreaterThan(12_000);
    // Rows are seen by everyone once no transaction of another test is older; until then the index alone won't do.
    await vi.waitFor(async () => {
      await app.deps.pool.query('vacuum analyze usage_entries');
      const { rows } = await app.deps.pool.query(`explain ${text}`, values as unknown[]);
      const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Only Scan using usage_entries_used');
      expect(plan).not.toContain('Seq Scan on usage_entries');
    });
  });
});
