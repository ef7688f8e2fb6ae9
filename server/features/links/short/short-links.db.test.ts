import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { CalendarShortcut } from '../../../../contract/calendars.ts';
import * as routes from '../../../../contract/routes.ts';
import { countSegments } from '../../../../contract/segments.ts';
import { candidatePhone, type Recruiter, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sendText, untilStatus } from '../../../testing/texting.ts';
import { isPreviewer } from './routes.ts';

const BASE = 'https://go.harborview.example';
const SHORT = new RegExp(`${BASE}/l/[0-9A-Za-z]{9}`, 'g');

let app: TestApp;
let ana: Recruiter;
let intro: CalendarShortcut;
let screening: CalendarShortcut;

beforeAll(async () => {
  app = await startTestApp({ variables: { LINK_BASE_URL: `${BASE}/` } });
  ana = await app.signUp();
});
beforeEach(async () => {
  await app.deps.pool.query('delete from rate_limits');
  await app.deps.pool.query('delete from calendar_shortcuts');
  const add = (shortcut: string): Promise<CalendarShortcut> =>
    ana.call(routes.createCalendarShortcut, {
      body: { name: shortcut, shortcut, url: `https://calendly.example/ana/${shortcut}?month=1` },
    });
  intro = await add('intro');
  screening = await add('screening');
  await count(true);
});
afterAll(() => app.stop());

const count = (countLinkClicks: boolean) => ana.call(routes.updateAccount, { body: { countLinkClicks } });
const linksIn = (body: string) => body.match(SHORT) ?? [];
/** As phones do: the domain leads here. */
const ask = (link: string, init: RequestInit = {}) =>
  fetch(link.replace(BASE, app.url), { redirect: 'manual', ...init });
const stored = async () => {
  const { rows } = await app.deps.pool.query('select count(*)::int as count from short_links');
  return rows[0].count as number;
};
const usage = async () => {
  const listed = await ana.call(routes.listCalendarShortcuts, {});
  return Object.fromEntries(listed.map((one) => [one.shortcut, one.usage]));
};

describe('a text that a person sends', () => {
  it('has short links for shortcuts and the calendar link, one for each shortcut, and no other', async () => {
    const other = 'https://jobs.example/42';
    const { body, segments } = await sendText(
      ana,
      candidatePhone(),
      `#intro or #Screening, {{calendar.link}}, ${intro.url}, ${other}`,
    );
    const [first, second, again] = linksIn(body);
    expect(body).toBe(`${first} or ${second}, ${first}, ${intro.url}, ${other}`);
    expect([again, first === second]).toEqual([first, false]);
    expect(segments).toBe(countSegments(body).segments);
    expect((await ask(`${first}`)).headers.get('location')).toBe(intro.url);
    expect((await ask(`${second}`)).headers.get('location')).toBe(screening.url);
    const { linkClicks } = await ana.call(routes.getAccount, {});
    expect(linkClicks?.sample).toHaveLength(`${first}`.length);
  });

  it('has the links themselves where clicks are not counted, and shows that', async () => {
    expect((await count(false)).linkClicks).toMatchObject({ isCounted: false });
    const before = await stored();
    expect((await sendText(ana, candidatePhone(), '#intro')).body).toBe(intro.url);
    expect(await stored()).toBe(before);
    expect(await usage()).toEqual({ intro: null, screening: null });
  });

  it('makes no second link when it is sent again with its key', async () => {
    const request = {
      body: { to: candidatePhone(), body: 'Book: #intro' },
      headers: { 'idempotency-key': app.deps.newId() },
    };
    const before = await stored();
    const [first, second] = await Promise.all([
      ana.call(routes.sendMessage, request),
      ana.call(routes.sendMessage, request).catch(() => ana.call(routes.sendMessage, request)),
    ]);
    expect(second.body).toBe(first.body);
    expect((await ana.call(routes.sendMessage, request)).body).toBe(first.body);
    expect(await stored()).toBe(before + 1);
  });
});

describe('a click', () => {
  it('is counted once for each text, but not for previews', async () => {
    const sent = await sendText(ana, candidatePhone(), '#intro');
    const [link = ''] = linksIn(sent.body);
    await untilStatus(ana, sent, 'delivered');
    await ask(link, { method: 'HEAD' });
    const preview = await ask(link, { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } });
    expect([preview.status, preview.headers.get('location')]).toEqual([302, intro.url]);
    expect(await usage()).toEqual({
      intro: { sent: 1, clicked: 0 },
      screening: { sent: 0, clicked: 0 },
    });
    const click = await ask(link);
    expect(click.status).toBe(302);
    expect(click.headers.get('cache-control')).toBe('no-store');
    expect(click.headers.get('referrer-policy')).toBe('no-referrer');
    await ask(link);
    expect((await usage()).intro).toEqual({ sent: 1, clicked: 1 });
    const { rows } = await app.deps.pool.query('select * from short_links where message_id = $1', [sent.id]);
    expect(rows).toMatchObject([{ clicks: 2, shortcut_id: intro.id }]);
    expect(rows[0].last_clicked_at.getTime()).toBeGreaterThan(rows[0].first_clicked_at.getTime());
  });

  it('works after the shortcut has changed or is gone', async () => {
    const [link = ''] = linksIn((await sendText(ana, candidatePhone(), '#intro')).body);
    await ana.call(routes.deleteCalendarShortcut, { params: { id: intro.id } });
    await count(false);
    expect((await ask(link)).headers.get('location')).toBe(intro.url);
  });

  it('leads nowhere else: what is no link is not found, all alike', async () => {
    const answers = await Promise.all(
      ['abcdefghi', 'a', 'abcdefgh%00', '..%2Fadmin', 'https:%2F%2Fevil.example'].map(async (code) => {
        const answer = await ask(`${BASE}/l/${code}`);
        return [answer.status, answer.headers.get('location'), await answer.text()];
      }),
    );
    for (const answer of answers) expect(answer).toEqual([404, null, 'Not found']);
  });

  it('goes with the candidate, and comes back with them', async () => {
    const to = candidatePhone();
    const sent = await sendText(ana, to, '#intro');
    const [link = ''] = linksIn(sent.body);
    await untilStatus(ana, sent, 'delivered');
    expect((await ask(link)).status).toBe(302);
    const { items } = await ana.call(routes.listCandidates, { query: { search: to } });
    const params = { id: `${items[0]?.id}` };
    await ana.call(routes.deleteCandidate, { params });
    expect((await ask(link)).status).toBe(404);
    expect((await usage()).intro).toEqual({ sent: 0, clicked: 0 });
    await ana.call(routes.restoreCandidate, { params });
    expect((await ask(link)).headers.get('location')).toBe(intro.url);
    expect((await usage()).intro).toEqual({ sent: 1, clicked: 1 });
  });

  it('is limited for each address', async () => {
    const wanted = 601;
    let last = 0;
    for (let asked = 0; asked < wanted; asked += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(`${BASE}/l/abcdefghi`)));
      last = Math.max(...answers.map(({ status }) => status));
    }
    expect(last).toBe(429);
  });
});

test.each([
  ['facebookexternalhit/1.1 Facebot Twitterbot/1.0', true],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    false,
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', false],
  [undefined, false],
])('%s only looks: %s', (userAgent, looks) => {
  expect(isPreviewer(userAgent)).toBe(looks);
});

test('without its own address, a server has none', async () => {
  const { linkBaseUrl } = app.deps;
  app.deps.linkBaseUrl = null;
  try {
    expect(await ana.call(routes.getAccount, {})).toMatchObject({ linkClicks: null });
    expect(await ana.refusal(routes.updateAccount, { body: { countLinkClicks: true } })).toMatch(/^422/);
    expect((await sendText(ana, candidatePhone(), '#intro')).body).toBe(intro.url);
    expect(await usage()).toEqual({ intro: null, screening: null });
  } finally {
    app.deps.linkBaseUrl = linkBaseUrl;
  }
});
