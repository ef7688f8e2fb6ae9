import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PlannedText } from '../../../contract/automations.ts';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser, NUMBER_CHANGE } from '../../testing/make.ts';
import { makeAutomation, makePlanned } from '../../testing/make-automations.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

const NOTHING = { skip: false, sendNow: false, edit: false, decide: false };
const bo = { ...makePlanned().candidate, id: makeId(), firstName: 'Bo', lastName: 'Li' };
const isShown = (text: PlannedText, status: string | undefined) =>
  status === 'done' ? ['sent', 'skipped', 'canceled'].includes(text.status) : text.status === status;

function open(texts: PlannedText[], { search = '', me = {} }: { search?: string; me?: Partial<User> } = {}) {
  const api = createFakeApi();
  const kept = { texts };
  const change = (id: string, changed: Partial<PlannedText>) => {
    const text = { ...makePlanned(kept.texts.find((one) => one.id === id)), ...changed };
    kept.texts = kept.texts.map((one) => (one.id === id ? text : one));
    return text;
  };
  api.answer(routes.getUser, makeUser(me));
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getSeats, []);
  api.answer(routes.listInterviewReminders, [makeAutomation({ id: texts[0]?.automationId ?? makeId() })]);
  api.answer(routes.listOnboardingMessages, []);
  api.answer(routes.listStageMessages, []);
  api.answer(routes.listPlanned, ({ query }) => ({
    items: kept.texts.filter((text) => isShown(text, query.status)),
    nextCursor: null,
  }));
  api.answer(routes.skipPlanned, ({ params }) => change(params.id, { status: 'skipped', can: NOTHING }));
  api.answer(routes.sendPlannedNow, ({ params }) => change(params.id, { status: 'sent', can: NOTHING }));
  api.answer(routes.changePlanned, ({ params, body }) =>
    change(params.id, { preview: body.body, edited: true }),
  );
  return { kept, change, ...renderApp(`${paths.automations}?tab=planned${search}`, { api }) };
}

const rows = () => screen.queryAllByRole('listitem').filter((row) => row.querySelector('time'));

test('texts stand by day in the reader’s zone, with their clock beside it', async () => {
  open([
    makePlanned({ conversationId: makeId() }),
    makePlanned({
      candidate: bo,
      sendAt: '2099-03-04T04:30:00.000Z',
      timezone: 'America/New_York',
      reason: 'Goes out earlier, since it would come at night.',
      sender: { seatId: makeId(), firstName: 'Cem', lastName: 'Okafor' },
      edited: true,
    }),
  ]);
  await screen.findByRole('heading', { name: 'Monday, March 2, 2099' });
  expect(screen.getByRole('heading', { name: 'Tuesday, March 3, 2099' })).toBeTruthy();
  const [first, second] = rows();
  expect(first?.textContent).toMatch(/^10:00 AM9:00 AM their timeAna Ruiz/);
  expect(first?.textContent).toContain('A day before · Screening, Mar 3, 2099 10:00 AM');
  expect(within(first as HTMLElement).getByText('Planned')).toBeTruthy();
  expect(second?.textContent).toMatch(/^11:30 PMBo Li/);
  expect(second?.textContent).toContain('from Cem Okafor');
  expect(second?.textContent).toContain('Goes out earlier, since it would come at night.');
  expect(within(second as HTMLElement).getByText('Edited')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ana Ruiz' }).getAttribute('href')).toMatch(/\/messages\/[\d-]+$/);
  expect(screen.getByRole('link', { name: 'Bo Li' }).getAttribute('href')).toMatch(/new\?candidateId=/);
});

test('one is skipped at once, by keyboard too, and the list keeps the focus', async () => {
  const { user, api } = open([makePlanned(), makePlanned({ candidate: bo })]);
  const skip = await screen.findByRole('button', { name: 'Skip the text to Ana Ruiz' });
  let answer = () => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  api.answer(routes.skipPlanned, async () => {
    await waits;
    return new Refusal('not_planned');
  });
  skip.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(rows()[0]?.textContent).toContain('Skipped'));
  answer();
  // The server knows better.
  await screen.findByText(failures.not_planned.message);
  await waitFor(() => expect(rows()[0]?.textContent).toContain('Planned'));
  expect(document.activeElement?.contains(rows()[0] ?? null)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('one is sent now, unless it can’t be', async () => {
  const { user, api, change } = open([makePlanned(), makePlanned({ candidate: bo })]);
  api.answer(routes.sendPlannedNow, new Refusal('quiet_hours'));
  await user.click(await screen.findByRole('button', { name: 'Send now to Ana Ruiz' }));
  await screen.findByText(failures.quiet_hours.message);
  expect(rows()).toHaveLength(2);
  api.answer(routes.sendPlannedNow, ({ params }) => change(params.id, { status: 'sent', can: NOTHING }));
  await user.click(screen.getByRole('button', { name: 'Send now to Ana Ruiz' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]?.textContent).toContain('Bo Li');
  await user.click(screen.getByRole('radio', { name: 'Done' }));
  await waitFor(() => expect(rows()[0]?.textContent).toMatch(/Ana Ruiz.*Sent/));
  expect(screen.queryByRole('button', { name: /^Skip/ })).toBeNull();
});

test('asks before a number that someone else changed', async () => {
  const { user, api, change } = open([makePlanned()]);
  api.answer(routes.sendPlannedNow, ({ params, body }) =>
    body.confirmedNumber === NUMBER_CHANGE.phoneNumber
      ? change(params.id, { status: 'sent', can: NOTHING })
      : new Refusal('number_changed', undefined, { numberChange: NUMBER_CHANGE }),
  );
  await user.click(await screen.findByRole('button', { name: 'Send now to Ana Ruiz' }));
  await screen.findByText(
    /^Ana's number was changed on March 03, 2026 by Marcus Webb, from \(415\) 555-0110 to/,
  );
  expect(screen.queryByText(failures.number_changed.message)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Text the new number' }));
  await waitFor(() => expect(rows()).toHaveLength(0));
});

test('the second click of a double click does nothing to the text that moved up', async () => {
  const { user, api, change } = open([makePlanned(), makePlanned({ candidate: bo })]);
  api.answer(routes.sendPlannedNow, ({ params }) => change(params.id, { status: 'sent', can: NOTHING }));
  api.answer(routes.skipPlanned, ({ params }) => change(params.id, { status: 'skipped', can: NOTHING }));
  await user.click(await screen.findByRole('button', { name: 'Send now to Ana Ruiz' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Send now to Bo Li' }), { detail: 2 });
  fireEvent.click(screen.getByRole('button', { name: 'Skip the text to Bo Li' }), { detail: 2 });
  await user.click(screen.getByRole('button', { name: 'Skip the text to Bo Li' }));
  await waitFor(() => expect(api.asked(routes.skipPlanned)).toHaveLength(1));
  expect(api.asked(routes.sendPlannedNow)).toHaveLength(1);
});

test('the words of one are changed', async () => {
  const { user, api } = open([makePlanned()]);
  await user.click(await screen.findByRole('button', { name: 'Edit text to Ana Ruiz' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the text to Ana Ruiz' }));
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Text');
  expect(field.value).toBe('Hi Ana, see you at 9:00 AM.');
  await user.clear(field);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('The text is required')).toBeTruthy();
  expect(field.hasAttribute('data-success')).toBe(false);
  await fill(user, field, 'See you at nine.');
  expect(field.hasAttribute('data-success')).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Text changed');
  expect(api.asked(routes.changePlanned)[0]?.body).toEqual({ body: 'See you at nine.' });
  await waitFor(() => expect(rows()[0]?.textContent).toMatch(/Edited.*See you at nine\./));
});

test('what is shown is in the address: held, of one automation, of everyone', async () => {
  const held = makePlanned({ status: 'held', reason: 'Interview location is missing.' });
  const { user, api, router } = open([held]);
  await user.click(await screen.findByRole('radio', { name: 'Held (1)' }));
  await screen.findByText('Interview location is missing.');
  await user.click(screen.getByRole('combobox', { name: 'Automation' }));
  await user.click(await screen.findByRole('option', { name: 'A day before', hidden: true }));
  await user.click(screen.getByRole('switch', { name: "Show everyone's" }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      tab: 'planned',
      show: 'held',
      automation: held.automationId,
      everyone: true,
    }),
  );
  await waitFor(() =>
    expect(api.asked(routes.listPlanned).at(-1)?.query).toMatchObject({
      status: 'held',
      automationId: held.automationId,
      everyone: 'true',
    }),
  );
  await user.click(screen.getByRole('radio', { name: 'Done' }));
  await screen.findByText('Nothing yet');
  await user.click(screen.getByRole('button', { name: 'Show all automations' }));
  await waitFor(() =>
    expect(router.state.location.search).not.toHaveProperty('automation', held.automationId),
  );
});

test('members see their own only', async () => {
  open([], { me: { userType: 'member' } });
  await screen.findByText('Nothing planned');
  expect(screen.queryByRole('switch', { name: "Show everyone's" })).toBeNull();
});

test('many who entered a stage at once are decided on together', async () => {
  const automationId = makeId();
  const many = Array.from({ length: 31 }, () =>
    makePlanned({
      automationId,
      automationName: 'Invite',
      type: 'stageMessage',
      status: 'held',
      can: { ...NOTHING, decide: true },
    }),
  );
  const { user, api, kept } = open(many);
  api.answer(routes.decideBulk, () => {
    kept.texts = kept.texts.map((text) => ({ ...text, status: 'planned', can: NOTHING }));
    return { count: 31 };
  });
  const banner = within(await screen.findByRole('region', { name: 'Decide on Invite' }));
  expect(banner.getByText('31 candidates entered a stage within an hour. Send them “Invite”?')).toBeTruthy();
  expect(banner.getByRole('button', { name: 'Skip all 31' })).toBeTruthy();
  await user.click(banner.getByRole('button', { name: 'Send all 31' }));
  await screen.findByText('Sending 31 texts');
  expect(api.asked(routes.decideBulk)[0]).toMatchObject({
    params: { id: automationId },
    body: { decision: 'send' },
  });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Decide on Invite' })).toBeNull());
});

test('more are loaded, and a list that could not be is loaded again', async () => {
  const { user, api } = open([]);
  api.answer(routes.listPlanned, new Refusal('forbidden'));
  await screen.findByText("The planned texts couldn't be loaded.");
  api.answer(routes.listPlanned, ({ query }) =>
    query.cursor === undefined
      ? { items: [makePlanned()], nextCursor: 'next' }
      : { items: [makePlanned({ candidate: bo })], nextCursor: null },
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByRole('link', { name: 'Bo Li' });
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});
