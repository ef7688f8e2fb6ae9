import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import { numberRejections } from '../../../contract/numbers.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { createLiveStream } from '../../testing/inbox.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

/** Past the word about seats. */
const NEW_NUMBER = `${paths.getNumber}?way=new`;

type Seat = NonNullable<User['seat']>;

const withoutNumber: Seat = {
  id: makeId(),
  seatRole: 'recruiter',
  seatType: 'texter',
  twilioNumber: null,
  twilioNumberFormatted: null,
  metadata: { linkStatus: null, linkRejection: null, isLandline: false },
};
const withNumber = (linkStatus: Seat['metadata']['linkStatus']): Seat => ({
  ...withoutNumber,
  twilioNumber: '+14155550101',
  twilioNumberFormatted: '(415) 555-0101',
  metadata: {
    linkStatus,
    linkRejection: linkStatus === 'rejected' ? numberRejections.cannotText : null,
    isLandline: false,
  },
});
const sanFrancisco = (last: string) => ({
  phoneNumber: `+1415555${last}`,
  phoneNumberFormatted: `(415) 555-${last}`,
  areaCode: '415',
  locality: 'San Francisco',
  region: 'CA',
});

function apiOf(seat: Seat | null = withoutNumber, planType: 'free' | 'monthly' = 'monthly') {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser({ seat }));
  api.answer(routes.getAccount, makeAccount({ planType }));
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.checkLinkStatus, { linkStatus: 'linking', linkRejection: null });
  api.answer(routes.findPhoneNumber, [sanFrancisco('0101'), sanFrancisco('0102')]);
  return api;
}

test('a number found by area code is bought; the sidebar follows it until it is active', async () => {
  const api = apiOf();
  const live = createLiveStream(api);
  const { user, path } = renderApp(NEW_NUMBER, { api });
  await user.type(await screen.findByLabelText('Area code'), '415');
  await screen.findByRole('radiogroup', { name: 'Numbers in 415' });
  expect(screen.getAllByText('San Francisco, CA')).toHaveLength(2);
  expect(api.asked(routes.findPhoneNumber).map(({ query }) => query)).toEqual([{ areaCode: '415' }]);

  api.answer(routes.buyPhoneNumber, () => {
    api.answer(routes.getUser, makeUser({ seat: withNumber('linking') }));
    return {
      phoneNumber: '+14155550101',
      phoneNumberFormatted: '(415) 555-0101',
      linkStatus: 'linking' as const,
    };
  });
  await user.click(screen.getByRole('radio', { name: /\(415\) 555-0101/ }));
  await user.dblClick(screen.getByRole('button', { name: 'Get (415) 555-0101' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Getting your number ready' }));
  expect(dialog.getByText(/Refresh the page to see status updates/)).toBeTruthy();
  expect(
    dialog.getByText(
      /still shows 'Activating' after 24 hours, contact the support team through the Support tab/,
    ),
  ).toBeTruthy();
  expect(api.asked(routes.buyPhoneNumber).map(({ body }) => body)).toEqual([{ phoneNumber: '+14155550101' }]);
  await user.click(dialog.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(path()).toBe(paths.messages));
  expect(await screen.findByText('Activating')).toBeTruthy();

  await live.connected();
  api.answer(routes.getUser, makeUser({ seat: withNumber('linked') }));
  live.emit({ type: 'seat.updated', seatId: withoutNumber.id, linkStatus: 'linked' });
  expect(await screen.findByText('Active')).toBeTruthy();
});

test.each([
  [true, false, 'Ready. Text your first candidate from (415) 555-0101.', 'Text your first candidate'],
  [true, true, 'Ready. Text a candidate from (415) 555-0101.', 'Text a candidate'],
  [false, false, /can text once your company is registered/, 'Register your company'],
])(
  'the word about getting ready turns into the next step (registered: %s, has texted: %s)',
  async (registered, hasConversations, said, next) => {
    const api = apiOf();
    const live = createLiveStream(api);
    const { user } = renderApp(NEW_NUMBER, { api });
    await user.type(await screen.findByLabelText('Area code'), '415');
    await user.click(await screen.findByRole('radio', { name: /0101/ }));
    api.answer(routes.buyPhoneNumber, () => {
      api.answer(routes.getUser, makeUser({ seat: withNumber('linking') }));
      return {
        phoneNumber: '+14155550101',
        phoneNumberFormatted: '(415) 555-0101',
        linkStatus: 'linking' as const,
      };
    });
    await user.click(screen.getByRole('button', { name: 'Get (415) 555-0101' }));
    await screen.findByRole('dialog', { name: 'Getting your number ready' });
    await live.connected();
    const metadata = { emailVerified: true, hasConversations, numberRegistered: registered };
    api.answer(routes.getUser, makeUser({ metadata, seat: withNumber('linked') }));
    live.emit({ type: 'seat.updated', seatId: withoutNumber.id, linkStatus: 'linked' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Your number is ready' }));
    expect(dialog.getByText(said)).toBeTruthy();
    expect(dialog.queryByText(/Refresh the page/)).toBeNull();
    expect(dialog.getByRole('link', { name: next })).toBeTruthy();
  },
);

test.each([
  ['linking', 'Activating'],
  ['rejected', 'Activating'],
  ['linked', 'Active'],
] as const)('a number that is %s is shown as %s, and can be asked about', async (linkStatus, badge) => {
  const api = apiOf(withNumber(linkStatus));
  api.answer(routes.checkLinkStatus, { linkStatus, linkRejection: null });
  const { user } = renderApp(paths.candidates, { api });
  const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
  expect(await sidebar.findByText('(415) 555-0101')).toBeTruthy();
  expect(sidebar.getByText(badge)).toBeTruthy();
  const before = api.asked(routes.checkLinkStatus).length;
  await user.click(sidebar.getByRole('button', { name: 'Check Status' }));
  expect(await screen.findByText('Check Status')).toBeTruthy();
  await waitFor(() => expect(api.asked(routes.checkLinkStatus).length).toBeGreaterThan(before));
});

test('without a number there is no badge', async () => {
  renderApp(paths.candidates, { api: apiOf() });
  await screen.findByRole('link', { name: 'Get a number' });
  expect(screen.queryByText(/^Activ/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Check Status' })).toBeNull();
});

test.each(['Escape', 'the cross'])('the word about getting ready is left by %s too, once', async (how) => {
  const api = apiOf();
  const { user, path } = renderApp(NEW_NUMBER, { api });
  await user.type(await screen.findByLabelText('Area code'), '415');
  await user.click(await screen.findByRole('radio', { name: /0101/ }));
  api.answer(routes.buyPhoneNumber, {
    phoneNumber: '+14155550101',
    phoneNumberFormatted: '(415) 555-0101',
    linkStatus: 'linking',
  });
  await user.click(screen.getByRole('button', { name: 'Get (415) 555-0101' }));
  const dialog = await screen.findByRole('dialog', { name: 'Getting your number ready' });
  if (how === 'Escape') await user.keyboard('{Escape}');
  else await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(path()).toBe(paths.messages));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a number that was just taken: the sentence, and what is still there', async () => {
  const api = apiOf();
  const { user } = renderApp(NEW_NUMBER, { api });
  await user.type(await screen.findByLabelText('Area code'), '415');
  await user.click(await screen.findByRole('radio', { name: /0101/ }));
  api.answer(routes.buyPhoneNumber, () => {
    api.answer(routes.findPhoneNumber, [sanFrancisco('0102')]);
    return new Refusal('number_taken');
  });
  await user.click(screen.getByRole('button', { name: 'Get (415) 555-0101' }));
  expect(await screen.findAllByText(failures.number_taken.message)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('(415) 555-0101')).toBeNull());
  expect(screen.getByText('(415) 555-0102')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose a number' })).toHaveProperty('disabled', true);
});

test('an area code without numbers suggests others', async () => {
  const api = apiOf();
  const { user } = renderApp(NEW_NUMBER, { api });
  api.answer(routes.findPhoneNumber, ({ query }) => (query.areaCode === '907' ? [] : [sanFrancisco('0101')]));
  await user.type(await screen.findByLabelText('Area code'), '907');
  expect(await screen.findByText(/no numbers in 907 right now/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '415 San Francisco' }));
  expect(await screen.findByText('(415) 555-0101')).toBeTruthy();
});

test('an area code without numbers shows those from nearby, with a note', async () => {
  const api = apiOf();
  const { user } = renderApp(NEW_NUMBER, { api });
  await user.type(await screen.findByLabelText('Area code'), '628');
  expect(
    await screen.findByText('There are no numbers in 628 right now. These are from nearby.'),
  ).toBeTruthy();
  expect(screen.getByRole('radiogroup', { name: 'Numbers near 628' })).toBeTruthy();
  expect(screen.getAllByText('San Francisco, CA')).toHaveLength(2);
});

test('a seat that comes without a number: a sentence names whom to ask', async () => {
  const api = apiOf();
  api.answer(routes.buyPhoneNumber, new Refusal('non_texter'));
  const { user, path } = renderApp(NEW_NUMBER, { api });
  await user.type(await screen.findByLabelText('Area code'), '415');
  await user.click(await screen.findByRole('radio', { name: /0101/ }));
  await user.click(screen.getByRole('button', { name: 'Get (415) 555-0101' }));
  expect(await screen.findAllByText(failures.non_texter.message)).toHaveLength(1);
  expect(path()).toBe(paths.getNumber);
});

test.each([
  ['member', /Your seat comes without a number. Ask Dana Reed to change that./],
  ['admin', /You can make yourself a texter on the/],
] as const)(
  'a %s whose seat comes without a number reads why, and is offered none',
  async (userType, sentence) => {
    const api = apiOf();
    api.answer(routes.getUser, makeUser({ userType, seat: { ...withoutNumber, seatType: 'nonTexter' } }));
    const { router } = renderApp(paths.account, { api });
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Get a number' })).toBeNull();
    expect(
      within(screen.getByRole('navigation', { name: 'Main' })).queryByRole('link', { name: 'Get a number' }),
    ).toBeNull();
    await router.navigate({ to: paths.getNumber });
    expect(await screen.findByRole('heading', { name: 'Get a number' })).toBeTruthy();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByLabelText('Area code')).toBeNull();
  },
);

test('an invalid area code shows an error at the field and is not asked for', async () => {
  const api = apiOf();
  const { user } = renderApp(NEW_NUMBER, { api });
  await user.type(await screen.findByLabelText('Area code'), 'a1x23');
  expect(
    await screen.findByText("Enter a three-digit area code that doesn't start with 0 or 1"),
  ).toBeTruthy();
  expect(api.asked(routes.findPhoneNumber)).toHaveLength(0);
});

test('a carrier that cannot be reached: the state, and another try', async () => {
  const api = apiOf();
  const { user } = renderApp(NEW_NUMBER, { api });
  api.answer(routes.findPhoneNumber, new Refusal('carrier_unavailable'));
  await user.type(await screen.findByLabelText('Area code'), '415');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  api.answer(routes.findPhoneNumber, [sanFrancisco('0101')]);
  await user.click(retry);
  expect(await screen.findByText('(415) 555-0101')).toBeTruthy();
});

test('a plan comes first', async () => {
  const { user, path } = renderApp(NEW_NUMBER, { api: apiOf(null, 'free') });
  expect(await screen.findByRole('heading', { name: 'You need a plan.' })).toBeTruthy();
  expect(screen.queryByLabelText('Area code')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'See plans' }));
  await waitFor(() => expect(path()).toBe(paths.planSelection));
});

test('a person with a number sees that they have one', async () => {
  const { user, path } = renderApp(NEW_NUMBER, { api: apiOf(withNumber('linked')) });
  expect(await screen.findByRole('heading', { name: 'You already have a number.' })).toBeTruthy();
  expect(screen.getByText('Candidates know you by (415) 555-0101.')).toBeTruthy();
  expect(
    within(screen.getByRole('navigation', { name: 'Main' })).queryByRole('link', { name: 'Get a number' }),
  ).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Go to Messages' }));
  await waitFor(() => expect(path()).toBe(paths.messages));
});

test.each(['the account', 'the sidebar', 'a typed address'])(
  'from %s, a word about the seat comes before the choice',
  async (from) => {
    const start = from === 'a typed address' ? paths.getNumber : paths.account;
    const { user, path, router } = renderApp(start, { api: apiOf() });
    const go = async () => {
      if (from === 'a typed address') return;
      const place =
        from === 'the sidebar'
          ? screen.findByRole('navigation', { name: 'Main' })
          : screen.findByRole('main');
      await user.click(await within(await place).findByRole('link', { name: 'Get a number' }));
    };
    await go();
    const dialog = within(await screen.findByRole('dialog', { name: 'Get a number' }));
    expect(dialog.getByText(/^Getting a number uses one of the available seats\.$/)).toBeTruthy();
    expect(screen.queryByLabelText('Area code')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(path()).toBe(paths.account));
    await router.navigate({ to: paths.getNumber });
    await user.click(await screen.findByRole('link', { name: 'Get number' }));
    expect(await screen.findByLabelText('Area code')).toBeTruthy();
    expect(path()).toBe(paths.getNumber);
  },
);
