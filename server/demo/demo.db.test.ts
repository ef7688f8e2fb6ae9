import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../log.ts';
import { type Running, start } from '../start.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { createTestClock, eventually } from '../testing/test-app.ts';
import { type Client, createClient } from '../testing/test-client.ts';
import { dateOf } from './days.ts';
import { DEMO_PASSWORD } from './people.ts';
import { hasDemo, withDemoPrices } from './prices.ts';
import { seedBilling } from './seed-billing.ts';
import { seedDemo } from './seed-demo.ts';

/* The demo company, as `npm start` makes it, whenever that is. */

const DATA_DIR = mkdtempSync(join(tmpdir(), 'hiretext-demo-'));
const variables = { DATA_DIR, SECRET_KEY: 'a secret that is long enough for tests' };
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

describe.each([
  ['an ordinary morning', '2026-12-02T17:30:00Z'],
  ['ten minutes before midnight on a Saturday', '2026-12-06T07:50:00Z'],
  ['ten minutes after midnight, when clocks change that night', '2027-03-14T08:10:00Z'],
])('%s', (_, now) => {
  const clock = createTestClock();
  let database: TestDatabase;
  let running: Running;
  let dana: Client;
  let marcus: Client;
  let priya: Client;

  beforeAll(async () => {
    clock.jumpTo(now);
    database = await createTestDatabase();
    const PORT = String(await freePort());
    const env = readEnv({ ...variables, DATABASE_URL: database.url, PORT }, DATA_DIR);
    const url = env.publicUrl;
    running = await start({
      env: withDemoPrices(env, undefined),
      connectionString: database.url,
      log: createLog('error'),
      webDir: null,
      clock,
      crons: [],
      plannerRestMs: 25,
    });
    // Several nodes may start at the same time.
    const made = await Promise.all([seedDemo(running.deps), seedDemo(running.deps)]);
    expect(made.toSorted()).toEqual([false, true]);
    if (running.sandbox !== null) await seedBilling(running.deps, running.sandbox);
    const signIn = async (name: string) => {
      const body = { email: `${name}@harborview.example`, password: DEMO_PASSWORD };
      const reply = await createClient(url, null).call(routes.login, { body });
      return createClient(url, reply.mfaNeeded ? null : reply.id_token);
    };
    [dana, marcus, priya] = [await signIn('dana'), await signIn('marcus'), await signIn('priya')];
  });
  afterAll(async () => {
    await running.close();
    await database.drop();
  });

  const inDays = (days: number) => dateOf(new Date(now), days);

  it('counts the same on every screen', async () => {
    const conversations = await everyConversation();
    const aMonth = { query: { date: inDays(-29), enddate: inDays(0) } };
    await eventually(async () => {
      const [{ figures }, people, usage, free] = await Promise.all([
        dana.call(routes.getAnalytics, aMonth),
        dana.call(routes.getAccountTextAnalytics, aMonth),
        dana.call(routes.getUsage, { query: { days: 30 } }),
        confirmationsSince(inDays(-29)),
      ]);
      expect(figures.sent).toBeGreaterThan(100);
      expect(sum(people.map(({ totalSentMessages }) => totalSentMessages))).toBe(figures.sent);
      expect(sum(people.map(({ totalReceivedMessages }) => totalReceivedMessages))).toBe(figures.received);
      expect(usage.map(({ date }) => date)).toEqual(Array.from({ length: 30 }, (_, day) => inDays(day - 29)));
      expect(free).toBeGreaterThan(0);
      expect(sum(usage.map(({ texts }) => texts)) + free).toBe(figures.sent);
      expect(sum(usage.map(({ segments }) => segments))).toBeGreaterThan(
        sum(usage.map(({ texts }) => texts)),
      );
      for (const [person, client] of [
        ['Dana Whitfield', dana],
        ['Marcus Oyelaran', marcus],
        ['Priya Raman', priya],
      ] as const) {
        const own = await client.call(routes.getUserTextAnalytics, { query: { date: inDays(-29) } });
        expect(people.find(({ name }) => name === person)).toMatchObject(own);
      }
      // Every week has some.
      for (const week of [0, 7, 14, 21])
        expect(sum(usage.slice(week, week + 7).map(({ texts }) => texts))).toBeGreaterThan(0);
    });
    const { waiting } = await dana.call(routes.getAnalytics, aMonth);
    const isWaiting = conversations.filter(
      ({ waitingSince, archivedAt }) => waitingSince !== null && archivedAt === null,
    );
    expect(waiting).toBe(isWaiting.length);
  });

  it('has two jobs with people in several stages', async () => {
    const { items } = await dana.call(routes.listJobs, {});
    expect(items).toHaveLength(2);
    for (const { id, candidates } of items) {
      const { stages } = await dana.call(routes.getJob, { params: { id } });
      const taken = stages.filter((stage) => stage.candidates > 0);
      expect(taken.length).toBeGreaterThanOrEqual(4);
      expect(sum(taken.map((stage) => stage.candidates))).toBe(candidates);
      const [first] = taken;
      const cards = await dana.call(routes.listBoard, {
        params: { id },
        query: { stageId: first?.id ?? '' },
      });
      expect(cards.items).toHaveLength(first?.candidates ?? 0);
    }
  });

  it('has six templates of all four kinds, one of which conversations began with', async () => {
    const kinds = ['template', 'hiringManagerTemplate', 'onboardingTemplate'] as const;
    const lists = await Promise.all([
      dana.call(routes.listTeamTemplates, {}),
      ...kinds.map((templateType) => dana.call(routes.listTemplates, { query: { templateType } })),
    ]);
    expect(lists.map(({ total }) => total)).toEqual([2, 2, 1, 1]);
    expect((await marcus.call(routes.listTemplates, {})).total).toBe(0);
    await eventually(async () => {
      const [first] = (await dana.call(routes.listTeamTemplates, {})).items;
      expect(first?.usage.sent).toBeGreaterThan(20);
      expect(first?.usage.replyRate).toBeGreaterThan(0.5);
    });
  });

  it('has a reminder and onboarding messages, with texts planned by them and none sent yet', async () => {
    expect(await dana.call(routes.listInterviewReminders, {})).toHaveLength(1);
    expect(await dana.call(routes.listOnboardingMessages, {})).toHaveLength(2);
    await eventually(async () => {
      const { items } = await dana.call(routes.listPlanned, { query: { days: 30 } });
      expect(items.map(({ type, status, candidate }) => [type, status, candidate.firstName])).toEqual([
        ['interviewReminder', 'planned', 'Maria'],
        ['interviewReminder', 'planned', 'Mei'],
        ['onboardingMessage', 'planned', 'Nia'],
        ['onboardingMessage', 'planned', 'Nia'],
      ]);
      for (const { sendAt, preview } of items) {
        expect(Date.parse(sendAt ?? '')).toBeGreaterThan(Date.parse(now));
        expect(preview).not.toMatch(/[{}]/);
      }
    });
  });

  it('has interviews today and tomorrow, by day', async () => {
    const { items } = await dana.call(routes.listInterviews, {});
    const days = items.map(({ startsAt }) => dateOf(new Date(startsAt), 0));
    expect(days).toEqual([inDays(0), inDays(0), inDays(1), inDays(1)]);
    const hour = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/Los_Angeles',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    expect(items.map(({ startsAt }) => Number(hour.format(new Date(startsAt))))).toEqual([11, 15, 10, 14]);
  });

  it('waits for an answer to times that were offered, and books what the candidate chooses', async () => {
    const { items: candidates } = await dana.call(routes.listCandidates, { query: { search: 'Aisha' } });
    const candidateId = candidates[0]?.id ?? '';
    const offers = () => dana.call(routes.listTimeOffers, { query: { candidateId } });
    const [offer] = (await offers()).items;
    expect(offer).toMatchObject({ status: 'open', times: [{ number: 1 }, { number: 2 }, { number: 3 }] });
    const phone = candidates[0]?.phoneNumber ?? '';
    const texts = `${running.deps.publicUrl}/simulator/messages`;
    await eventually(async () => {
      const received = await fetch(`${texts}?${new URLSearchParams({ number: phone })}`);
      expect(await received.json()).toContainEqual(expect.objectContaining({ body: offer?.body }));
    });
    await fetch(texts, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: phone, to: '+14155550120', body: '2' }),
    });
    await eventually(async () =>
      expect((await offers()).items[0]).toMatchObject({ status: 'booked', chosen: 2 }),
    );
  });

  it('has a booking link, a colleague who worked today, and a reply to review', async () => {
    const [link] = await dana.call(routes.listCalendarShortcuts, {});
    expect(link).toMatchObject({ shortcut: 'call', enabled: true });
    const seats = await dana.call(routes.getSeats, {});
    const active = seats.map(({ user }) => dateOf(new Date(user?.lastActiveAt ?? 0), 0));
    expect(active).toContain(inDays(0));
    const held = (await everyConversation()).filter(({ hold }) => hold !== null);
    expect(held).toMatchObject([{ candidate: { firstName: 'Connor' }, can: { reviewHold: true } }]);
  });

  it('pays for three seats, at prices that the settings can replace', async () => {
    const invoices = await dana.call(routes.listInvoices, {});
    expect(JSON.stringify(invoices)).toContain(String(3 * 490_00));
    const plans = await dana.call(routes.getPlans, {});
    expect(plans.map(({ monthlyPrice, annualPrice }) => [monthlyPrice, annualPrice])).toEqual([
      [15, null],
      [29, 290],
      [49, 490],
    ]);
    const named = readEnv({ ...variables, PRICES: '{"teamMonthly":20}' }, DATA_DIR);
    expect(withDemoPrices(named, '{"teamMonthly":20}')).toBe(named);
    const without = readEnv({ ...variables, DEMO: '0' }, DATA_DIR);
    expect([hasDemo(without), withDemoPrices(without, undefined)]).toEqual([false, without]);
  });

  async function everyConversation() {
    const { items } = await dana.call(routes.listConversations, { query: { assignee: 'all', limit: 50 } });
    return items;
  }

  /** Replies to STOP, which cost nothing. */
  async function confirmationsSince(date: string): Promise<number> {
    const { rows } = await running.deps.pool.query<{ count: number }>(
      `select count(*)::int as count from messages
        where is_confirmation and (created_at at time zone 'America/Los_Angeles')::date >= $1`,
      [date],
    );
    return rows[0]?.count ?? 0;
  }
});

const sum = (numbers: number[]) => numbers.reduce((before, number) => before + number, 0);
