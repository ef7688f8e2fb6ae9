import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi } from '../../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../../testing/make.ts';
import { makeFreeSeat, makePendingSeat, makeSeat, makeSeatUser } from '../../../testing/make-seat.ts';
import { fill, renderApp } from '../../../testing/render-app.tsx';

/* Filters are in the address, so a shared link, the back button and a reload show the same. */

const marcus = makeSeat({ tags: ['West'] });
const lena = makeSeat({
  seatType: 'nonTexter',
  twilioNumber: null,
  twilioNumberFormatted: null,
  user: makeSeatUser({ firstName: 'Lena', lastName: 'Berg', email: 'lena@acme.example' }),
});

function open(path: string) {
  const api = createFakeApi();
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.getSeats, [marcus, lena, makePendingSeat('nia@acme.example'), makeFreeSeat()]);
  api.answer(routes.getFormerMembers, []);
  return renderApp(path, { api });
}

const shown = (...names: string[]) =>
  waitFor(() => {
    const found = ['Marcus Oyelaran', 'Lena Berg', 'nia@acme.example', 'Available seat'].filter(
      (name) => screen.queryByText(name) !== null,
    );
    expect(found).toEqual(names);
  });
const everybody = ['Marcus Oyelaran', 'Lena Berg', 'nia@acme.example', 'Available seat'];
const field = () => screen.getByRole('searchbox', { name: 'Search people' }) as HTMLInputElement;

describe('an address', () => {
  test.each([
    ['?status=used&type=nonTexter', ['Lena Berg']],
    ['?search=west', ['Marcus Oyelaran']],
    ['?search=415', ['Marcus Oyelaran']],
    ['?status=pendingInvitation', ['nia@acme.example']],
    ['?status=nonsense&type=1&search=%20', everybody],
    [`?status=[]&search={"a":1}`, everybody],
  ])('%s shows what it asks for', async (search, names) => {
    open(`${paths.team}${search}`);
    await shown(...names);
  });

  test('of hiring managers as well', async () => {
    open(`${paths.hiringManagers}?status=used`);
    expect(await screen.findByText('No match')).toBeTruthy();
  });
});

test('typing replaces the address, and the back button undoes a choice', async () => {
  const { user, router } = open(paths.team);
  await shown(...everybody);
  const steps = () => router.history.length;
  const before = steps();
  await fill(user, field(), 'lena');
  await shown('Lena Berg');
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'lena' }));
  expect(steps()).toBe(before);

  await user.click(screen.getByRole('radio', { name: 'Used' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'lena', status: 'used' }));
  await user.clear(field());
  await shown('Marcus Oyelaran', 'Lena Berg');
  expect(router.state.location.search).toEqual({ status: 'used' });
  expect(steps()).toBe(before + 1);

  router.history.back();
  await shown('Lena Berg');
  expect(field().value).toBe('lena');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All' }).checked).toBe(true);
});

test('“Show all” empties the field, also what was typed a moment ago', async () => {
  const { user, router } = open(`${paths.team}?search=zzz`);
  await user.type(await screen.findByRole('searchbox', { name: 'Search people' }), 'z');
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  await shown(...everybody);
  expect(field().value).toBe('');
  expect(router.state.location.search).toEqual({});
});
