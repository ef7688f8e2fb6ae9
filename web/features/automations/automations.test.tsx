import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../contract/accounts.ts';
import type { Automation } from '../../../contract/automations.ts';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import {
  makeAccount,
  makeId,
  makeJobStage,
  makeOutOfOffice,
  makeShortcut,
  makeTemplate,
  makeUser,
} from '../../testing/make.ts';
import { makeAutomation, makePlanned } from '../../testing/make-automations.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const dayBefore = makeAutomation();
const hourBefore = makeAutomation({ name: 'An hour before', offsetMinutes: 60, enabled: false });
const stages = [
  makeJobStage({ id: 'screen', name: 'Phone screen' }),
  makeJobStage({ id: 'offer', name: 'Offer' }),
];

/** A server that keeps changes. */
function open(
  stored: Automation[] = [dayBefore, hourBefore],
  {
    tab = 'reminders',
    me = {},
    account = {},
  }: { tab?: string; me?: Partial<User>; account?: Partial<Account> } = {},
) {
  const api = createFakeApi();
  const kept = { automations: stored, user: makeUser({ userType: 'member', ...me }) };
  const all = (type: Automation['type']) => kept.automations.filter((one) => one.type === type);
  const flag = (change: Partial<User>) => () => {
    kept.user = { ...kept.user, ...change };
    return { status: 'ok' as const };
  };
  api.answer(routes.getUser, () => kept.user);
  api.answer(routes.getAccount, makeAccount(account));
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listJobStages, stages);
  api.answer(routes.listInsertableTemplates, []);
  api.answer(routes.listPlanned, { items: [], nextCursor: null });
  api.answer(routes.previewAutomation, { total: 0, items: [] });
  api.answer(routes.listInterviewReminders, () => all('interviewReminder'));
  api.answer(routes.listOnboardingMessages, () => all('onboardingMessage'));
  api.answer(routes.listStageMessages, () => all('stageMessage'));
  api.answer(routes.enableInterviewReminders, flag({ interviewReminderEnabled: true }));
  api.answer(routes.disableInterviewReminders, flag({ interviewReminderEnabled: false }));
  api.answer(routes.createAutomation, ({ body }) => {
    const made = makeAutomation(body);
    kept.automations = [...kept.automations, made];
    return made;
  });
  api.answer(routes.updateAutomation, ({ params, body }) => {
    const changed = {
      ...makeAutomation(kept.automations.find(({ id }) => id === params.id)),
      ...(body as Partial<Automation>),
    };
    kept.automations = kept.automations.map((one) => (one.id === params.id ? changed : one));
    return changed;
  });
  api.answer(routes.deleteAutomation, ({ params }) => {
    kept.automations = kept.automations.filter(({ id }) => id !== params.id);
    return { status: 'ok' as const };
  });
  return { kept, ...renderApp(`${paths.automations}?tab=${tab}`, { api }) };
}

const names = () => screen.queryAllByRole('button', { name: /^Edit / }).map(({ textContent }) => textContent);
const pick = async (user: UserEvent, field: HTMLElement, option: string) => {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: option, hidden: true }));
};
const menu = async (user: UserEvent, name: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
};

test('each automation describes in one sentence when it goes and from whom', async () => {
  open([dayBefore, makeAutomation({ name: 'From me', senderSeatId: makeUser().seat?.id ?? null })]);
  const rows = within(await screen.findByRole('list', { name: 'Interview reminders' })).getAllByRole(
    'listitem',
  );
  expect(rows[0]?.textContent).toContain("1 day before the interview, from the candidate's recruiter");
  expect(rows[1]?.textContent).toContain('from a colleague');
  const current = within(screen.getByRole('navigation', { name: 'Automations' })).getByText(
    'Interview reminders',
  );
  expect(current.getAttribute('aria-current')).toBe('page');
});

test('the parts have addresses', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('link', { name: 'Onboarding messages' }));
  await screen.findByText('No onboarding messages yet');
  expect(router.state.location.search).toEqual({ tab: 'onboarding' });
  await user.click(screen.getByRole('link', { name: 'Planned texts' }));
  await screen.findByText('Nothing planned');
});

test('a proposal opens the form filled in and saves nothing until the person does', async () => {
  const { user, api } = open([]);
  await user.click(await screen.findByRole('button', { name: 'A day before' }));
  const dialog = await screen.findByRole('dialog', { name: 'New interview reminder' });
  const form = within(dialog);
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('A day before');
  expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('1');
  expect(form.getByLabelText<HTMLInputElement>('Unit').value).toBe('day');
  expect(form.getByLabelText<HTMLTextAreaElement>('Text').value).toMatch(
    /Reply C to confirm or R to reschedule\.$/,
  );
  expect(api.asked(routes.createAutomation)).toHaveLength(0);
  await pick(user, form.getByLabelText('From'), 'Me');
  await pick(user, form.getByRole('combobox', { name: 'Stages' }), 'Offer');
  await user.click(form.getByRole('button', { name: 'More options' }));
  await user.click(form.getByRole('switch', { name: /^Working days only/, hidden: true }));
  expect(form.queryByRole('switch', { name: /^Until they answer/, hidden: true })).toBeNull();
  await user.click(form.getByRole('button', { name: 'Create interview reminder' }));
  await screen.findByText('Created your interview reminder');
  await waitFor(() => expect(names()).toEqual(['A day before']));
  expect(api.asked(routes.createAutomation)[0]?.body).toMatchObject({
    type: 'interviewReminder',
    timing: 'before',
    offsetMinutes: 1440,
    jobStageIds: ['offer'],
    senderSeatId: expect.any(String),
    workingDaysOnly: true,
    enabled: true,
  });
});

test('what is wrong stands at its field, found here or by the server', async () => {
  const { user, api } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit A day before' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit interview reminder' }));
  const save = () => user.click(form.getByRole('button', { name: 'Save' }));
  await user.clear(form.getByLabelText('Name'));
  await user.clear(form.getByLabelText('Amount'));
  await save();
  expect(await form.findByText('The name is required')).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText('Name'));
  await fill(user, form.getByLabelText('Name'), 'Two months before');
  await save();
  expect(await form.findByText('Enter 1 or more')).toBeTruthy();
  await fill(user, form.getByLabelText('Amount'), '9');
  await pick(user, form.getByLabelText('Unit'), 'weeks');
  await save();
  expect(await form.findByText('Choose eight weeks or less')).toBeTruthy();
  await user.clear(form.getByLabelText('Amount'));
  await fill(user, form.getByLabelText('Amount'), '8');
  await fill(user, form.getByLabelText('Text'), ' {{job.salary}}');
  await save();
  expect(form.getByText(/^{{job\.salary}} isn't a merge attribute/)).toBeTruthy();
  expect(api.asked(routes.updateAutomation)).toHaveLength(0);
  await user.clear(form.getByLabelText('Text'));
  await fill(user, form.getByLabelText('Text'), 'See you soon.');
  api.answer(
    routes.updateAutomation,
    new Refusal('invalid', { offsetMinutes: ['That is too early'], senderSeatId: ['No one has this seat'] }),
  );
  await save();
  expect(await form.findByText('That is too early')).toBeTruthy();
  expect(form.getByText('No one has this seat')).toBeTruthy();
  expect(api.asked(routes.updateAutomation)[0]?.body).toMatchObject({ offsetMinutes: 80_640 });
});

test('on time has no amount', async () => {
  const { user, api } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit A day before' }));
  const form = within(await screen.findByRole('dialog'));
  await pick(user, form.getByLabelText('Before or after'), 'when the interview starts');
  expect(form.queryByLabelText('Amount')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved your interview reminder');
  expect(api.asked(routes.updateAutomation)[0]?.body).toMatchObject({ timing: 'onTime', offsetMinutes: 0 });
});

describe('the preview', () => {
  const ana = { ...makePlanned({ sendAt: '2099-12-01T15:00:00.000Z' }), held: false };

  test('shows who would get it, when by their clock, and with which words', async () => {
    const { user, api } = open();
    api.answer(routes.previewAutomation, {
      total: 31,
      items: [ana, { ...makePlanned({ reason: 'Interview location is missing.' }), held: true }],
    });
    await user.click(await screen.findByRole('button', { name: 'Edit A day before' }));
    const dialog = await screen.findByRole('dialog');
    const shown = within(within(dialog).getByRole('region', { name: 'Preview' }));
    await shown.findByText('Would go to Ana Ruiz on Tuesday, December 1 at 9:00 AM their time.');
    expect(shown.getByText(ana.preview)).toBeTruthy();
    expect(shown.getByText('31 texts in the next 14 days.')).toBeTruthy();
    expect(api.asked(routes.previewAutomation)[0]?.body).toMatchObject({ id: dayBefore.id, enabled: true });
    await user.click(shown.getByRole('button', { name: 'See who' }));
    const rows = within(shown.getByRole('list', { name: 'Who would get it' })).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[1]?.textContent).toContain('Interview location is missing.');
    expect(shown.getByText('And 29 more.')).toBeTruthy();
  });

  test('shows examples while there is nothing to ask for, and when the server is away', async () => {
    const { user, api } = open();
    api.answer(routes.previewAutomation, new Refusal('unavailable'));
    await user.click(await screen.findByRole('button', { name: 'New reminder' }));
    const shown = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(shown.getByText('Your text appears here.')).toBeTruthy();
    await fill(user, screen.getByLabelText('Text'), 'Hi {{candidate.firstName}}!');
    await waitFor(() => expect(api.asked(routes.previewAutomation)).toHaveLength(1));
    expect(shown.getByText('Ana')).toBeTruthy();
    expect(screen.queryByText(failures.unavailable.message)).toBeNull();
  });

  test('of a saved one is its own list', async () => {
    const { user, api } = open();
    api.answer(routes.previewAutomation, { total: 1, items: [ana] });
    await menu(user, 'An hour before', 'See who gets it');
    const dialog = await screen.findByRole('dialog', { name: 'Who gets “An hour before”' });
    await within(dialog).findByText('1 text in the next 14 days, once you turn it on.');
    expect(dialog.textContent).toContain('Ana Ruiz');
  });
});

test('a template fills the text, onboarding templates first', async () => {
  const { user, api } = open([], { tab: 'onboarding' });
  const welcome = makeTemplate({
    name: 'Welcome',
    body: 'Welcome aboard!',
    templateType: 'onboardingTemplate',
  });
  api.answer(routes.listTemplates, { items: [welcome], nextCursor: null, folders: [], total: 1 });
  api.answer(routes.listInsertableTemplates, [makeTemplate()]);
  const toThem = await screen.findByRole('link', { name: 'onboarding templates' });
  expect(toThem.getAttribute('href')).toBe(paths.onboardingTemplates);
  await user.click(screen.getByRole('button', { name: 'New onboarding message' }));
  await pick(user, await screen.findByLabelText('Start from a template'), 'Welcome');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Welcome aboard!');
  expect(api.asked(routes.listTemplates)[0]?.query).toMatchObject({ templateType: 'onboardingTemplate' });
});

test('admins choose among the seats, others among theirs and the recruiter', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'New reminder' }));
  await user.click(await screen.findByLabelText('From'));
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent)).toEqual(["The candidate's recruiter", 'Me']);
});

describe('the switches', () => {
  test('turn one on and all off', async () => {
    const { user, api, kept } = open();
    const one = await screen.findByRole('switch', { name: 'Send An hour before' });
    await user.click(one);
    await waitFor(() => expect(one).toHaveProperty('checked', true));
    expect(api.asked(routes.updateAutomation)[0]?.body).toEqual({ enabled: true });
    const all = screen.getByRole('switch', { name: /^Send my interview reminders/ });
    await user.click(all);
    await waitFor(() => expect(kept.user.interviewReminderEnabled).toBe(false));
    await waitFor(() => expect(all).toHaveProperty('checked', false));
    await user.click(all);
    await waitFor(() => expect(kept.user.interviewReminderEnabled).toBe(true));
  });

  test('stay as they were answered while the list is loaded again', async () => {
    const { user, api, queryClient } = open();
    const one = await screen.findByRole('switch', { name: 'Send An hour before' });
    const loading = Promise.withResolvers<Automation[]>();
    api.answer(routes.listInterviewReminders, () => loading.promise);
    await user.click(one);
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    await act(async () => {});
    expect(api.asked(routes.listInterviewReminders)).toHaveLength(2);
    expect(one).toHaveProperty('checked', true);
    loading.resolve([]);
  });

  test('go back where the server refuses', async () => {
    const { user, api } = open();
    api.answer(routes.updateAutomation, new Refusal('unavailable'));
    const one = await screen.findByRole('switch', { name: 'Send A day before' });
    await user.click(one);
    await screen.findByText(failures.unavailable.message);
    await waitFor(() => expect(one).toHaveProperty('checked', true));
  });
});

test('a copy is off', async () => {
  const { user, api } = open([dayBefore]);
  await menu(user, 'A day before', 'Duplicate');
  await waitFor(() => expect(names()).toEqual(['A day before', 'A day before (copy)']));
  expect(api.asked(routes.createAutomation)[0]?.body).toMatchObject({ enabled: false, body: dayBefore.body });
});

test('one is deleted after asking, also one that is gone already', async () => {
  const { user, api, kept } = open();
  const remove = async (name: string) => {
    await menu(user, name, 'Delete');
    const dialog = await screen.findByRole('dialog', { name: `Delete “${name}”?` });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  };
  await remove('A day before');
  await waitFor(() => expect(names()).toEqual(['An hour before']));
  kept.automations = [];
  api.answer(routes.deleteAutomation, new Refusal('not_found'));
  await remove('An hour before');
  await screen.findByText('No interview reminders yet');
});

test('a list that could not be loaded is loaded again', async () => {
  const { user, api } = open();
  api.answer(routes.listInterviewReminders, new Refusal('forbidden'));
  await screen.findByText("Your interview reminders couldn't be loaded.");
  api.answer(routes.listInterviewReminders, [dayBefore]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toEqual(['A day before']));
});

test('stage messages need a stage', async () => {
  const { user, api, unmount } = open([], { tab: 'stages' });
  await user.click(await screen.findByRole('button', { name: 'Right away' }));
  await user.click(await screen.findByRole('button', { name: 'Create stage message' }));
  expect(await screen.findByText('Choose at least one stage')).toBeTruthy();
  expect(api.asked(routes.createAutomation)).toHaveLength(0);
  unmount();
  const without = open([], { tab: 'stages' });
  without.api.answer(routes.listJobStages, []);
  await screen.findByText('No stages yet');
  expect(screen.getByRole('link', { name: 'Go to Jobs' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New stage message' })).toBeNull();
});

test('out of office and calendars stand beside them', async () => {
  const cem = { id: makeId(), firstName: 'Cem', lastName: 'Okafor', outOfOffice: null };
  const { user, api } = open();
  api.answer(routes.listCalendarShortcuts, [makeShortcut()]);
  api.answer(
    routes.getOutOfOffice,
    makeOutOfOffice({
      outOfOfficeMessageEnabled: true,
      outOfOfficeMessage: 'Back in July.',
      delegates: [cem],
      delegateUserId: cem.id,
    }),
  );
  const card = within(await screen.findByRole('region', { name: 'Out-of-office reply' }));
  await card.findByText("On until it's turned off. Cem Okafor covers for you.");
  expect(card.getByText('Back in July.')).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Change out of office' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Out of office' }));
  expect(await dialog.findByLabelText('Message')).toBeTruthy();
  const calendars = within(screen.getByRole('region', { name: 'Calendar shortcuts' }));
  await calendars.findByText(/^You have 1\. /);
  expect(calendars.getByRole('link', { name: 'Go to Calendars' })).toBeTruthy();
});

test('without the plan, the screen says what is missing', async () => {
  const { api } = open([], { account: { planType: 'payg' } });
  await screen.findByText('You need a monthly or annual plan.');
  expect(api.asked(routes.listInterviewReminders)).toHaveLength(0);
});
