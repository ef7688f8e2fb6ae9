import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { failures } from '../../../../contract/failure.ts';
import { type LandlineOrder, landlineRejections } from '../../../../contract/landlines.ts';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser, makeUserSession } from '../../../testing/make.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

const owner = {
  company: 'Quayside Talent LLC',
  street: '1 Harbor Way',
  city: 'Oakland',
  state: 'CA',
  postalCode: '94607',
};
const AT = '2026-11-21T15:00:00.000Z';
const nothing = { requestCode: false, confirmCode: false, sign: false, withdraw: true };

function makeOrder(over: Partial<LandlineOrder> = {}): LandlineOrder {
  return {
    id: makeId(),
    phoneNumber: '+12125557341',
    phoneNumberFormatted: '(212) 555-7341',
    state: 'verifying',
    linkStatus: 'linking',
    owner,
    code: { isTypedHere: true, toType: null, sentAt: AT, triesLeft: 5 },
    needsBill: false,
    hasBill: false,
    letter: null,
    carrierLetterTo: null,
    rejection: null,
    startedAt: AT,
    changedAt: AT,
    can: { ...nothing, requestCode: true, confirmCode: true },
    ...over,
  };
}
const signing = (over: Partial<LandlineOrder> = {}) =>
  makeOrder({ state: 'signing', code: null, can: { ...nothing, sign: true }, ...over });
const reviewing = (over: Partial<LandlineOrder> = {}) =>
  makeOrder({
    state: 'reviewing',
    code: null,
    letter: { name: 'Robin Ashdown', title: 'Office manager', signedAt: AT },
    can: nothing,
    ...over,
  });
const rejected = () =>
  makeOrder({
    state: 'rejected',
    linkStatus: 'rejected',
    code: null,
    rejection: landlineRejections.letterRefused,
    can: { ...nothing, withdraw: false },
  });

function apiWith(first: LandlineOrder | null) {
  const api = createFakeApi();
  const state = { order: first };
  api.answer(
    routes.getUser,
    makeUser({
      seat: {
        id: makeId(),
        seatRole: 'recruiter',
        seatType: 'texter',
        twilioNumber: null,
        twilioNumberFormatted: null,
        metadata: { linkStatus: null, linkRejection: null, isLandline: false },
      },
    }),
  );
  api.answer(routes.getAccount, makeAccount({ name: 'Quayside Talent LLC' }));
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getLandline, () => ({
    order: state.order,
    verification: { codeWays: ['call' as const, 'text' as const], takesExtension: true },
  }));
  const becomes = (order: LandlineOrder) => () => {
    state.order = order;
    return order;
  };
  return { api, state, becomes };
}

/** From here on. What it answers lets the time pass after which the screen asks how the order stands. */
function watchTheClock() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  return () => act(() => vi.advanceTimersByTime(3000));
}

test('from the number to the review, step by step', async () => {
  const itLooksAgain = watchTheClock();
  const { api, state, becomes } = apiWith(null);
  const { user } = renderApp(`${paths.getNumber}?way=new`, { api });
  await user.click(await screen.findByRole('radio', { name: 'A number you already have' }));
  api.answer(routes.checkLandline, {
    phoneNumber: '+12125557341',
    phoneNumberFormatted: '(212) 555-7341',
    codeWays: ['call', 'text'],
    takesExtension: true,
  });
  await fill(user, await screen.findByLabelText('Your number'), '2125557341');
  await user.click(screen.getByRole('button', { name: 'Check number' }));

  const heading = await screen.findByRole('heading', { name: 'You can use (212) 555-7341' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByLabelText<HTMLInputElement>('Company').value).toBe('Quayside Talent LLC');
  await user.click(screen.getByRole('button', { name: 'Call the number now' }));
  expect(await screen.findByText('The street is required')).toBeTruthy();
  await fill(user, screen.getByLabelText('Street'), '1 Harbor Way');
  await fill(user, screen.getByLabelText('City'), 'Oakland');
  await fill(user, screen.getByLabelText('State'), 'ca');
  await fill(user, screen.getByLabelText('ZIP code'), '94607');
  await fill(user, screen.getByLabelText('Extension'), '204');
  api.answer(routes.enableLandline, becomes(makeOrder()));
  await user.click(screen.getByRole('button', { name: 'Call the number now' }));

  await screen.findByRole('heading', { name: 'Enter the code for (212) 555-7341' });
  expect(api.asked(routes.enableLandline)[0]?.body).toEqual({
    phoneNumber: '+12125557341',
    owner,
    verifyBy: 'call',
    extension: '204',
  });
  api.answer(routes.confirmLandlineCode, new Refusal('code_invalid'));
  await user.type(screen.getByLabelText('Code'), '111 111');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findAllByText(failures.code_invalid.message)).toHaveLength(1);
  api.answer(routes.confirmLandlineCode, becomes(signing()));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));

  await screen.findByRole('heading', { name: 'Sign the letter of authorization' });
  const letter = within(screen.getByRole('region', { name: 'The letter' }));
  expect(letter.getByText(/Voice service stays with the current provider/)).toBeTruthy();
  await fill(user, screen.getByLabelText('Job title'), 'Office manager');
  await fill(user, screen.getByLabelText('Signature'), 'Someone Else');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Sign and submit' }));
  expect(await screen.findByText('Type your name exactly as above')).toBeTruthy();
  const name = screen.getByLabelText<HTMLInputElement>('Name').value;
  await user.clear(screen.getByLabelText('Signature'));
  await fill(user, screen.getByLabelText('Signature'), name.toLowerCase());
  api.answer(routes.signLandlineLetter, becomes(reviewing()));
  await user.click(screen.getByRole('button', { name: 'Sign and submit' }));

  const ready = within(await screen.findByRole('dialog', { name: 'Getting your number ready' }));
  expect(ready.getByText(/Refresh the page to see status updates/)).toBeTruthy();
  expect(
    ready.getByText(
      /still shows 'Activating' after 24 hours, contact the support team through the Support tab/,
    ),
  ).toBeTruthy();
  expect(ready.getByText(/two to five business days/)).toBeTruthy();
  await user.click(ready.getByRole('button', { name: 'OK' }));
  await screen.findByRole('heading', { name: '(212) 555-7341 is being reviewed' });
  expect(screen.getByText(/Most numbers take two to five business days/)).toBeTruthy();
  expect(screen.getByRole('listitem', { current: 'step' }).textContent).toBe('5Review');

  state.order = rejected();
  itLooksAgain();
  expect(await screen.findByRole('heading', { name: '(212) 555-7341 was rejected' })).toBeTruthy();
});

test.each([
  ['verifying', makeOrder(), 'Enter the code for (212) 555-7341'],
  ['signing', signing(), 'Sign the letter of authorization'],
  ['reviewing', reviewing(), '(212) 555-7341 is being reviewed'],
  ['rejected', rejected(), '(212) 555-7341 was rejected'],
])('a person who comes back while it is %s continues there', async (_, order, heading) => {
  renderApp(paths.getNumber, { api: apiWith(order).api });
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'A number you already have' }).checked).toBe(
    true,
  );
});

test('a number that is linked while one waits can text, and what was entered is forgotten', async () => {
  const itLooksAgain = watchTheClock();
  const { api, state } = apiWith(reviewing());
  renderApp(paths.getNumber, { api });
  await screen.findByRole('heading', { name: '(212) 555-7341 is being reviewed' });
  state.order = reviewing({ state: 'linked', linkStatus: 'linked', can: { ...nothing, withdraw: false } });
  itLooksAgain();
  expect(await screen.findByRole('heading', { name: '(212) 555-7341 is ready to text' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Messages' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();
});

test('after a number was given up again, another one can be set up', async () => {
  const { api } = apiWith(reviewing({ state: 'linked', linkStatus: 'linked' }));
  renderApp(`${paths.getNumber}?way=landline`, { api });
  expect(await screen.findByLabelText('Your number')).toBeTruthy();
});

test('a code that has to be pressed on the phone is shown, and the page continues by itself', async () => {
  const itLooksAgain = watchTheClock();
  const order = makeOrder({
    code: { isTypedHere: false, toType: '482913', sentAt: AT, triesLeft: 5 },
    can: { ...nothing, requestCode: true },
  });
  const { api, state } = apiWith(order);
  renderApp(paths.getNumber, { api });
  expect(await screen.findByText('482913')).toBeTruthy();
  expect(screen.queryByLabelText('Code')).toBeNull();
  state.order = signing();
  itLooksAgain();
  expect(await screen.findByRole('heading', { name: 'Sign the letter of authorization' })).toBeTruthy();
});

test('after the last try only a new code helps', async () => {
  const spent = makeOrder({
    code: { isTypedHere: true, toType: null, sentAt: AT, triesLeft: 0 },
    can: { ...nothing, requestCode: true },
  });
  const { api, becomes } = apiWith(spent);
  const { user } = renderApp(paths.getNumber, { api });
  expect(await screen.findByText(/last try with this code/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true);
  api.answer(routes.requestLandlineCode, becomes(makeOrder()));
  await user.click(screen.getByRole('button', { name: 'Text the code' }));
  await waitFor(() => expect(screen.queryByText(/last try/)).toBeNull());
  expect(api.asked(routes.requestLandlineCode).map(({ body }) => body)).toEqual([
    { verifyBy: 'text', extension: '' },
  ]);
});

test.each([
  ['landline_in_use', undefined, failures.landline_in_use.message],
  ['invalid', { phoneNumber: ["Toll-free numbers can't be used."] }, "Toll-free numbers can't be used."],
] as const)('a number that can not be used: %s', async (code, fields, sentence) => {
  const { api } = apiWith(null);
  api.answer(routes.checkLandline, new Refusal(code, fields && { phoneNumber: [...fields.phoneNumber] }));
  const { user } = renderApp(`${paths.getNumber}?way=landline`, { api });
  await fill(user, await screen.findByLabelText('Your number'), '8005550142');
  await user.click(screen.getByRole('button', { name: 'Check number' }));
  expect(await screen.findAllByText(sentence)).toHaveLength(1);
});

test('where the carrier asks for the bill, nothing is signed without it', async () => {
  const { api } = apiWith(signing({ needsBill: true }));
  const { user } = renderApp(paths.getNumber, { api });
  await fill(user, await screen.findByLabelText('Job title'), 'Owner');
  await fill(user, screen.getByLabelText('Signature'), screen.getByLabelText<HTMLInputElement>('Name').value);
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Sign and submit' }));
  expect(await screen.findByText('Attach your latest phone bill')).toBeTruthy();
  expect(api.asked(routes.signLandlineLetter)).toHaveLength(0);
});

test("asks for the carrier's own letter", async () => {
  renderApp(paths.getNumber, { api: apiWith(reviewing({ carrierLetterTo: 'ana@quayside.example' })).api });
  expect(await screen.findByText(/mailed its own letter to ana@quayside.example/)).toBeTruthy();
});

test('a rejection shows why and what to do, and the next try knows what was entered', async () => {
  const { api } = apiWith(rejected());
  const { user } = renderApp(paths.getNumber, { api });
  expect(await screen.findByText(landlineRejections.letterRefused.sentence)).toBeTruthy();
  expect(screen.getByText(landlineRejections.letterRefused.advice)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Your number')).value).toBe('(212) 555-7341');
  api.answer(routes.checkLandline, {
    phoneNumber: '+12125557341',
    phoneNumberFormatted: '(212) 555-7341',
    codeWays: ['call'],
    takesExtension: false,
  });
  await user.click(screen.getByRole('button', { name: 'Check number' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Street')).value).toBe('1 Harbor Way');
  expect(screen.queryByLabelText('Extension')).toBeNull();
});

test('it is stopped after a second thought only', async () => {
  const { api, becomes } = apiWith(reviewing());
  const { user } = renderApp(paths.getNumber, { api });
  await user.click(await screen.findByRole('button', { name: 'Stop setting it up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop setting up (212) 555-7341?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep going' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.asked(routes.withdrawLandline)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Stop setting it up' }));
  api.answer(
    routes.withdrawLandline,
    becomes(
      makeOrder({ state: 'withdrawn', linkStatus: null, code: null, can: { ...nothing, withdraw: false } }),
    ),
  );
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('(212) 555-7341 is no longer being set up.')).toBeTruthy();
});

test('when it can not be loaded: the state, and another try', async () => {
  const { api } = apiWith(null);
  api.answer(routes.getLandline, new Refusal('forbidden'));
  const { user } = renderApp(`${paths.getNumber}?way=landline`, { api });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  api.answer(routes.getLandline, {
    order: null,
    verification: { codeWays: ['call'], takesExtension: false },
  });
  await user.click(retry);
  expect(await screen.findByLabelText('Your number')).toBeTruthy();
});

test('calls to it stay with the phone company, so no forwarding is offered', async () => {
  const { api } = apiWith(reviewing({ state: 'linked', linkStatus: 'linked' }));
  const user = makeUser();
  const number = { twilioNumber: '+12125557341', twilioNumberFormatted: '(212) 555-7341' };
  const metadata = { linkStatus: 'linked' as const, linkRejection: null, isLandline: true };
  api.answer(routes.getUser, { ...user, seat: user.seat && { ...user.seat, ...number, metadata } });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  renderApp(paths.accountAvailability, { api });
  expect(await screen.findByText(failures.number_is_landline.message)).toBeTruthy();
  expect(screen.queryByRole('switch', { name: 'Forward calls to another phone' })).toBeNull();
});

describe('on the account page', () => {
  const seat = makeUser().seat;
  const office = { twilioNumber: '+12125557341', twilioNumberFormatted: '(212) 555-7341' };
  function accountWith(order: LandlineOrder | null, over: Partial<NonNullable<User['seat']>> = {}) {
    const { api, state } = apiWith(order);
    api.answer(routes.getUser, makeUser({ seat: seat && { ...seat, ...over } }));
    api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
    api.answer(routes.checkLinkStatus, { linkStatus: 'linking', linkRejection: null });
    return { api, state };
  }

  test('a texter can move to the landline, and keeps the old one until then', async () => {
    const { api, state } = accountWith(null);
    const { user, path } = renderApp(paths.account, { api });
    await user.click(await screen.findByRole('link', { name: 'Use your landline' }));
    expect(path()).toBe(paths.landline);
    expect(await screen.findByText(/texts to the old number still reach you for 30 days/)).toBeTruthy();
    expect(await screen.findByLabelText('Your number')).toBeTruthy();
    state.order = reviewing();
  });

  test('what is under way stands below the number that one texts from', async () => {
    renderApp(paths.account, { api: accountWith(reviewing()).api });
    expect(await screen.findByText(/\(212\) 555-7341 is being set up/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the next step' })).toBeTruthy();
  });

  test('a rejected one shows why', async () => {
    renderApp(paths.account, { api: accountWith(rejected()).api });
    expect(
      await screen.findByText(
        /so you keep this number. The carriers didn't accept the letter of authorization/,
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See what to do' })).toBeTruthy();
  });

  test('a landline that is linking is shown as Activating, there and in the sidebar', async () => {
    const metadata = { linkStatus: 'linking' as const, linkRejection: null, isLandline: true };
    renderApp(paths.account, { api: accountWith(reviewing(), { ...office, metadata }).api });
    const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
    expect(await sidebar.findByText('(212) 555-7341')).toBeTruthy();
    expect(sidebar.getByText('Activating')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'See the next step' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Use your landline' })).toBeNull();
  });

  test('a rejected one shows why, there and in the sidebar', async () => {
    const linkRejection = landlineRejections.carrierRefused;
    const metadata = { linkStatus: 'rejected' as const, linkRejection, isLandline: true };
    const { api } = accountWith(rejected(), { ...office, metadata });
    api.answer(routes.checkLinkStatus, { linkStatus: 'rejected', linkRejection });
    renderApp(paths.account, { api });
    const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }));
    expect(await sidebar.findByText(/Your phone company refused/)).toBeTruthy();
    expect(sidebar.getByText('Activating')).toBeTruthy();
    expect(await screen.findByText(linkRejection.advice)).toBeTruthy();
  });
});
