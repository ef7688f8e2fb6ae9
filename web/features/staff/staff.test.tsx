import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import type { StaffAccountDetails } from '../../../contract/staff/accounts.ts';
import type { StaffNumber } from '../../../contract/staff/numbers.ts';
import type { StaffPerson } from '../../../contract/staff/people.ts';
import type { User } from '../../../contract/users.ts';
import { isImpersonating } from '../../lib/session/session.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { createLiveStream } from '../../testing/inbox.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const REASON = 'Ticket 4711';

function apiFor(user: User = makeUser({ isStaff: true, mfaEnabled: true })) {
  const api = createFakeApi();
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listStaffAccounts, ({ query }) => ({
    items: query.search === 'nothing' ? [] : [quayside()],
    nextCursor: null,
  }));
  return api;
}

const accountId = makeId();

function quayside(over: Partial<StaffAccountDetails> = {}): StaffAccountDetails {
  return {
    id: accountId,
    name: 'Quayside Talent',
    type: 'team',
    planType: 'monthly',
    createdAt: '2026-11-01T15:00:00.000Z',
    deletesAt: null,
    people: 1,
    mfaRequired: false,
    seats: { used: 1, available: 2, pendingInvitation: 0 },
    features: [
      { name: 'callForwardingAbroad', enabled: false },
      { name: 'moreNumbers', enabled: true },
    ],
    recentFailures: [
      {
        messageId: makeId(),
        createdAt: '2026-11-20T15:00:00.000Z',
        status: 'failed',
        errorCode: 'unreachable',
      },
    ],
    ...over,
  };
}

function robin(over: Partial<StaffPerson> = {}): StaffPerson {
  return {
    id: makeId(),
    firstName: 'Robin',
    lastName: 'Ashdown',
    email: 'robin@quayside.example',
    emailVerified: true,
    userType: 'admin',
    mfaEnabled: true,
    isFormerMember: false,
    lastActiveAt: null,
    deletesAt: null,
    secondStepResetAt: null,
    seat: null,
    can: { impersonate: true, resetSecondStep: true },
    ...over,
  };
}

const page = <Item,>(...items: Item[]) => ({ items, nextCursor: null });
const accountPath = paths.staffAccount.replace('$accountId', accountId);

test('is not there for others', async () => {
  renderApp(paths.staff, { api: apiFor(makeUser({ mfaEnabled: true })) });
  await screen.findByText("Oops! The page you're looking for doesn't exist.");
});

test('asks nothing before there is a second step', async () => {
  const api = apiFor(makeUser({ isStaff: true }));
  renderApp(paths.staff, { api });
  await screen.findByText('Turn on two-factor authentication first');
  expect(screen.getByRole('link', { name: 'Go to Security' }).getAttribute('href')).toBe(
    paths.accountSecurity,
  );
  expect(api.asked(routes.listStaffAccounts)).toEqual([]);
});

test('finds accounts, and says when there is none', async () => {
  const api = apiFor();
  const { user } = renderApp(paths.staff, { api });
  await screen.findByRole('link', { name: 'Quayside Talent' });
  await user.type(screen.getByLabelText('Search accounts'), 'nothing');
  await screen.findByText('No company, email or number starts with “nothing”.');
});

test('an account that could not be loaded can be asked for again; a deleted one is reported as gone', async () => {
  const api = apiFor();
  api.answer(routes.getStaffAccount, new Refusal('internal'));
  const { user } = renderApp(accountPath, { api });
  await screen.findByText("The account couldn't be loaded.");
  api.answer(routes.getStaffAccount, new Refusal('not_found'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Account not found');
});

test('shows one account, and impersonates a person with a reason', async () => {
  const api = apiFor();
  const person = robin();
  api.answer(routes.getStaffAccount, quayside());
  api.answer(routes.listStaffPeople, page(person));
  createLiveStream(api);
  const { user } = renderApp(accountPath, { api });
  await screen.findByText("The candidate's phone couldn't be reached. It may be off or out of coverage.");
  await user.click(await screen.findByRole('button', { name: 'Impersonate Robin Ashdown' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Impersonate' }));
  await within(dialog).findByText('The reason is required');
  expect(api.asked(routes.startImpersonation)).toEqual([]);

  const seen = makeUser({
    firstName: 'Robin',
    lastName: 'Ashdown',
    impersonation: {
      id: makeId(),
      accountId,
      expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
    },
  });
  api.answer(routes.startImpersonation, () => {
    api.answer(routes.getUser, seen);
    return { id: seen.impersonation?.id ?? '', id_token: 'as robin', expires_in: 1800 };
  });
  api.answer(routes.listConversations, page());
  await fill(user, within(dialog).getByLabelText('Reason'), REASON);
  await user.click(within(dialog).getByRole('button', { name: 'Impersonate' }));
  await screen.findByText(/You're impersonating Robin Ashdown \(read-only\)/);
  expect(api.asked(routes.startImpersonation)[0]?.body).toEqual({
    accountId,
    userId: person.id,
    reason: REASON,
  });
  const isHeardAs = (token: string) =>
    waitFor(() => expect(api.asked(routes.streamEvents).at(-1)?.headers.get('authorization')).toBe(token));
  await waitFor(() =>
    expect(api.asked(routes.listConversations).at(-1)?.headers.get('authorization')).toBe('Bearer as robin'),
  );
  // What happens to oneself meanwhile is not put among what is theirs.
  await isHeardAs('Bearer as robin');

  api.answer(routes.endImpersonation, { status: 'ok' });
  api.answer(routes.getUser, makeUser({ isStaff: true, mfaEnabled: true }));
  await user.click(screen.getByRole('button', { name: 'End' }));
  await screen.findByRole('heading', { name: 'Quayside Talent' });
  await waitFor(() => expect(api.asked(routes.endImpersonation)).toHaveLength(1));
  expect(api.asked(routes.endImpersonation)[0]?.headers.get('authorization')).toBe('Bearer test-token');
  expect(screen.queryByText(/You're impersonating/)).toBeNull();
  await isHeardAs('Bearer test-token');
});

test('a refusal is in a notice, and the dialog stays', async () => {
  const api = apiFor();
  api.answer(routes.getStaffAccount, quayside());
  api.answer(routes.listStaffPeople, page(robin()));
  api.answer(routes.startImpersonation, new Refusal('cannot_impersonate'));
  const { user } = renderApp(accountPath, { api });
  await user.click(await screen.findByRole('button', { name: 'Impersonate Robin Ashdown' }));
  const dialog = await screen.findByRole('dialog');
  await fill(user, within(dialog).getByLabelText('Reason'), REASON);
  await user.click(within(dialog).getByRole('button', { name: 'Impersonate' }));
  await screen.findByText(/You can't impersonate this person/);
  expect(screen.getByRole('dialog')).toBe(dialog);
});

test('switches a feature on and off, each with a reason', async () => {
  const api = apiFor();
  const state = { account: quayside() };
  api.answer(routes.getStaffAccount, () => state.account);
  api.answer(routes.listStaffPeople, page());
  api.answer(routes.switchFeature, ({ body }) => {
    state.account = quayside({
      features: state.account.features.map((each) =>
        each.name === body.feature ? { name: each.name, enabled: body.enabled } : each,
      ),
    });
    return state.account;
  });
  const { user } = renderApp(accountPath, { api });
  // What it opens is part of its name.
  const theSwitch = (title: string) =>
    screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${title}`) });
  const isOn = (title: string) => theSwitch(title).checked;
  await screen.findByText('The company can forward calls to phones outside the US and Canada.');
  for (const [name, button, after] of [
    ['Call forwarding abroad', 'Turn on', true],
    ['More numbers', 'Turn off', false],
  ] as const) {
    await user.click(theSwitch(name));
    const dialog = await screen.findByRole('dialog');
    // Nothing has changed yet.
    expect(isOn(name)).toBe(!after);
    await fill(user, within(dialog).getByLabelText('Reason'), REASON);
    await user.click(within(dialog).getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(isOn(name)).toBe(after);
  }
  expect(api.asked(routes.switchFeature).map(({ body }) => body)).toEqual([
    { feature: 'callForwardingAbroad', enabled: true, reason: REASON },
    { feature: 'moreNumbers', enabled: false, reason: REASON },
  ]);
});

test('a number is decided with a reason, and only as it can be', async () => {
  const api = apiFor();
  const number: StaffNumber = {
    id: makeId(),
    account: { id: accountId, name: 'Quayside Talent' },
    phoneNumber: '+16285550120',
    phoneNumberFormatted: '(628) 555-0120',
    carrier: 'twilio',
    linkStatus: 'linking',
    createdAt: '2026-11-20T15:00:00.000Z',
    person: { id: makeId(), name: 'Robin Ashdown' },
    can: { approve: false, reject: true, reopen: false },
  };
  const state = { numbers: [number] };
  api.answer(routes.listStaffNumbers, ({ query }) =>
    page(...state.numbers.filter(({ linkStatus }) => linkStatus === query.linkStatus)),
  );
  api.answer(routes.decideNumber, () => {
    const rejected: StaffNumber = { ...number, linkStatus: 'rejected' };
    state.numbers = [rejected];
    return rejected;
  });
  const { user } = renderApp(paths.staffNumbers, { api });
  await screen.findByText('(628) 555-0120');
  screen.getByText("The carrier hasn't given it to us yet");
  screen.getByText('Twilio');
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Reject (628) 555-0120' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/Robin Ashdown gets it by email/);
  await fill(user, within(dialog).getByLabelText('Reason'), REASON);
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await screen.findByText('No numbers are linking');
  expect(api.asked(routes.decideNumber)[0]?.body).toEqual({
    accountId,
    decision: 'reject',
    reason: REASON,
  });
});

test('a job is tried again or discarded, each with a reason', async () => {
  const api = apiFor();
  const job = (id: string) => ({
    id,
    task: 'downloadMedia',
    accountId,
    attempts: 25,
    createdAt: '2026-11-19T15:00:00.000Z',
    failedAt: '2026-11-20T15:00:00.000Z',
    error: 'connect ETIMEDOUT',
  });
  const state = { jobs: [{ ...job('e9'), task: 'receiveText' }, job('7'), job('8')] };
  const drop = (id: string) => {
    state.jobs = state.jobs.filter((each) => each.id !== id);
    return { status: 'ok' as const };
  };
  api.answer(routes.listFailedJobs, () => page(...state.jobs));
  api.answer(routes.retryJob, ({ body }) => drop(body.jobId));
  api.answer(routes.discardJob, ({ body }) => drop(body.jobId));
  const { user } = renderApp(paths.staffJobs, { api });
  const decide = async (label: string, button: string) => {
    await user.click(await screen.findByRole('button', { name: label }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: button }));
    await within(dialog).findByText('The reason is required');
    await fill(user, within(dialog).getByLabelText('Reason'), REASON);
    await user.click(within(dialog).getByRole('button', { name: button }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await decide('Retry downloadMedia 7', 'Retry');
  await screen.findByText('Job retried');
  await user.click(await screen.findByRole('button', { name: 'Discard receiveText e9' }));
  await screen.findByText(/may have asked to stop/);
  await user.keyboard('{Escape}');
  state.jobs = state.jobs.filter(({ id }) => id !== 'e9');
  await decide('Discard downloadMedia 8', 'Discard');
  await screen.findByText('No job has failed');
  expect(api.asked(routes.retryJob).map(({ body }) => body)).toEqual([{ jobId: '7', reason: REASON }]);
  expect(api.asked(routes.discardJob).map(({ body }) => body)).toEqual([{ jobId: '8', reason: REASON }]);
});

test('a landline is rejected with a reason that the person sees', async () => {
  const api = apiFor();
  const order = {
    id: makeId(),
    account: { id: accountId, name: 'Quayside Talent' },
    phoneNumber: '+16465550120',
    phoneNumberFormatted: '(646) 555-0120',
    carrier: 'telnyx',
    person: { id: makeId(), name: 'Robin Ashdown' },
    letterSubmitted: true,
    changedAt: '2026-11-20T15:00:00.000Z',
    keptAt: null as string | null,
  };
  const state = { orders: [order] };
  api.answer(routes.listStaffNumbers, page());
  api.answer(routes.listLandlineOrders, () => page(...state.orders));
  api.answer(routes.decideLandlineOrder, () => {
    state.orders = [];
    return { status: 'ok' as const };
  });
  const { user } = renderApp(paths.staffNumbers, { api });
  await user.click(await screen.findByRole('radio', { name: 'Landlines' }));
  await user.click(await screen.findByRole('button', { name: 'Reject (646) 555-0120' }));
  const dialog = await screen.findByRole('dialog');
  // In full, which the field has no room for.
  within(dialog).getByText(/^Your phone company refused to let this number text\. Ask them whether/);
  await fill(user, within(dialog).getByLabelText('Reason'), REASON);
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await screen.findByText('No landlines are in review');
  expect(api.asked(routes.decideLandlineOrder)[0]?.body).toEqual({
    accountId,
    rejection: 'carrierRefused',
    reason: REASON,
  });

  state.orders = [{ ...order, keptAt: '2026-11-21T15:00:00.000Z' }];
  api.answer(routes.releaseLandlineOrder, () => {
    state.orders = [];
    return { status: 'ok' as const };
  });
  await user.click(screen.getByRole('radio', { name: 'Linking' }));
  await user.click(screen.getByRole('radio', { name: 'Landlines' }));
  await screen.findByText(/the carrier keeps the order/);
  await user.click(screen.getByRole('button', { name: 'Release (646) 555-0120' }));
  const asked = await screen.findByRole('dialog');
  await fill(user, within(asked).getByLabelText('Reason'), REASON);
  await user.click(within(asked).getByRole('button', { name: 'Release' }));
  await screen.findByText('No landlines are in review');
  expect(api.asked(routes.releaseLandlineOrder)[0]?.body).toEqual({ accountId, reason: REASON });
});

test('a person who closes the dialog before the answer comes stays who they are', async () => {
  const api = apiFor();
  const started = Promise.withResolvers<void>();
  api.answer(routes.getStaffAccount, quayside());
  api.answer(routes.listStaffPeople, page(robin()));
  api.answer(routes.startImpersonation, async () => {
    await started.promise;
    return { id: makeId(), id_token: 'as robin', expires_in: 1800 };
  });
  const { user, queryClient, path } = renderApp(accountPath, { api });
  await user.click(await screen.findByRole('button', { name: 'Impersonate Robin Ashdown' }));
  const dialog = await screen.findByRole('dialog');
  await fill(user, within(dialog).getByLabelText('Reason'), REASON);
  await user.click(within(dialog).getByRole('button', { name: 'Impersonate' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  started.resolve();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(isImpersonating()).toBe(false);
  expect(path()).toBe(accountPath);
});

test('what people decided on texts that might mean stop', async () => {
  const api = apiFor();
  api.answer(routes.listHoldReviews, () =>
    page({
      id: '0198c0de-0000-7000-8000-000000000001',
      account: { id: '0198c0de-0000-7000-8000-000000000002', name: 'Acme' },
      wording: 'Not interested',
      kind: 'ask',
      weighed: ['not interested', 'interested'],
      optedOut: false,
      reviewedAt: new Date().toISOString(),
      reviewedBy: { id: '0198c0de-0000-7000-8000-000000000003', name: 'Ana Ruiz' },
    }),
  );
  renderApp(paths.staffHolds, { api });
  const list = await screen.findByRole('list', { name: 'Reviewed texts' });
  within(list).getByText('Not interested');
  within(list).getByText('Ordinary');
  within(list).getByText('Asked about: not interested, interested');
  within(list).getByText('Ana Ruiz');
  within(list).getByRole('link', { name: 'Acme' });
});

test('what differed from the payment gateway', async () => {
  const api = apiFor();
  api.answer(routes.listBillingDifferences, {
    items: [
      {
        id: makeId(),
        accountId,
        accountName: 'Quayside Talent',
        kind: 'seats',
        subject: 'sub_4711',
        here: '4',
        there: '3',
        repaired: false,
        foundAt: '2026-11-20T08:23:00.000Z',
      },
    ],
    nextCursor: null,
  });
  renderApp(paths.staffBilling, { api });
  const list = await screen.findByRole('list', { name: 'Billing differences' });
  within(list).getByText('Seats: 4 here, 3 at the gateway');
  within(list).getByText('To decide');
  within(list).getByRole('link', { name: 'Quayside Talent' });
});

test('all texts are held with a reason that everyone sees, and let go', async () => {
  const api = apiFor();
  let maintenance: { reason: string; since: string } | null = null;
  api.answer(routes.getAccount, () => makeAccount({ maintenance }));
  api.answer(routes.getMaintenance, () => ({ maintenance }));
  api.answer(routes.startMaintenance, ({ body }) => {
    maintenance = { reason: body.reason, since: new Date().toISOString() };
    return { maintenance };
  });
  api.answer(routes.endMaintenance, () => {
    maintenance = null;
    return { maintenance };
  });
  const { user } = renderApp(paths.staffMaintenance, { api });
  await screen.findByText('Texts go out as always.');
  await user.click(screen.getByRole('button', { name: 'Hold all texts' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Hold all texts' }));
  await within(dialog).findByText('The reason is required');
  await fill(user, within(dialog).getByLabelText('Reason'), 'Back at noon.');
  await user.click(within(dialog).getByRole('button', { name: 'Hold all texts' }));
  await screen.findByText(/^Texts are on hold for maintenance.* Back at noon\.$/);
  await user.click(await screen.findByRole('button', { name: 'Let texts go out' }));
  await screen.findByText('Texts go out as always.');
  await waitFor(() => expect(screen.queryByText(/Texts are on hold for maintenance/)).toBeNull());
});
