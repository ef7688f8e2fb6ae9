import { onlineManager } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeConversation, makeId, makeJobStage, makeUser } from '../../testing/make.ts';
import { makeAnalytics, makeFigures, noFigures } from '../../testing/make-analytics.ts';
import { makeSeat, makeSeatUser } from '../../testing/make-seat.ts';
import { renderApp } from '../../testing/render-app.tsx';

const marcus = makeSeatUser();
const hannah = makeSeatUser({ firstName: 'Hannah', lastName: 'Mills', email: 'hannah@acme.example' });
const seats = [
  makeSeat({ user: marcus, tags: ['nights'] }),
  makeSeat({ user: hannah, seatRole: 'hiringManager', tags: ['icu'] }),
];

const welder = {
  id: makeId(),
  name: 'Welder',
  status: 'closed' as const,
  candidates: 2,
  createdAt: '2026-09-01T15:00:00.000Z',
};

// Monday, 3 PM in New York.
const NOW = new Date('2026-11-23T20:00:00.000Z');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(NOW);
});
afterEach(() => onlineManager.setOnline(true));

function open(
  path: string = paths.analytics,
  {
    data = makeAnalytics(),
    user = {},
    account = {},
  }: { data?: Analytics; user?: Partial<User>; account?: Partial<Account> } = {},
) {
  const api = createFakeApi();
  const shown = { data };
  api.answer(routes.getUser, makeUser(user));
  api.answer(routes.getAccount, makeAccount(account));
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getSeats, seats);
  api.answer(routes.getFormerMembers, []);
  api.answer(routes.listJobStages, [makeJobStage(), makeJobStage({ jobId: null, atsType: null })]);
  api.answer(routes.listJobs, { items: [welder], nextCursor: null });
  api.answer(routes.getAnalytics, () => shown.data);
  const view = renderApp(path, { api });
  return {
    ...view,
    shown,
    /** What the figures were asked with, each time. */
    queries: () => api.asked(routes.getAnalytics).map(({ query }) => query),
    search: () => view.router.state.location.search,
  };
}

const cardOf = async (label: string) => {
  const figures = within(await screen.findByRole('list', { name: 'Figures' }));
  const card = figures.getByText(label, { selector: 'span' }).closest('li');
  if (!card) throw new Error(`${label} has no card`);
  return card;
};

const textOf = (element: Element) => element.textContent?.replaceAll('\u202f', ' ');

describe('the figures', () => {
  test('show what there was, what has changed, and what they count', async () => {
    const { user } = open();
    const sent = await cardOf('Sent');
    expect(textOf(sent)).toBe('Sent12020 automatic20%20% more than Nov 20 – 21, 2026');
    expect(textOf(await cardOf('Delivered'))).toContain('95%114 of 120');
    expect(textOf(await cardOf('Reply rate'))).toContain('65%26 of 40No change');
    expect(textOf(await cardOf('You answer in'))).toContain('10 min90% within 1 h 15 min5 min');
    expect(textOf(await cardOf('You answer in'))).toContain('5 min shorter than Nov 20 – 21, 2026');
    expect(textOf(await cardOf('Waiting now'))).toBe('Waiting now4');
    expect(screen.getByText('Nov 22 – 23, 2026, compared to Nov 20 – 21, 2026')).toBeTruthy();
    const help = screen.getByRole('link', { name: 'How these are calculated (opens a new tab)' });
    expect(help.getAttribute('href')).toBe(paths.analyticsHelp);
    // By key.
    const ask = within(sent).getByRole('button', { name: 'What “Sent” counts' });
    ask.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/^Texts that the carrier accepted/)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(/^Texts that the carrier accepted/)).toBeNull());
  });

  test('without earlier ones show one note', async () => {
    open(paths.analytics, { data: makeAnalytics({ previousFigures: noFigures }) });
    expect(textOf(await cardOf('Received'))).toBe('Received80');
    expect(
      screen.getByText("Nov 22 – 23, 2026. There's nothing to compare to from Nov 20 – 21, 2026."),
    ).toBeTruthy();
  });

  test("of a member are their own, with the team's beside, and no filter by person or tag", async () => {
    const { queries, api } = open(`${paths.analytics}?person=${marcus.id}&tag=nights`, {
      user: { userType: 'member' },
      data: makeAnalytics({ team: makeFigures({ sent: 1234 }) }),
    });
    expect(textOf(await cardOf('Sent'))).toContain('120');
    expect(textOf(await cardOf('Sent'))).toContain('Team: 1,234');
    expect(await screen.findByRole('combobox', { name: 'Job' })).toBeTruthy();
    for (const name of ['Person', 'Tag']) expect(screen.queryByRole('combobox', { name })).toBeNull();
    expect(queries()).toEqual([{ date: '2026-10-25', enddate: '2026-11-23' }]);
    expect(api.asked(routes.getSeats)).toEqual([]);
  });

  test('are asked for every minute, quietly, and show when they are old', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW });
    const { api, shown, queries } = open();
    await cardOf('Sent');
    expect(textOf(screen.getByText(/^Updated/))).toBe('Updated 3:00 PM');
    shown.data = makeAnalytics({ figures: makeFigures({ sent: 121 }) });
    vi.advanceTimersByTime(60_000);
    await waitFor(async () => expect(textOf(await cardOf('Sent'))).toContain('121'));
    api.answer(routes.getAnalytics, new Refusal('internal'));
    vi.advanceTimersByTime(60_000);
    await waitFor(() => expect(queries()).toHaveLength(3));
    const old = await screen.findByText(/couldn't be updated. They are from/);
    expect(textOf(old)).toContain('They are from 3:01 PM');
    expect(textOf(await cardOf('Sent'))).toContain('121');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that fail to load can be asked for again', async () => {
    const { api, user } = open();
    api.answer(routes.getAnalytics, new Refusal('internal'));
    expect(await screen.findByText("The figures couldn't be loaded.")).toBeTruthy();
    api.answer(routes.getAnalytics, makeAnalytics());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(textOf(await cardOf('Sent'))).toContain('120');
  });

  test('wait for the network', async () => {
    const view = open(paths.account);
    await screen.findByRole('heading', { name: 'Account', level: 1 });
    onlineManager.setOnline(false);
    await view.router.navigate({ to: paths.analytics });
    expect(await screen.findByText("You're offline")).toBeTruthy();
    onlineManager.setOnline(true);
    expect(textOf(await cardOf('Sent'))).toContain('120');
    onlineManager.setOnline(false);
    await view.router.navigate({ to: paths.analytics, search: { range: '7d' } });
    expect(
      await screen.findByText("You're offline. What you chose loads as soon as you're back."),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
    onlineManager.setOnline(true);
    await screen.findByText(/^Updated/);
  });
});

describe('the address', () => {
  test.each<[string, object]>([
    ['', { date: '2026-10-25', enddate: '2026-11-23' }],
    ['?range=today', { date: '2026-11-23', enddate: '2026-11-23' }],
    ['?range=month&role=recruiter', { date: '2026-11-01', enddate: '2026-11-23', seatRole: 'recruiter' }],
    [
      `?range=dates&from=2026-01-01&to=2026-02-28&person=${marcus.id}&tag=nights&job=job-1`,
      { date: '2026-01-01', enddate: '2026-02-28', userId: marcus.id, tag: 'nights', jobId: 'job-1' },
    ],
    ['?range=ever&role=boss&person=me', { date: '2026-10-25', enddate: '2026-11-23' }],
  ])('%s', async (search, query) => {
    const { queries } = open(paths.analytics + search);
    await cardOf('Sent');
    expect(queries()).toEqual([query]);
  });

  test('has the choices, and the back button undoes them', async () => {
    const { user, search, queries, router } = open();
    await cardOf('Sent');
    await user.click(await screen.findByRole('combobox', { name: 'Person' }));
    await user.click(await screen.findByRole('option', { name: 'Marcus Oyelaran', hidden: true }));
    await waitFor(() => expect(search()).toEqual({ person: marcus.id }));
    await user.click(screen.getByRole('combobox', { name: 'Days' }));
    await user.click(await screen.findByRole('option', { name: 'Last 7 days', hidden: true }));
    await waitFor(() => expect(search()).toEqual({ person: marcus.id, range: '7d' }));
    await waitFor(() =>
      expect(queries().at(-1)).toEqual({ date: '2026-11-17', enddate: '2026-11-23', userId: marcus.id }),
    );
    router.history.back();
    await waitFor(() => expect(search()).toEqual({ person: marcus.id }));
    const person = screen.getByRole<HTMLInputElement>('combobox', { name: 'Person' });
    expect(person.value).toBe('Marcus Oyelaran');
    await user.click(screen.getByLabelText('Clear person'));
    await waitFor(() => expect(search()).toEqual({}));
  });

  test('has a job of a connected system or of the company itself', async () => {
    const { user, search } = open();
    const names = async () => {
      await user.click(await screen.findByRole('combobox', { name: 'Job' }));
      return screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);
    };
    expect(await names()).toEqual(expect.arrayContaining(['Night nurse (Greenhouse)', 'Welder (closed)']));
    await user.click(screen.getByRole('option', { name: 'Welder (closed)', hidden: true }));
    await waitFor(() => expect(search()).toEqual({ job: welder.id }));
  });

  test('keeps the dates that were shown, until others are whole', async () => {
    const { user, search, queries } = open(`${paths.analytics}?range=7d`);
    await cardOf('Sent');
    await user.click(screen.getByRole('combobox', { name: 'Days' }));
    await user.click(await screen.findByRole('option', { name: 'Choose dates', hidden: true }));
    const from = await screen.findByLabelText<HTMLInputElement>('From');
    expect(search()).toEqual({ range: 'dates', from: '2026-11-17', to: '2026-11-23' });
    await user.clear(from);
    expect(screen.getByText('Enter the first day')).toBeTruthy();
    expect(search()).toEqual({ range: 'dates', from: '2026-11-17', to: '2026-11-23' });
    await user.type(from, '2026-11-02');
    await waitFor(() => expect(search()).toEqual({ range: 'dates', from: '2026-11-02', to: '2026-11-23' }));
    expect(screen.queryByText('Enter the first day')).toBeNull();
    await waitFor(() => expect(queries().at(-1)).toEqual({ date: '2026-11-02', enddate: '2026-11-23' }));
  });

  test('without dates that make sense asks for them, and for no figures', async () => {
    const { queries } = open(`${paths.analytics}?range=dates&from=2026-11-20&to=2026-11-01`);
    expect(await screen.findByText("The last day can't be before the first")).toBeTruthy();
    expect(screen.getByText('Enter the dates')).toBeTruthy();
    expect(queries()).toEqual([]);
  });

  test('shows a filter even if what it names is gone', async () => {
    open(`${paths.analytics}?person=${makeId()}&tag=days&job=job-9`);
    await cardOf('Sent');
    const chosen = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name }).value;
    await waitFor(() => expect(chosen('Job')).toBe('Deleted job'));
    expect([chosen('Person'), chosen('Tag')]).toEqual(['Someone else', 'days']);
  });
});

describe('of hiring managers', () => {
  test('only their seats count, whatever is in the address', async () => {
    const { user, queries } = open(`${paths.hiringManagerAnalytics}?role=recruiter`);
    await screen.findByRole('heading', { name: 'Hiring manager analytics', level: 1 });
    await cardOf('Sent');
    expect(queries()).toEqual([{ date: '2026-10-25', enddate: '2026-11-23', seatRole: 'hiringManager' }]);
    expect(screen.queryByRole('combobox', { name: 'Seats' })).toBeNull();
    await user.click(screen.getByRole('combobox', { name: 'Person' }));
    await screen.findByRole('option', { name: 'Hannah Mills', hidden: true });
    expect(screen.queryByRole('option', { name: 'Marcus Oyelaran', hidden: true })).toBeNull();
  });

  test('are a tab of analytics for admins, and not for members', async () => {
    open();
    await cardOf('Sent');
    const tabs = within(screen.getByRole('navigation', { name: 'Tabs' }));
    expect(tabs.getByRole('link', { name: 'Hiring managers' }).getAttribute('href')).toBe(
      paths.hiringManagerAnalytics,
    );
    cleanup();
    open(paths.analytics, { user: { userType: 'member' } });
    await cardOf('Sent');
    expect(screen.queryByRole('navigation', { name: 'Tabs' })).toBeNull();
  });
});

describe('without texts', () => {
  const none = makeAnalytics({
    figures: noFigures,
    previousFigures: noFigures,
    range: { date: '2026-11-23', enddate: '2026-11-23', timezone: 'America/New_York', unit: 'hour' },
    ...{ series: [], hours: [], people: [], failures: [], templates: [], automations: [], numbers: [] },
  });

  test('it shows that there are none, and offers more days', async () => {
    const { user, search } = open(`${paths.analytics}?range=today`, { data: none });
    expect(await screen.findByText('No texts on Nov 23, 2026')).toBeTruthy();
    expect(textOf(await cardOf('Delivered'))).toBe('Delivered–');
    expect(textOf(await cardOf('Waiting now'))).toBe('Waiting now4');
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show the last 90 days' }));
    await waitFor(() => expect(search()).toEqual({ range: '90d' }));
    expect(await screen.findByRole('link', { name: 'Go to Messages' })).toBeTruthy();
  });

  test('it offers to take the filters off', async () => {
    const { user, search } = open(`${paths.analytics}?range=today&tag=nights`, { data: none });
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(search()).toEqual({ range: 'today' }));
  });
});

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => textOf(cell)).join(' | '));

describe('charts', () => {
  const asTable = async (user: ReturnType<typeof open>['user'], title: string) => {
    const toggle = await screen.findByRole('button', { name: `${title}: show as table` });
    toggle.focus();
    await user.keyboard('{Enter}');
    return within(screen.getByRole('region', { name: title })).getByRole('table');
  };

  test('have a table behind them', async () => {
    const { user } = open();
    expect(rowsOf(await asTable(user, 'Texts over time'))).toEqual([
      'Day | Sent | Received',
      'Sun, Nov 22 | 50 | 30',
      'Mon, Nov 23 | 70 | 50',
    ]);
    expect(rowsOf(await asTable(user, 'Reply rate over time'))).toEqual([
      'Day | Conversations started | Answered | Reply rate',
      'Sun, Nov 22 | 20 | 16 | 80%',
      'Mon, Nov 23 | 20 | 10 | 50%',
    ]);
    await user.click(screen.getByRole('button', { name: 'Texts over time: show as chart' }));
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Texts over time' })).toBeNull());
  });

  test('of one day have its hours, also where one comes twice', async () => {
    const first = Date.parse('2026-11-01T04:00:00.000Z');
    const { user } = open(`${paths.analytics}?range=dates&from=2026-11-01&to=2026-11-01`, {
      data: makeAnalytics({
        range: { date: '2026-11-01', enddate: '2026-11-01', timezone: 'America/New_York', unit: 'hour' },
        series: Array.from({ length: 25 }, (_, hour) => ({
          startsAt: new Date(first + hour * 3_600_000).toISOString(),
          ...{ sent: hour, received: 0, started: 0, answered: 0 },
        })),
      }),
    });
    const rows = rowsOf(await asTable(user, 'Texts over time'));
    expect(rows.slice(0, 4)).toEqual([
      'Hour | Sent | Received',
      '12 AM | 0 | 0',
      '1 AM EDT | 1 | 0',
      '1 AM EST | 2 | 0',
    ]);
    expect(rows.at(-1)).toBe('11 PM | 24 | 0');
    expect(screen.queryByText('By hour and weekday')).toBeNull();
  });

  test('of today end now', async () => {
    const { user } = open(`${paths.analytics}?range=today`, {
      data: makeAnalytics({
        range: { date: '2026-11-23', enddate: '2026-11-23', timezone: 'America/New_York', unit: 'hour' },
        series: Array.from({ length: 24 }, (_, hour) => ({
          startsAt: new Date(Date.parse('2026-11-23T05:00:00.000Z') + hour * 3_600_000).toISOString(),
          ...{ sent: hour, received: 0, started: 0, answered: 0 },
        })),
      }),
    });
    expect(rowsOf(await asTable(user, 'Texts over time')).at(-1)).toBe('3 PM | 15 | 0');
    expect(screen.getByText(/^Today so far, compared to all of Nov 20 – 21, 2026/)).toBeTruthy();
  });

  test('show when texts go out and come in, in a table for screen readers', async () => {
    const { user } = open();
    const grid = await screen.findByRole('table', { name: 'Sent by hour and weekday' });
    expect(within(grid).getAllByRole('row')).toHaveLength(8);
    const monday = within(grid).getByRole('rowheader', { name: 'Mon' }).closest('tr');
    expect(monday?.children[10]?.textContent).toBe('70');
    expect(screen.getByText('Most on Monday, 9 AM: 70 sent')).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Received' }));
    expect(await screen.findByText('Most on Sunday, 2 PM: 60 received')).toBeTruthy();
    await user.hover(
      screen.getByRole('table', { name: 'Received by hour and weekday' }).querySelector('td + td') ?? grid,
    );
    await user.click(screen.getByRole('button', { name: 'By hour and weekday: show as table' }));
    const numbers = screen.getByRole('table', { name: 'Received by hour and weekday' });
    expect(rowsOf(numbers)[15]).toBe('2 PM | 0 | 0 | 0 | 0 | 0 | 0 | 60');
  });
});

describe('tables', () => {
  const { candidateAnswerTimes: _theirs, ourAnswerTimes: _ours, ...counts } = makeFigures();
  const people: Analytics['people'] = [
    { userId: makeId(), name: 'Dana Reed', seatRole: 'recruiter', ...counts, sent: 10 },
    { userId: makeId(), name: 'Lee Park', seatRole: null, ...counts, sent: 30 },
    { userId: makeId(), name: 'Zoe Adams', seatRole: 'hiringManager', ...counts, sent: 20, started: 0 },
  ];
  const names = () =>
    within(screen.getByRole('table', { name: 'People' }))
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent);

  test('list people by name, where the company compares no one', async () => {
    open(`${paths.analytics}?sort=sent`, { data: makeAnalytics({ people }) });
    await cardOf('Sent');
    expect(names()).toEqual(['Dana Reed', 'Lee Park', 'Zoe Adams']);
    const table = within(screen.getByRole('table', { name: 'People' }));
    expect(table.queryByRole('button')).toBeNull();
    expect(rowsOf(screen.getByRole('table', { name: 'People' }))[2]).toBe(
      'Lee Park | No seat | 30 | 80 | 380% | 3 | 40 | 65% | 2',
    );
  });

  test('sort people by a figure where it does, in the address', async () => {
    const { user, search } = open(paths.analytics, {
      data: makeAnalytics({ people }),
      account: { comparesPeople: true },
    });
    await cardOf('Sent');
    const head = (name: string) =>
      within(screen.getByRole('table', { name: 'People' })).getByRole('columnheader', { name });
    await user.click(within(head('Sent')).getByRole('button'));
    await waitFor(() => expect(names()).toEqual(['Lee Park', 'Zoe Adams', 'Dana Reed']));
    expect(head('Sent').getAttribute('aria-sort')).toBe('descending');
    expect(search()).toEqual({ sort: 'sent' });
    await user.click(within(head('Reply rate')).getByRole('button'));
    // Who started none comes last.
    await waitFor(() => expect(names()).toEqual(['Dana Reed', 'Lee Park', 'Zoe Adams']));
    expect(head('Reply rate').getAttribute('aria-sort')).toBe('descending');
    await user.click(within(head('Reply rate')).getByRole('button'));
    await waitFor(() => expect(search()).toEqual({}));
  });

  test('are not sorted by members', async () => {
    open(`${paths.analytics}?sort=sent`, {
      data: makeAnalytics({ people: people.slice(0, 1) }),
      account: { comparesPeople: true },
      user: { userType: 'member' },
    });
    await cardOf('Sent');
    expect(names()).toEqual(['Dana Reed']);
    expect(within(screen.getByRole('table', { name: 'People' })).queryByRole('button')).toBeNull();
  });

  test('name what is deleted, and why texts failed, in words', async () => {
    open(paths.analytics, {
      data: makeAnalytics({
        templates: [{ id: makeId(), name: null, sent: 3, answered: 1, optOuts: 0 }],
        automations: [],
        numbers: [{ id: makeId(), number: null, sent: 1, delivered: 1, failed: 0, received: 0 }],
        failures: [
          { errorCode: 'not_textable', failed: 2 },
          { errorCode: null, failed: 1 },
        ],
      }),
    });
    await cardOf('Sent');
    const rows = (name: string) => rowsOf(screen.getByRole('table', { name })).slice(1);
    expect(rows('Templates')).toEqual(['Deleted template | 3 | 33% | 0']);
    expect(rows('Numbers')).toEqual(['Former number | 1 | 100% | 0 | 0']);
    expect(rows('Why texts failed')).toEqual([
      "This number can't receive texts. | 2",
      "The text wasn't delivered. The carrier gave no reason. | 1",
    ]);
    expect(screen.getByText('No texts from automations on these days.')).toBeTruthy();
  });
});

describe('the conversations behind a figure', () => {
  const item = (firstName: string) => ({
    conversationId: makeId(),
    candidateId: makeId(),
    firstName,
    lastName: 'Lopez',
    phoneNumberFormatted: '(415) 555-0123',
    at: '2026-11-20T15:00:00.000Z',
  });

  test('open from it by key, page by page, and lead to each of them and back', async () => {
    const { user, api, search, router, path } = open(`${paths.analytics}?range=7d`);
    const maria = item('Maria');
    api.answer(routes.listConversationsOfFigure, ({ query }) =>
      query.cursor ? { items: [item('Omar')], nextCursor: null } : { items: [maria], nextCursor: 'second' },
    );
    const link = within(await cardOf('Sent')).getByRole('link', { name: '120, Sent: see conversations' });
    link.focus();
    await user.keyboard('{Enter}');
    const drawer = within(await screen.findByRole('dialog', { name: 'Sent' }));
    expect(search()).toEqual({ range: '7d', behind: 'sent' });
    await user.click(await drawer.findByRole('button', { name: 'Load more' }));
    expect(await drawer.findByText('Omar Lopez')).toBeTruthy();
    expect(api.asked(routes.listConversationsOfFigure).map(({ query }) => query)).toEqual([
      { date: '2026-11-17', enddate: '2026-11-23', figure: 'sent', limit: 50 },
      { date: '2026-11-17', enddate: '2026-11-23', figure: 'sent', limit: 50, cursor: 'second' },
    ]);
    const conversation = makeConversation({ id: maria.conversationId });
    api.answer(routes.getConversation, conversation);
    await user.click(drawer.getByRole('link', { name: /Maria Lopez/ }));
    await waitFor(() => expect(path()).toBe(`${paths.messages}/${maria.conversationId}`));
    router.history.back();
    expect(await screen.findByRole('dialog', { name: 'Sent' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(search()).toEqual({ range: '7d' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each<[string, string, string, object]>([
    [
      'Templates',
      '30, Interview invitation, Sent: see conversations',
      'Sent: Interview invitation',
      { templateId: 0 },
    ],
    [
      'Templates',
      '70%, Interview invitation, Answered: see conversations',
      'Reply rate: Interview invitation',
      { templateId: 0 },
    ],
    ['Automations', '20, Day before, Sent: see conversations', 'Sent: Day before', { automationId: 0 }],
    [
      'Numbers',
      '80, (415) 555-0100, Received: see conversations',
      'Received: (415) 555-0100',
      { numberId: 0 },
    ],
    ['People', '2, Dana Reed, Opt-outs: see conversations', 'Opt-outs: Dana Reed', { userId: 0 }],
    [
      'Why texts failed',
      "3, This number can't receive texts., Failed: see conversations",
      "Failed: This number can't receive texts.",
      { errorCode: 0 },
    ],
  ])('of a row of %s are of that row only', async (table, name, title, parameter) => {
    const { user, api } = open();
    api.answer(routes.listConversationsOfFigure, { items: [], nextCursor: null });
    await cardOf('Sent');
    await user.click(within(screen.getByRole('table', { name: table })).getByRole('link', { name }));
    const drawer = within(await screen.findByRole('dialog', { name: title }));
    expect(await drawer.findByText('No conversations.')).toBeTruthy();
    const [asked] = api.asked(routes.listConversationsOfFigure);
    expect(asked?.query).toMatchObject(
      Object.fromEntries(Object.keys(parameter).map((key) => [key, expect.any(String)])),
    );
  });

  test('that fail to load can be asked for again', async () => {
    const { user, api } = open(`${paths.analytics}?behind=waiting`);
    api.answer(routes.listConversationsOfFigure, new Refusal('internal'));
    const drawer = within(await screen.findByRole('dialog', { name: 'Waiting now' }));
    const again = await drawer.findByRole('button', { name: 'Try again' });
    api.answer(routes.listConversationsOfFigure, { items: [item('Maria')], nextCursor: null });
    await user.click(again);
    expect(await drawer.findByText('Maria Lopez')).toBeTruthy();
  });

  test.each(['everything', 'sent&of=planet:3'])('behind=%s opens nothing that fails', async (behind) => {
    const { api } = open(`${paths.analytics}?behind=${behind}`);
    api.answer(routes.listConversationsOfFigure, { items: [], nextCursor: null });
    await cardOf('Sent');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('the export is a file with what is shown, and names in it are never formulas', async () => {
  const saved: { name: string; content: Blob }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    saved.push({ name: '', content: content as Blob });
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const last = saved.at(-1);
    if (last) last.name = this.download;
  });
  const { user } = open(`${paths.analytics}?range=7d&tag=nights`, {
    data: makeAnalytics({
      templates: [{ id: makeId(), name: '=HYPERLINK("x")', sent: 3000, answered: 1500, optOuts: 0 }],
    }),
  });
  await cardOf('Sent');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(saved.map(({ name }) => name)).toEqual(['analytics-2026-11-22-to-2026-11-23.csv']);
  const bytes = await saved[0]?.content.arrayBuffer();
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  expect(csv.startsWith('\u{FEFF}Analytics\r\nDays,2026-11-22 to 2026-11-23\r\n')).toBe(true);
  const sections = csv.split('\r\n\r\n').map((section) => section.split('\r\n').filter(Boolean));
  const section = (title: string) => sections.find(([first]) => first?.startsWith(title));
  expect(sections[0]).toContain('Tag,nights');
  expect(section('Figures')?.slice(0, 4)).toEqual([
    'Figures,These days,Days before',
    'Sent,120,100',
    'Received,80,80',
    'Delivered,95%,114%',
  ]);
  expect(section('Figures')).toContain('"You answer in (minutes, median)",10,15');
  expect(section('Texts over time')).toEqual([
    'Texts over time',
    'Day,Sent,Received',
    '2026-11-22,50,30',
    '2026-11-23,70,50',
  ]);
  expect(section('Templates')?.[2]).toBe(`"'=HYPERLINK(""x"")",3000,50%,0`);
  expect(section('Why texts failed')?.[2]).toBe("This number can't receive texts.,3");
});
