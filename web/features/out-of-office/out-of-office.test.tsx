import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import type { OutOfOffice } from '../../../contract/out-of-office.ts';
import { DEFAULT_OUT_OF_OFFICE_MESSAGE } from '../../../contract/out-of-office-rules.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { createInboxApi, createLiveStream } from '../../testing/inbox.ts';
import { makeAccount, makeConversation, makeId, makeOutOfOffice, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

const cem = { id: makeId(), firstName: 'Cem', lastName: 'Okafor', outOfOffice: null };
const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();

/** The account page over a server that keeps changes. */
function open(stored: Partial<OutOfOffice> = {}, user: Partial<User> = {}, account: Partial<Account> = {}) {
  const api = createFakeApi();
  const me = makeUser(user);
  let current = makeOutOfOffice({ delegates: [cem], ...stored });
  api.answer(routes.getUser, () => ({
    ...me,
    outOfOfficeMessageEnabled: current.outOfOfficeMessageEnabled,
    outOfOfficeStartsAt: current.startsAt,
    outOfOfficeEndsAt: current.endsAt,
  }));
  api.answer(routes.getAccount, makeAccount(account));
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, []);
  api.answer(routes.getOutOfOffice, () => current);
  api.answer(routes.updateOutOfOffice, ({ body }) => {
    current = { ...current, ...(body as Partial<OutOfOffice>) };
    return current;
  });
  const live = createLiveStream(api);
  /** An admin changes it. */
  const becomes = async (changed: Partial<OutOfOffice>) => {
    await live.connected();
    current = { ...current, ...changed };
    live.emit({ type: 'seat.updated', seatId: me.seat?.id ?? '', linkStatus: null });
  };
  return { ...renderApp(paths.accountAvailability, { api }), becomes };
}

const section = async () => within(await screen.findByRole('region', { name: 'Out of office' }));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const save = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save out of office' });
const mark = () => screen.queryAllByRole('link', { name: 'Out of Office' });

test('a message is offered, turned on for a period and given a delegate; the shell shows it at once', async () => {
  const { user, api } = open();
  expect((await field('Message')).value).toBe(DEFAULT_OUT_OF_OFFICE_MESSAGE);
  expect((await save()).disabled).toBe(true);
  expect(mark()).toEqual([]);
  await user.click(await screen.findByRole('switch', { name: /^Reply automatically/ }));
  fireEvent.change(await field('Starts'), { target: { value: '2026-01-05T09:00' } });
  fireEvent.change(await field('Ends'), { target: { value: '2099-07-09T17:30' } });
  expect((await section()).getByText('On from Jan 5, 2026 9:00 AM until Jul 9, 2099 5:30 PM.')).toBeTruthy();
  fireEvent.change(await field('Starts'), { target: { value: '2099-08-01T09:00' } });
  expect((await section()).queryByText(/^On /)).toBeNull();
  fireEvent.change(await field('Starts'), { target: { value: '2026-01-05T09:00' } });
  const preview = 'On from Jan 5, 2026 9:00 AM until Jul 9, 2099 5:30 PM.';
  expect((await section()).getByText(preview)).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Delegate' }));
  await user.click(await screen.findByText('Cem Okafor'));
  await user.click(await save());
  await waitFor(() => expect(screen.getAllByText(preview)).toHaveLength(2));
  expect(api.asked(routes.updateOutOfOffice).map(({ body }) => body)).toEqual([
    {
      outOfOfficeMessageEnabled: true,
      outOfOfficeMessage: DEFAULT_OUT_OF_OFFICE_MESSAGE,
      startsAt: '2026-01-05T14:00:00.000Z',
      endsAt: '2099-07-09T21:30:00.000Z',
      delegateUserId: cem.id,
    },
  ]);
  await waitFor(() => expect(mark()).toHaveLength(1));
  expect(screen.queryByTitle('Acme Staffing')).toBeNull();
});

test('what an admin sets meanwhile is in the form, beside what is typed', async () => {
  const { becomes } = open();
  fireEvent.change(await field('Ends'), { target: { value: '2099-07-09T17:30' } });
  await becomes({ outOfOfficeMessage: 'Back in July.' });
  expect(await screen.findByDisplayValue('Back in July.')).toBe(await field('Message'));
  expect((await field('Ends')).value).toBe('2099-07-09T17:30');
});

test('what is wrong stands at its field, and nothing is sent', async () => {
  const { user, api } = open();
  await user.click(await screen.findByRole('switch', { name: /^Reply automatically/ }));
  await user.clear(await field('Message'));
  fireEvent.change(await field('Ends'), { target: { value: '2020-01-01T09:00' } });
  await user.click(await save());
  expect(await screen.findByText('Write the message to send to candidates')).toBeTruthy();
  expect(screen.getByText('The end is in the past')).toBeTruthy();
  fireEvent.change(await field('Message'), { target: { value: 'x'.repeat(613) } });
  await user.click(await save());
  expect(await screen.findByText('Shorten the message to 4 segments or fewer (it has 5)')).toBeTruthy();
  expect((await section()).getByText(/counts as 5 texts$/)).toBeTruthy();
  expect(api.asked(routes.updateOutOfOffice)).toEqual([]);
});

test('what only the server knows stands at its field too', async () => {
  const { user, api } = open({ delegateUserId: cem.id, outOfOfficeMessage: 'Back soon' });
  api.answer(
    routes.updateOutOfOffice,
    new Refusal('invalid', { delegateUserId: ['Choose a colleague who has a seat'] }),
  );
  await user.click(await screen.findByRole('switch', { name: /^Reply automatically/ }));
  await user.click(await save());
  expect(await screen.findByText('Choose a colleague who has a seat')).toBeTruthy();
});

test('alone in an account there is no one to choose', async () => {
  open({ delegates: [] });
  await field('Message');
  expect(screen.queryByRole('combobox', { name: 'Delegate' })).toBeNull();
});

test('a form that could not be loaded is loaded again', async () => {
  const { user, api } = open();
  await field('Message');
  api.answer(routes.getOutOfOffice, new Refusal('unavailable'));
  renderApp(paths.accountAvailability, { api });
  const again = (await screen.findAllByText("Out of office couldn't be loaded."))[0]?.parentElement;
  api.answer(routes.getOutOfOffice, makeOutOfOffice({ outOfOfficeMessage: 'Here again' }));
  await user.click(within(again ?? document.body).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByDisplayValue('Here again')).toBeTruthy();
});

test.each<[string, Partial<OutOfOffice>, Partial<Account>, number]>([
  ['on', { outOfOfficeMessageEnabled: true }, {}, 1],
  ['off', {}, {}, 0],
  ['on in a personal account', { outOfOfficeMessageEnabled: true }, { type: 'personal' }, 0],
  ['on from tomorrow', { outOfOfficeMessageEnabled: true, startsAt: inHours(24) }, {}, 0],
  ['over', { outOfOfficeMessageEnabled: true, endsAt: inHours(-1) }, {}, 0],
  [
    'on since yesterday',
    { outOfOfficeMessageEnabled: true, startsAt: inHours(-24), endsAt: inHours(24) },
    {},
    1,
  ],
])('the mark in place of the logo, when it is %s', async (_, stored, account, marks) => {
  open(stored, {}, account);
  await field('Message');
  expect(mark()).toHaveLength(marks);
  expect(screen.queryAllByTitle('Acme Staffing')).toHaveLength(1 - marks);
});

test('the mark leads to the form, from a minimized sidebar too', async () => {
  const { user, path, router } = open({ outOfOfficeMessageEnabled: true });
  await field('Message');
  await user.click(screen.getByRole('button', { name: 'Minimize sidebar' }));
  await router.navigate({ to: paths.candidates });
  const [link] = mark();
  expect(link?.textContent).toBe('');
  await user.click(link as HTMLElement);
  await waitFor(() => expect(path()).toBe(paths.accountAvailability));
});

test('the inbox shows it, and turns it off with one click', async () => {
  const endsAt = inHours(24 * 365);
  const me = makeUser({ outOfOfficeMessageEnabled: true, outOfOfficeEndsAt: endsAt });
  const { api } = createInboxApi({ conversations: [makeConversation()], user: me });
  api.answer(routes.updateOutOfOffice, () => {
    api.answer(routes.getUser, { ...me, outOfOfficeMessageEnabled: false });
    return makeOutOfOffice();
  });
  const { user } = renderApp(paths.messages, { api });
  const banner = within(await screen.findByRole('region', { name: 'Out of office' }));
  expect(banner.getByText(/^Out of office until \w+ \d/)).toBeTruthy();
  await user.click(banner.getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Out of office' })).toBeNull());
  expect(api.asked(routes.updateOutOfOffice).map(({ body }) => body)).toEqual([
    { outOfOfficeMessageEnabled: false },
  ]);
});

test('a delegate who is away at the same time is pointed out, and no one else is', async () => {
  const away = {
    ...cem,
    outOfOffice: { startsAt: '2099-07-05T13:00:00.000Z', endsAt: '2099-07-12T13:00:00.000Z' },
  };
  const other = { ...cem, id: makeId(), firstName: 'Ada' };
  open({
    outOfOfficeMessageEnabled: true,
    outOfOfficeMessage: 'Hi',
    delegates: [other, away],
    delegateUserId: away.id,
  });
  const hint = /Cem is out of office too from Jul 5, 2099 9:00 AM until Jul 12, 2099 9:00 AM\./;
  expect(await screen.findByText(hint)).toBeTruthy();
  fireEvent.change(await field('Ends'), { target: { value: '2099-07-05T09:00' } });
  expect(screen.queryByText(hint)).toBeNull();
  fireEvent.change(await field('Ends'), { target: { value: '2099-07-05T09:01' } });
  expect(screen.getByText(hint)).toBeTruthy();
  fireEvent.change(await field('Ends'), { target: { value: '' } });
  fireEvent.change(await field('Starts'), { target: { value: '2099-07-12T09:00' } });
  expect(screen.queryByText(hint)).toBeNull();
});

test('a delegate sees whom they cover for, above the inbox and at each conversation', async () => {
  const covers = [{ userId: cem.id, firstName: 'Cem', lastName: 'Okafor', until: null }];
  const me = makeUser({ covers });
  const conversations = [makeConversation({ assigneeId: cem.id }), makeConversation({ assigneeId: me.id })];
  const { api, inbox, live } = createInboxApi({ conversations, user: me });
  renderApp(paths.messages, { api });
  expect(await screen.findByText('Covering for Cem')).toBeTruthy();
  expect(await screen.findAllByText('For Cem')).toHaveLength(1);

  // Cem is back: the server reports a change of the person.
  await live.connected();
  api.answer(routes.getUser, { ...me, covers: [] });
  inbox.conversations = conversations.slice(1);
  live.emit({ type: 'seat.updated', seatId: me.seat?.id ?? '', linkStatus: 'linked' });
  await waitFor(() => expect(screen.queryByText('Covering for Cem')).toBeNull());
  await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(1));
});

test('a time that the clocks skip is refused, and of one that comes twice you read which it is', async () => {
  const { user, api } = open({ timezone: 'America/New_York' });
  fireEvent.change(await field('Starts'), { target: { value: '2099-03-08T02:30' } });
  await user.click(await save());
  const region = await section();
  expect(await region.findAllByText(/The clocks go forward that day and skip this time/)).toHaveLength(1);
  expect(api.asked(routes.updateOutOfOffice)).toEqual([]);
  fireEvent.change(await field('Starts'), { target: { value: '2099-11-01T01:30' } });
  expect(region.getByText(/this time comes twice. This is the earlier one/)).toBeTruthy();
  await user.click(await save());
  await waitFor(() => expect(api.asked(routes.updateOutOfOffice)).toHaveLength(1));
  expect(api.asked(routes.updateOutOfOffice)[0]?.body.startsAt).toBe('2099-11-01T05:30:00.000Z');
});

test('a time that comes twice stays the later one where it was', async () => {
  const { user, api } = open({ timezone: 'America/New_York', startsAt: '2099-11-01T06:30:00.000Z' });
  await user.click(await screen.findByRole('switch', { name: /^Reply automatically/ }));
  await user.click(await save());
  await waitFor(() => expect(api.asked(routes.updateOutOfOffice)).toHaveLength(1));
  expect(api.asked(routes.updateOutOfOffice)[0]?.body.startsAt).toBe('2099-11-01T06:30:00.000Z');
});
