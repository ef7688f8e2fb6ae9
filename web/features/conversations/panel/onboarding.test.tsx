import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PlanType } from '../../../../contract/accounts.ts';
import type { Onboarding } from '../../../../contract/onboardings.ts';
import * as routes from '../../../../contract/routes.ts';
import { Refusal } from '../../../testing/fake-api.ts';
import { createInboxApi } from '../../../testing/inbox.ts';
import {
  makeAccount,
  makeCandidate,
  makeConversation,
  makeConversationCandidate,
  makeOnboarding,
  makeUser,
} from '../../../testing/make.ts';
import { renderApp } from '../../../testing/render-app.tsx';

// The year before that of the dates below.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2098-06-15T15:00:00Z'), toFake: ['Date'] }));

const candidate = makeCandidate({ zones: ['America/Chicago'] });
const theirs = (over: Partial<Onboarding> = {}) => makeOnboarding({ candidateId: candidate.id, ...over });

async function open(
  onboardings: Onboarding[] = [],
  { isDown = false, planType = 'monthly' }: { isDown?: boolean; planType?: PlanType } = {},
) {
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
  const inbox = createInboxApi({
    conversations: [conversation],
    user: makeUser({ timezone: 'America/New_York' }),
  });
  const { api } = inbox;
  const stored = { onboardings, isDown };
  api.answer(routes.getAccount, makeAccount({ planType }));
  api.answer(routes.getCandidate, candidate);
  api.answer(routes.listOnboardings, () =>
    stored.isDown ? new Refusal('internal') : { items: stored.onboardings, nextCursor: null },
  );
  const put = (one: Onboarding) => {
    stored.onboardings = [one, ...stored.onboardings.filter((each) => each.id !== one.id)];
    return one;
  };
  api.answer(routes.startOnboarding, ({ body }) =>
    put(theirs({ startsAt: `${body.startsAt}T15:00:00.000Z` })),
  );
  api.answer(routes.updateOnboarding, ({ params, body: { startsAt, status } }) => {
    const found = stored.onboardings.find((one) => one.id === params.id) ?? theirs();
    return put({
      ...found,
      ...(status ? { status } : {}),
      ...(startsAt ? { startsAt: `${startsAt}T14:00:00.000Z` } : {}),
    });
  });
  api.answer(routes.endOnboarding, () => {
    stored.onboardings = stored.onboardings.map((one) => ({ ...one, status: 'ended' as const }));
    return { status: 'ok' as const };
  });
  const app = renderApp(`/dashboard/messages/${conversation.id}`, { api });
  await screen.findByRole('button', { name: 'Interviews' });
  return { ...inbox, ...app, stored, conversation };
}

const section = () => screen.findByRole('button', { name: 'Onboarding' });
const setDate = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('is started with the first day', async () => {
  const { user, api } = await open();
  await user.click(await section());
  await user.click(await screen.findByRole('button', { name: 'Start onboarding' }));
  expect(screen.getByText('Choose a date')).toBeTruthy();
  setDate('First day', '2099-03-02');
  await user.click(screen.getByRole('button', { name: 'Start onboarding' }));
  expect(await screen.findByText('Monday, Mar 2, 2099')).toBeTruthy();
  expect(screen.getByText('Active')).toBeTruthy();
  expect(api.asked(routes.startOnboarding).map(({ body }) => body)).toEqual([
    { candidateId: candidate.id, startsAt: '2099-03-02' },
  ]);
});

test('that is paused is resumed, moved, and ended when they are not joining', async () => {
  const { user, api } = await open([theirs({ status: 'paused', atsType: 'lever' })]);
  await user.click(await section());
  expect(await screen.findByText('No onboarding messages go out until you resume it.')).toBeTruthy();
  expect(screen.getByText('From Lever')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('Active')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Change date' }));
  expect((screen.getByLabelText('New first day') as HTMLInputElement).value).toBe('2099-03-02');
  setDate('New first day', '2099-03-09');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Monday, Mar 9, 2099')).toBeTruthy();
  expect(screen.queryByLabelText('New first day')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Not joining' }));
  const dialog = within(await screen.findByRole('dialog', { name: "End Maria Lopez's onboarding?" }));
  await user.click(dialog.getByRole('button', { name: 'End onboarding' }));
  expect(await screen.findByText('The onboarding for Monday, Mar 9, 2099 has ended.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start onboarding' })).toBeTruthy();
  expect(api.asked(routes.updateOnboarding).map(({ body }) => body)).toEqual([
    { status: 'active' },
    { startsAt: '2099-03-09' },
  ]);
});

test('that someone else has just started is shown instead', async () => {
  const { user, api, stored } = await open();
  await user.click(await section());
  await screen.findByRole('button', { name: 'Start onboarding' });
  api.answer(routes.startOnboarding, () => {
    stored.onboardings = [theirs()];
    return new Refusal('onboarding_exists');
  });
  setDate('First day', '2099-03-05');
  await user.click(screen.getByRole('button', { name: 'Start onboarding' }));
  expect(await screen.findByText('This candidate is already being onboarded.')).toBeTruthy();
  expect(await screen.findByText('Monday, Mar 2, 2099')).toBeTruthy();
});

test('could not be loaded and is tried again, and hears of changes', async () => {
  const { user, stored, live, conversation } = await open([], { isDown: true });
  await user.click(await section());
  await screen.findByText("The onboarding couldn't be loaded.");
  stored.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Start onboarding' });
  await live.connected();
  stored.onboardings = [theirs({ status: 'paused' })];
  live.emit({ type: 'conversation.updated', conversation });
  expect(await screen.findByText('Paused')).toBeTruthy();
});

test('is not there without the plan for it', async () => {
  await open([theirs()], { planType: 'free' });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Calls' })).toBeTruthy());
  expect(screen.queryByRole('button', { name: 'Onboarding' })).toBeNull();
});
