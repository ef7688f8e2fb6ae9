import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DoubtfulPair } from '../../../../contract/ats.ts';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../../testing/make.ts';
import { makeAtsTypes, makeIntegration, makePair } from '../../../testing/make-ats.ts';
import { renderApp } from '../../../testing/render-app.tsx';

function apiOf(pairs: DoubtfulPair[], linked: DoubtfulPair[] = []) {
  const api = createFakeApi();
  const state = { pairs, linked };
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listAtsTypes, makeAtsTypes());
  api.answer(routes.listAtsIntegrations, () => [
    makeIntegration({ sync: { ...makeIntegration().sync, doubtful: state.pairs.length } }),
  ]);
  api.answer(routes.listDoubtfulPairs, ({ query }) => ({
    items: query.decision === 'same' ? state.linked : state.pairs,
    nextCursor: null,
  }));
  api.answer(routes.decidePair, ({ params, body }) => {
    if (body.decision === 'same') state.linked = state.pairs.filter(({ id }) => id === params.id);
    state.pairs = state.pairs.filter(({ id }) => id !== params.id);
    return { status: 'ok' as const };
  });
  return { api, state };
}

const named = (firstName: string) =>
  makePair({ person: { ...makePair().person, firstName, lastName: 'Lopez' } });

describe('people who may be someone you have', () => {
  test('are counted among the integrations, and reviewed from there', async () => {
    const { api } = apiOf([named('Maria'), named('Rosa')]);
    const { user, path } = renderApp(paths.integrations, { api });
    const link = await screen.findByRole('link', { name: 'Review them' });
    expect(link.parentElement?.textContent).toBe('2 people may be someone you already have. Review them.');
    await user.click(link);
    const [first] = await screen.findAllByText('Same phone number, different names');
    expect(path()).toBe(paths.atsPairs);
    const row = within(first?.closest('li') as HTMLElement);
    expect(row.getByText('In Greenhouse')).toBeTruthy();
    expect(row.getByText('Maria Lopez')).toBeTruthy();
    expect(row.getByText('Ana Lopez')).toBeTruthy();
  });

  test('are decided by keyboard, one after the other', async () => {
    const [maria, rosa] = [named('Maria'), named('Rosa')];
    const { api } = apiOf([maria, rosa]);
    const { user } = renderApp(paths.atsPairs, { api });
    (await screen.findByRole('button', { name: 'Different people: Maria Lopez' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Maria Lopez')).toBeNull());
    const next = screen.getByRole('button', { name: 'Different people: Rosa Lopez' });
    expect(document.activeElement).toBe(next);
    await user.tab({ shift: true });
    await user.keyboard('{Enter}');
    expect(await screen.findByText('No one to review')).toBeTruthy();
    expect(api.asked(routes.decidePair).map(({ params, body }) => [params.id, body.decision])).toEqual([
      [maria.id, 'different'],
      [rosa.id, 'same'],
    ]);
  });

  test('said to be the same by mistake are unlinked after a question', async () => {
    const maria = named('Maria');
    const { api, state } = apiOf([maria]);
    api.answer(routes.unlinkCandidate, () => {
      state.linked = [];
      return { status: 'ok' as const };
    });
    const { user } = renderApp(paths.atsPairs, { api });
    const linked = within(await screen.findByRole('region', { name: 'Said to be the same person' }));
    expect(await linked.findByText('No one so far.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Same person: Maria Lopez' }));
    await user.click(await linked.findByRole('button', { name: 'Unlink: Maria Lopez' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Ana Lopez from Greenhouse?' }));
    expect(
      dialog.getByText(/the same person as Maria Lopez in Greenhouse\. Their texts are no longer noted/),
    ).toBeTruthy();
    expect(api.asked(routes.unlinkCandidate)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Unlink' }));
    expect(await linked.findByText('No one so far.')).toBeTruthy();
    expect(api.asked(routes.unlinkCandidate)).toMatchObject([
      { params: { id: maria.candidate.id }, body: { atsType: 'greenhouse', externalId: maria.externalId } },
    ]);
  });

  test('that a colleague has decided meanwhile are gone', async () => {
    const { api } = apiOf([named('Maria')]);
    api.answer(routes.decidePair, new Refusal('not_found'));
    const { user } = renderApp(paths.atsPairs, { api });
    await user.click(await screen.findByRole('button', { name: 'Same person: Maria Lopez' }));
    expect(await screen.findByText('No one to review')).toBeTruthy();
  });

  test('stay when deciding fails', async () => {
    const { api } = apiOf([named('Maria')]);
    api.answer(routes.decidePair, new Refusal('unavailable'));
    const { user } = renderApp(paths.atsPairs, { api });
    const same = await screen.findByRole('button', { name: 'Same person: Maria Lopez' });
    await user.click(same);
    expect(await screen.findByText(/temporarily unavailable/)).toBeTruthy();
    expect(screen.getByText('Maria Lopez')).toBeTruthy();
  });

  test('come page by page', async () => {
    const { api } = apiOf([]);
    const second = named('Rosa');
    api.answer(routes.listDoubtfulPairs, ({ query }) =>
      query.decision === 'same'
        ? { items: [], nextCursor: null }
        : query.cursor === 'next'
          ? { items: [second], nextCursor: null }
          : { items: [named('Maria')], nextCursor: 'next' },
    );
    const { user } = renderApp(paths.atsPairs, { api });
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Rosa Lopez')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test("that can't be loaded are tried again", async () => {
    const { api } = apiOf([named('Maria')]);
    api.answer(routes.listDoubtfulPairs, ({ query }) =>
      query.decision === 'same' ? { items: [], nextCursor: null } : new Refusal('internal'),
    );
    const { user } = renderApp(paths.atsPairs, { api });
    expect(await screen.findByText("People to review couldn't be loaded.")).toBeTruthy();
    api.answer(routes.listDoubtfulPairs, { items: [], nextCursor: null });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No one to review')).toBeTruthy();
  });
});
