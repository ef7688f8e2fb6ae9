import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Broadcast, BroadcastPreview } from '../../../contract/broadcasts.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { answerUploads } from '../../testing/answer-uploads.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { createInboxApi } from '../../testing/inbox.ts';
import { makeCandidate, makeMessage, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const ID = '01a21a37-4800-735d-bbb3-fe0ac0dc736a';

const makeBroadcast = (more: Partial<Broadcast> = {}): Broadcast => ({
  id: ID,
  name: 'Night shifts',
  body: 'Hi {{candidate.firstName}}, we have night shifts.',
  attachments: [],
  asksConsent: false,
  status: 'running',
  stoppedBecause: null,
  pausedBecause: null,
  warning: null,
  author: null,
  audience: 12,
  outcomes: {
    waiting: 4,
    sent: 1,
    delivered: 5,
    undelivered: 0,
    failed: 0,
    unknown: 0,
    canceled: 0,
    leftOut: 2,
  },
  leftOut: [{ reason: 'opted_out', text: 'Opted out of texts', count: 2 }],
  answered: 1,
  optedOut: 0,
  startsAt: '2026-11-27T15:00:00.000Z',
  localTime: null,
  limitedUntil: null,
  nextSendAt: null,
  createdAt: '2026-11-27T15:00:00.000Z',
  finishedAt: null,
  can: { pause: true, resume: false, cancel: true, approve: false },
  ...more,
});

const preview: BroadcastPreview = {
  audience: 12,
  willSend: 10,
  waiting: { quiet_hours: 3 },
  waitingFor: [{ zone: 'America/New_York', until: '2099-11-27T13:00:00.000Z', count: 3 }],
  leftOut: [
    {
      reason: 'opted_out',
      text: 'Opted out of texts',
      count: 2,
      candidates: [{ id: ID, firstName: 'Kim', lastName: 'Lee', phoneNumberFormatted: '(312) 555-0123' }],
    },
  ],
  segments: 10,
  costCents: 0,
  remainingTexts: null,
  startsAt: '2099-11-27T12:00:00.000Z',
  finishesAt: '2099-11-27T13:00:10.000Z',
  needsApproval: false,
  blockedBecause: null,
  samples: [
    { candidateId: ID, firstName: 'Ben', lastName: 'Ito', body: 'Hi Ben' },
    { candidateId: ID, firstName: 'Ana', lastName: 'Ruiz', body: 'Hi Ana' },
  ],
};

function open(path: string, broadcast = makeBroadcast(), person = makeUser()) {
  const { api } = createInboxApi({ conversations: [], user: person });
  api.answer(routes.listBroadcasts, { items: [broadcast], nextCursor: null });
  api.answer(routes.getBroadcast, () => broadcast);
  api.answer(routes.listBroadcastRecipients, { items: [], nextCursor: null });
  api.answer(routes.listCandidateTags, [{ tag: 'nurse', candidates: 12 }]);
  api.answer(routes.listJobStages, []);
  api.answer(routes.listJobs, { items: [], nextCursor: null });
  return renderApp(path, { api });
}

test('the list says how far each is', async () => {
  open(paths.broadcasts);
  const row = within(await screen.findByRole('list', { name: 'Broadcasts' })).getByRole('listitem');
  expect(row.textContent).toContain('Night shifts');
  expect(row.textContent).toContain('Sending');
  expect(row.textContent).toContain('6 of 10 texts out · 1 answered');
});

test('a new one can ask for consent, in the words of the company', async () => {
  const { api, user } = open(paths.newBroadcast);
  api.answer(routes.previewBroadcast, preview);
  await user.type(await screen.findByRole('textbox', { name: 'Search' }), 'nurse');
  await user.click(screen.getByRole('radio', { name: /^Ask for consent/ }));
  expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull();
  await screen.findByLabelText('Flight plan');
  expect(api.asked(routes.previewBroadcast).at(-1)?.body).toEqual({
    audience: { search: 'nurse' },
    asksConsent: true,
  });
});

test('a new one shows who gets it and who does not before it is sent', async () => {
  const { api, user, router } = open(paths.newBroadcast);
  api.answer(routes.previewBroadcast, preview);
  const sent: unknown[] = [];
  api.answer(routes.createBroadcast, ({ body }) => {
    sent.push(body);
    return makeBroadcast();
  });
  await screen.findByText('Choose who gets the text');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'nurse');
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Hi there');
  const plan = await screen.findByLabelText('Flight plan');
  expect(plan.textContent).toContain('10 of 12 candidates');
  expect(plan.textContent).toContain('3 wait until');
  await user.click(screen.getByRole('button', { name: /Opted out of texts/ }));
  expect(screen.getByText(/Kim Lee/)).toBeTruthy();
  expect(screen.getByText('Hi Ben')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Hi Ana')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Continue with 10 candidates' }));
  expect(sent).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Send 10 texts' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`${paths.broadcasts}/${ID}`));
  expect(sent).toEqual([{ audience: { search: 'nurse' }, body: 'Hi there' }]);
});

test('one for those who were selected, of whom one is removed, with a picture', async () => {
  const { api, user, router } = open(paths.broadcasts);
  api.answer(routes.previewBroadcast, preview);
  const picture = { id: ID, contentType: 'image/png', bytes: 3, url: '/picture' };
  answerUploads(201, picture);
  const asked: unknown[] = [];
  api.answer(routes.createBroadcast, ({ body }) => {
    asked.push(body);
    return makeBroadcast({ attachments: [picture] });
  });
  await screen.findByRole('list', { name: 'Broadcasts' });
  const [ben, ana] = [
    { id: ID, name: 'Ben Ito' },
    { id: ID.replace('a', 'b'), name: 'Ana Ruiz' },
  ];
  await router.navigate({ to: paths.newBroadcast, state: { people: [ben, ana] } });
  await user.click(await screen.findByRole('button', { name: 'Remove Ana Ruiz' }));
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Hi there');
  await user.upload(screen.getByLabelText('Pictures'), new File(['abc'], 'a.png', { type: 'image/png' }));
  await user.click(await screen.findByRole('button', { name: 'Continue with 10 candidates' }));
  await user.click(await screen.findByRole('button', { name: 'Send 10 texts' }));
  await waitFor(() =>
    expect(asked).toEqual([{ audience: { candidateIds: [ID] }, body: 'Hi there', mediaIds: [ID] }]),
  );
});

test('a test goes to the own phone, which is made a candidate only once that was asked for', async () => {
  const { api, user } = open(paths.newBroadcast, undefined, makeUser({ phoneNumber: '+13125550100' }));
  api.answer(routes.previewBroadcast, preview);
  api.answer(routes.testBroadcast, new Refusal('own_phone_unknown'));
  const added: unknown[] = [];
  api.answer(routes.createCandidate, ({ body }) => {
    added.push(body);
    api.answer(routes.testBroadcast, makeMessage());
    return makeCandidate();
  });
  await user.type(await screen.findByRole('textbox', { name: 'Search' }), 'nurse');
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Hi there');
  await user.click(await screen.findByRole('button', { name: 'Test on my phone' }));
  const add = await screen.findByRole('button', { name: 'Add me and send the test' });
  expect(added).toEqual([]);
  await user.click(add);
  await screen.findByText('Test text on its way to your phone');
  expect(added).toMatchObject([{ phoneNumber: '+13125550100' }]);
  expect(api.asked(routes.testBroadcast).map(({ body }) => body)).toEqual(
    Array(2).fill({ candidateId: ID, body: 'Hi there' }),
  );
});

test('a preview that is refused says why', async () => {
  const { api, user } = open(paths.newBroadcast);
  api.answer(routes.previewBroadcast, new Refusal('invalid', { audience: ['No one is in it yet.'] }));
  await user.type(await screen.findByRole('textbox', { name: 'Search' }), 'nurse');
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'Hi there');
  await screen.findByText('No one is in it yet.');
  expect(screen.queryByRole('button', { name: /Continue/ })).toBeNull();
});

test('one that runs is paused, and one that was stopped says why', async () => {
  const { api, user } = open(paths.broadcast.replace('$broadcastId', ID));
  await screen.findByText('6 of 10 texts out');
  const paused = makeBroadcast({
    status: 'paused',
    can: { pause: false, resume: true, cancel: true, approve: false },
  });
  api.answer(routes.pauseBroadcast, () => {
    api.answer(routes.getBroadcast, paused);
    return paused;
  });
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  await screen.findByRole('button', { name: 'Resume' });
  expect(screen.getByText('Paused')).toBeTruthy();
});
