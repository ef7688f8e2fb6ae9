import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Retention } from '../../../contract/retention.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const never = { textsAfterDays: null, mediaAfterDays: null, candidatesAfterDays: null };

function open(over: Partial<Retention> = {}) {
  const api = createFakeApi();
  let stored: Retention = { ...never, startsAt: null, lastRun: null, ...over };
  api.answer(routes.getUser, makeUser({ userType: 'admin' }));
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getRetention, () => stored);
  api.answer(routes.previewRetention, {
    texts: 1200,
    media: 1,
    candidates: 3,
    onHold: 2,
    inUse: 0,
    complete: true,
  });
  api.answer(routes.updateRetention, ({ body }) => {
    stored = { ...stored, ...body, startsAt: '2126-11-28T15:00:00.000Z' };
    return stored;
  });
  return renderApp(paths.retention, { api });
}

test('a first rule is saved once it was seen what it would delete', async () => {
  const { user, api } = open();
  await user.type(await screen.findByLabelText('Texts and calls'), '365');
  await user.click(screen.getByRole('button', { name: 'Save retention' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete what is older?' });
  expect(
    await within(dialog).findByText(
      'Today, this rule would delete 1,200 texts, 1 picture or other file, and 3 candidates.',
    ),
  ).toBeTruthy();
  expect(within(dialog).getByText(/2 candidates on legal hold/)).toBeTruthy();
  expect(api.asked(routes.previewRetention).at(-1)?.query).toMatchObject({ textsAfterDays: 365 });
  expect(api.asked(routes.updateRetention)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Save retention' }));
  expect(await screen.findByText('Nothing is deleted yet')).toBeTruthy();
  expect(api.asked(routes.updateRetention).map(({ body }) => body)).toEqual([
    { ...never, textsAfterDays: 365 },
  ]);
});

test('keeping things longer needs no question', async () => {
  const { user, api } = open({ textsAfterDays: 90 });
  await user.clear(await screen.findByLabelText('Texts and calls'));
  await user.click(screen.getByRole('button', { name: 'Save retention' }));
  await waitFor(() => expect(api.asked(routes.updateRetention).map(({ body }) => body)).toEqual([never]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('too few days are refused at their field', async () => {
  const { user, api } = open();
  await user.type(await screen.findByLabelText('Candidates'), '3');
  await user.click(screen.getByRole('button', { name: 'Save retention' }));
  expect(await screen.findByText('Keep them for at least 30 days')).toBeTruthy();
  expect(api.asked(routes.updateRetention)).toEqual([]);
});

test('what a rule would delete could not be counted: that is said, and it can be saved', async () => {
  const { user, api } = open();
  api.answer(routes.previewRetention, new Refusal('internal'));
  await user.type(await screen.findByLabelText('Candidates'), '365');
  await user.click(screen.getByRole('button', { name: 'Save retention' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    await within(dialog).findByText("We couldn't count what this rule would delete. You can save it anyway."),
  ).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Save retention' }));
  expect(await screen.findByText('Nothing is deleted yet')).toBeTruthy();
  expect(api.asked(routes.updateRetention).map(({ body }) => body)).toEqual([
    { ...never, candidatesAfterDays: 365 },
  ]);
});

test.each([
  [
    { texts: 41000, media: 0 },
    'Today, this rule would delete at least 41,000 texts. There was too much to count everything.',
  ],
  [{ texts: 0, media: 0 }, "There was too much to count, so we can't say how much this rule would delete."],
])('too much to count: %o', async (counted, sentence) => {
  const { user, api } = open();
  api.answer(routes.previewRetention, { ...counted, candidates: 0, onHold: 0, inUse: 0, complete: false });
  await user.type(await screen.findByLabelText('Texts and calls'), '365');
  await user.click(screen.getByRole('button', { name: 'Save retention' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(sentence)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Save retention' }));
  expect(await screen.findByText('Nothing is deleted yet')).toBeTruthy();
});

test('says what the last run deleted', async () => {
  open({
    textsAfterDays: 90,
    lastRun: {
      texts: 12,
      media: 0,
      candidates: 1,
      startedAt: '2026-11-20T15:00:00.000Z',
      finishedAt: '2026-11-20T15:00:10.000Z',
    },
  });
  expect(await screen.findByText(/deleted 12 texts and 1 candidate/)).toBeTruthy();
});
