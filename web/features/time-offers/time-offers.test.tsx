import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import { type TimeOffer, USUAL_HOURS } from '../../../contract/time-offers.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import {
  makeAccount,
  makeCandidate,
  makeConversation,
  makeConversationCandidate,
  makeTimeOffer,
  makeUser,
  NUMBER_CHANGE,
} from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const candidate = makeCandidate({ zones: ['America/Chicago'], email: 'ben@example.com' });
const ofMine = (over: Partial<TimeOffer> = {}) => makeTimeOffer({ candidateId: candidate.id, ...over });
const NEXT_YEAR = new Date().getFullYear() + 1;
const free = ['03-03T15:00', '03-03T15:15', '03-04T15:00']
  .map((at) => `${NEXT_YEAR}-${at}:00.000Z`)
  .map((startsAt) => ({ startsAt, endsAt: new Date(Date.parse(startsAt) + 1800_000).toISOString() }));

async function open(offers: TimeOffer[] = []) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        matches: true,
        media,
        addListener: () => {},
        removeListener: () => {},
      }) as unknown as MediaQueryList,
  );
  const { id, firstName, lastName, phoneNumber, phoneNumberFormatted, consent } = candidate;
  const conversation = makeConversation({
    candidate: makeConversationCandidate({
      id,
      firstName,
      lastName,
      phoneNumber,
      phoneNumberFormatted,
      consent,
    }),
  });
  const { api } = createInboxApi({
    conversations: [conversation],
    user: makeUser({ timezone: 'America/New_York' }),
  });
  const stored = { offers, isTaken: false };
  api.answer(routes.getCandidate, candidate);
  api.answer(routes.listTimeOffers, () => ({ items: stored.offers, nextCursor: null }));
  api.answer(routes.listFreeTimes, {
    items: free,
    timezone: 'America/New_York',
    candidateTimezone: 'America/Chicago',
    incomplete: [],
  });
  api.answer(routes.previewTimeOffer, ({ query }) => {
    const options = String(query.times)
      .split(',')
      .map((at, index) => `${index + 1}) ${at}`);
    const body = [query.intro ?? 'When?', ...options, 'Reply.'].join('\n');
    return { body, options, timezone: 'America/Chicago' };
  });
  api.answer(routes.createTimeOffer, () => {
    if (stored.isTaken) return new Refusal('time_taken');
    const made = makeTimeOffer({ candidateId: id });
    stored.offers = [made];
    return made;
  });
  api.answer(routes.withdrawTimeOffer, () => {
    stored.offers = stored.offers.map((each) => ({ ...each, status: 'withdrawn' as const }));
    return { status: 'ok' as const };
  });
  const app = renderApp(`/dashboard/messages/${conversation.id}`, { api });
  await app.user.click(await screen.findByRole('button', { name: 'Interviews' }));
  return { ...app, stored, conversation };
}

const isClosed = (button: HTMLElement) => (button as HTMLButtonElement).disabled;
const written = (field: HTMLElement) => (field as HTMLTextAreaElement).value;
const dialog = () => screen.findByRole('dialog', { name: /^Offer times to / });

async function openDialog() {
  const app = await open();
  await app.user.click(await screen.findByRole('button', { name: 'Offer times' }));
  return { ...app, form: within(await dialog()) };
}

describe('offering times', () => {
  test('shows them in both zones, takes those that fit together, and sends the text', async () => {
    const { user, api, form, conversation } = await openDialog();
    const [first] = await form.findAllByRole('button', { name: '10:00 AM 9:00 AM theirs' });
    await user.click(first as HTMLElement);
    expect(form.queryByRole('button', { name: /^10:15 AM/ })).toBeNull();
    await user.click(form.getByRole('button', { name: 'Show quarter hours' }));
    expect(isClosed(form.getByRole('button', { name: /^10:15 AM/ }))).toBe(true);
    await user.click(form.getAllByRole('button', { name: /^10:00 AM/ })[1] as HTMLElement);
    form.getByText('2 of 3 times chosen');
    const text = await form.findByLabelText('Text');
    const times = [free[0]?.startsAt, free[2]?.startsAt];
    await waitFor(() => expect(written(text)).toBe(`When?\n1) ${times[0]}\n2) ${times[1]}\nReply.`));
    await user.click(form.getByRole('button', { name: 'Send times' }));
    await screen.findByText('Times sent');
    expect(api.asked(routes.createTimeOffer).map(({ body }) => body)).toMatchObject([
      { conversationId: conversation.id, minutes: 30, times, sendInvitation: true },
    ]);
    const list = await screen.findByRole('list', { name: 'Offered times' });
    expect(list.textContent).toContain('Waiting for an answer');
  });

  test('keeps what was written before the times when another one is chosen', async () => {
    const { user, form } = await openDialog();
    await user.click((await form.findAllByRole('button', { name: /^10:00 AM/ }))[0] as HTMLElement);
    const text = await form.findByLabelText('Text');
    await waitFor(() => expect(written(text)).toBe(`When?\n1) ${free[0]?.startsAt}\nReply.`));
    await user.clear(text);
    await fill(user, text, `Hi Ben!\n1) ${free[0]?.startsAt}\nThanks`);
    await user.click(form.getAllByRole('button', { name: /^10:00 AM/ })[1] as HTMLElement);
    await waitFor(() =>
      expect(written(text)).toBe(`Hi Ben!\n1) ${free[0]?.startsAt}\n2) ${free[2]?.startsAt}\nReply.`),
    );
  });

  test('asks before a number that someone else changed', async () => {
    const { user, api, form } = await openDialog();
    api.answer(routes.createTimeOffer, ({ body }) =>
      body.confirmedNumber === NUMBER_CHANGE.phoneNumber
        ? makeTimeOffer({ candidateId: candidate.id })
        : new Refusal('number_changed', undefined, { numberChange: NUMBER_CHANGE }),
    );
    await user.click((await form.findAllByRole('button', { name: /^10:00 AM/ }))[0] as HTMLElement);
    await form.findByLabelText('Text');
    await waitFor(() => expect(isClosed(form.getByRole('button', { name: 'Send times' }))).toBe(false));
    await user.click(form.getByRole('button', { name: 'Send times' }));
    await form.findByText(/was changed on March 03, 2026 by Marcus Webb, from \(415\) 555-0110 to/);
    expect(screen.queryByText(failures.number_changed.message)).toBeNull();
    await user.click(form.getByRole('button', { name: 'Text the new number' }));
    await screen.findByText('Times sent');
  });

  test('starts over when someone else was faster', async () => {
    const { user, form, stored } = await openDialog();
    stored.isTaken = true;
    await user.click((await form.findAllByRole('button', { name: /^10:00 AM/ }))[0] as HTMLElement);
    await form.findByLabelText('Text');
    await waitFor(() => expect(isClosed(form.getByRole('button', { name: 'Send times' }))).toBe(false));
    await user.click(form.getByRole('button', { name: 'Send times' }));
    await screen.findByText(/isn't free anymore/);
    form.getByText('Choose up to 3 times');
  });
});

test('an open offer is withdrawn, and one that needs a person is marked', async () => {
  const needs = ofMine({ title: 'Panel', status: 'needsPerson', chosen: 2 });
  const { user } = await open([ofMine(), needs, ofMine({ title: 'Old', status: 'expired' })]);
  const list = await screen.findByRole('list', { name: 'Offered times' });
  expect(list.textContent).toContain('1) Tuesday, Mar 3, 2099, 10:00 AM9:00 AM theirs');
  expect(list.textContent).toContain('They chose 2');
  expect(list.textContent).not.toContain('Old');
  await user.click(within(list).getByRole('button', { name: 'Withdraw Phone screen' }));
  await screen.findByText('Offer withdrawn');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Offered times' })).toBeNull());
});

test('one that was booked says when, until it is over', async () => {
  await open([
    ofMine({ title: 'Call', status: 'booked', chosen: 1 }),
    ofMine({
      title: 'Over',
      status: 'booked',
      chosen: 1,
      times: [
        { startsAt: '2020-03-02T15:00:00.000Z', endsAt: '2020-03-02T15:30:00.000Z', number: 1, held: true },
      ],
    }),
  ]);
  const list = await screen.findByRole('list', { name: 'Offered times' });
  expect(list.textContent).toContain('Booked Tue, Mar 3 10:00 AM');
  expect(list.textContent).not.toContain('Over');
});

test('an offer that ended with an opt-out shows why, and only the newest', async () => {
  const ended = { status: 'withdrawn' as const, withdrawnBecause: 'optedOut' as const };
  await open([ofMine({ ...ended, title: 'Second call' }), ofMine({ ...ended, title: 'First call' })]);
  const list = await screen.findByRole('list', { name: 'Offered times' });
  expect(list.textContent).toContain('Second call');
  expect(list.textContent).toContain('They opted out, so these times are free again.');
  expect(list.textContent).not.toContain('First call');
});

test('working hours are changed, and an end before its start is refused at its day', async () => {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.updateWorkingHours, ({ body }) => ({ ...body, timezone: 'America/New_York' }));
  const { user } = renderApp(paths.calendars, { api });
  const region = within(await screen.findByRole('region', { name: 'Working hours' }));
  await user.click(await region.findByRole('checkbox', { name: 'Friday' }));
  const from = region.getByLabelText('Thursday from');
  await user.clear(from);
  await user.type(from, '18:00');
  await user.click(region.getByRole('button', { name: 'Save working hours' }));
  expect((await region.findByRole('alert')).textContent).toBe('The end has to be after the start');
  await user.clear(from);
  await user.type(from, '10:00');
  await user.click(region.getByRole('button', { name: 'Save working hours' }));
  await screen.findByText('Working hours saved');
  const days = USUAL_HOURS.days
    .slice(0, 4)
    .map((day, index) => (index === 3 ? { ...day, from: '10:00' } : day));
  expect(api.asked(routes.updateWorkingHours).map(({ body }) => body)).toEqual([{ ...USUAL_HOURS, days }]);
});
