import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeletedCandidate } from '../../../contract/candidates.ts';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeCandidate, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const deleted = (over: Partial<DeletedCandidate> = {}): DeletedCandidate => ({
  id: makeId(),
  firstName: 'Maria',
  lastName: 'Lopez',
  phoneNumber: '+14155550123',
  phoneNumberFormatted: '(415) 555-0123',
  conversations: 2,
  deletedBy: { id: makeId(), firstName: 'Ben', lastName: 'Ito' },
  byRule: false,
  deletedAt: '2026-11-20T15:00:00.000Z',
  erasesAt: '2026-12-20T15:00:00.000Z',
  can: { restore: true },
  ...over,
});

function open(candidates: DeletedCandidate[], user = makeUser()) {
  const api = createFakeApi();
  const stored = [...candidates];
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listDeletedCandidates, () => ({ items: stored, nextCursor: null }));
  return { stored, ...renderApp(paths.deletedCandidates, { api }) };
}

test('says who deleted whom, when, and for how long that can be undone', async () => {
  open([deleted(), deleted({ firstName: '', lastName: '', conversations: 1, deletedBy: null })]);
  const [first, second] = await screen.findAllByRole('listitem');
  for (const text of [
    'Maria Lopez',
    '(415) 555-0123 · 2 conversations',
    'Deleted by Ben Ito on November 20, 2026',
    'You can restore them until December 20, 2026.',
  ])
    expect(first?.textContent).toContain(text);
  for (const text of ['No name yet', '1 conversation', 'Deleted by a deleted person'])
    expect(second?.textContent).toContain(text);
});

test('restores one, which leaves the list', async () => {
  const maria = deleted();
  const view = open([maria]);
  view.api.answer(routes.restoreCandidate, () => {
    view.stored.pop();
    return makeCandidate({ id: maria.id });
  });
  await view.user.click(await screen.findByRole('button', { name: 'Restore Maria Lopez' }));
  await screen.findByText('Candidate restored');
  expect(await screen.findByText('No deleted candidates')).toBeTruthy();
  expect(view.api.asked(routes.restoreCandidate)[0]?.params).toEqual({ id: maria.id });
});

test('offers nothing where the number has a new candidate, also when that is found out by trying', async () => {
  const view = open([deleted({ firstName: 'Omar', can: { restore: false } }), deleted()]);
  const [omar] = await screen.findAllByRole('listitem');
  expect(omar?.textContent).toContain('You have a new candidate with this phone number');
  expect(within(omar as HTMLElement).queryByRole('button')).toBeNull();
  view.api.answer(routes.restoreCandidate, () => {
    view.stored.splice(1, 1, deleted({ can: { restore: false } }));
    return new Refusal('candidate_is_back');
  });
  await view.user.click(screen.getByRole('button', { name: 'Restore Maria Lopez' }));
  expect(await screen.findByText(failures.candidate_is_back.message)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Maria Lopez' })).toBeNull());
});

test('is empty, or could not be loaded', async () => {
  const view = open([]);
  expect(await screen.findByText('Candidates you delete stay here for 30 days.')).toBeTruthy();
  view.unmount();
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listDeletedCandidates, new Refusal('forbidden'));
  const { user } = renderApp(paths.deletedCandidates, { api });
  await screen.findByText("Deleted candidates couldn't be loaded.");
  api.answer(routes.listDeletedCandidates, { items: [deleted()], nextCursor: null });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Maria Lopez')).toBeTruthy();
});

test.each([
  ['admin', true],
  ['member', false],
] as const)('the way there is shown to an %s: %s', async (userType, isShown) => {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser({ userType }));
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listCandidates, { items: [makeCandidate()], nextCursor: null });
  renderApp(paths.candidates, { api });
  await screen.findByText('Maria Lopez');
  expect(screen.queryByRole('link', { name: 'Deleted candidates' }) !== null).toBe(isShown);
});
