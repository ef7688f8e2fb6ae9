import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AuditAction, type AuditEvent, ERASED_PERSON } from '../../../contract/audit.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { NO_FILTER, queryOf } from './audit-query.ts';
import { auditWords, isByStaff, sentenceOf } from './audit-words.ts';

function makeEvent(over: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: makeId(),
    createdAt: '2026-11-20T15:00:00.000Z',
    actor: { id: makeId(), name: 'Dana Reed' },
    action: 'person.invited',
    subjectId: null,
    subject: 'cem@acme.example',
    details: {},
    ip: '203.0.113.7',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
    ...over,
  };
}

function apiWith(events: AuditEvent[], user = makeUser()) {
  const api = createFakeApi();
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getSeats, []);
  api.answer(routes.getFormerMembers, [{ ...makeFormer(), firstName: 'Cem', lastName: 'Okafor' }]);
  api.answer(routes.listAuditEvents, { items: events, nextCursor: null });
  return api;
}

const makeFormer = () => ({
  id: makeId(),
  firstName: 'Cem',
  lastName: 'Okafor',
  email: 'cem@acme.example',
  removedAt: '2026-11-20T15:00:00.000Z',
});

const entries = async () =>
  within(await screen.findByRole('list', { name: 'Activity' })).getAllByRole('listitem');

test('shows who did what, when by the own clock, and from where', async () => {
  const staff = makeEvent({
    action: 'staff.impersonated',
    actor: { id: makeId(), name: 'Sam Lee' },
    subject: 'Dana Reed',
    details: { reason: 'Ticket 4711', minutes: 30 },
    ip: null,
    userAgent: null,
  });
  renderApp(paths.activity, { api: apiWith([makeEvent(), staff]) });
  const [first, second] = await entries();
  expect(first?.textContent).toContain('Dana Reed invited cem@acme.example');
  expect(first?.textContent).toContain('Nov 20, 2026 10:00 AM');
  expect(first?.textContent).toContain('203.0.113.7 · Chrome');
  expect(second?.textContent).toContain(
    'Sam Lee Hiretext impersonated Dana Reed (read-only) for up to 30 minutes',
  );
  expect(second?.textContent).toContain('Reason: Ticket 4711');
});

test('is filtered by person, action and the own days', async () => {
  const api = apiWith([makeEvent()]);
  const { user } = renderApp(paths.activity, { api });
  await entries();
  await user.click(screen.getByRole('combobox', { name: 'Action' }));
  await user.click(await screen.findByRole('option', { name: 'Person invited', hidden: true }));
  await user.click(screen.getByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: 'Cem Okafor', hidden: true }));
  await user.type(screen.getByLabelText('From'), '2026-11-01');
  await user.type(screen.getByLabelText('To'), '2026-11-01');
  await waitFor(() =>
    expect(api.asked(routes.listAuditEvents).at(-1)?.query).toMatchObject({
      action: 'person.invited',
      actorId: expect.any(String),
      // The day on which clocks are set back in New York has 25 hours.
      from: '2026-11-01T04:00:00.000Z',
      until: '2026-11-02T05:00:00.000Z',
    }),
  );
});

test('a day that is not entered filters nothing', () => {
  expect(queryOf(NO_FILTER, 'America/New_York')).toEqual({});
});

test('says when there is nothing, when nothing fits, and when it could not be loaded', async () => {
  const api = apiWith([]);
  const { user } = renderApp(paths.activity, { api });
  await screen.findByText('Nothing yet');
  await user.type(screen.getByLabelText('To'), '2020-01-01');
  await screen.findByText('No match');
  api.answer(routes.listAuditEvents, new Refusal('internal'));
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await user.type(screen.getByLabelText('From'), '2020-01-01');
  await screen.findByText("Activity couldn't be loaded.");
  api.answer(routes.listAuditEvents, { items: [makeEvent()], nextCursor: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await entries()).toHaveLength(1);
});

test('more is loaded by the cursor', async () => {
  const api = apiWith([]);
  const [newer, older] = [
    makeEvent({ subject: 'newer@acme.example' }),
    makeEvent({ subject: 'older@acme.example' }),
  ];
  api.answer(routes.listAuditEvents, ({ query }) =>
    query.cursor === 'next' ? { items: [older], nextCursor: null } : { items: [newer], nextCursor: 'next' },
  );
  const { user } = renderApp(paths.activity, { api });
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(async () => expect(await entries()).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('is for admins', async () => {
  renderApp(paths.activity, { api: apiWith([], makeUser({ userType: 'member' })) });
  await screen.findByText('Only an admin can open this.');
});

test('every action has its own words, also without a subject', () => {
  const names = AuditAction.options.map((action) => auditWords[action].name);
  expect(new Set(names).size).toBe(names.length);
  const details = {
    planType: 'monthly',
    seats: 3,
    quantity: 2,
    minutes: 30,
    replyPromiseHours: 4,
    audience: 3,
  };
  for (const action of AuditAction.options) {
    const sentence = sentenceOf(makeEvent({ action, subject: null, details }));
    expect(sentence, action).not.toMatch(/undefined|null|NaN|^\s|\s$/);
    expect(sentence.length, action).toBeGreaterThan(5);
  }
});

test('says how many scheduled texts were canceled by it', () => {
  const removal = (details: AuditEvent['details']) =>
    sentenceOf(makeEvent({ action: 'person.removed', subject: 'Nia Okoro', details }));
  expect(removal({})).toBe('removed Nia Okoro from their seat');
  expect(removal({ canceledTexts: 1 })).toMatch(/from their seat, which canceled 1 scheduled text$/);
  expect(removal({ canceledTexts: 3, threadsTo: 'Ana' })).toMatch(
    /to Ana, which canceled 3 scheduled texts$/,
  );
});

test('whose doing it was', () => {
  expect(isByStaff(makeEvent({ action: 'staff.numberApproved' }))).toBe(true);
  expect(isByStaff(makeEvent({ action: 'staff.secondStepResetCanceled' }))).toBe(false);
  expect(isByStaff(makeEvent())).toBe(false);
});

test('names what changed of a candidate, where it is known', () => {
  const change = (details: AuditEvent['details']) =>
    sentenceOf(makeEvent({ action: 'candidate.changed', subject: null, details }));
  expect(change({ fields: 'lastName, tags' })).toBe('changed a candidate (last name, tags)');
  expect(change({})).toBe('changed a candidate');
});

test('says who was moved, from which stage to which', () => {
  const moved = (subject: string | null, details: AuditEvent['details']) =>
    sentenceOf(makeEvent({ action: 'candidate.moved', subject, details }));
  const welder = { from: 'Applied', stage: 'Interview', job: 'Welder' };
  expect(moved('Maria Santos', welder)).toBe('moved Maria Santos from Applied to Interview in Welder');
  expect(moved('Maria Santos', { ...welder, system: 'Lever' })).toBe(
    'moved Maria Santos from Applied to Interview in Welder (Lever)',
  );
  expect(moved(null, { ...welder, from: null })).toBe('moved a candidate to Interview in Welder');
  expect(moved(null, { stage: 'Interview', system: 'Lever' })).toBe(
    'moved a candidate to Interview in Lever',
  );
});

test('a sentence reads right when its subject has no name, or has been erased', () => {
  const said = (over: Partial<AuditEvent>) => sentenceOf(makeEvent({ subject: null, ...over }));
  expect(said({ action: 'number.bought' })).toBe('got a number');
  expect(said({ action: 'person.seatTypeChanged' })).toBe('made someone a non-texter');
  expect(said({ action: 'number.callForwardingChanged', details: { enabled: true } })).toBe(
    'turned on call forwarding',
  );
  expect(said({ action: 'sso.changed', details: { ssoOnly: false } })).toBe('made single sign-on optional');
  expect(said({ action: 'plan.changed', details: { planType: 'payg', seats: 1 } })).toBe(
    'chose Pay as you go with 1 seat',
  );
  expect(
    said({ action: 'seat.transferred', subject: 'nia@acme.example', details: { before: ERASED_PERSON } }),
  ).toBe("transferred a deleted person's seat to nia@acme.example");
});
