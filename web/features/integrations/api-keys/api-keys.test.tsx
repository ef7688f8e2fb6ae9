import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApiKey } from '../../../../contract/api-keys.ts';
import * as routes from '../../../../contract/routes.ts';
import { Scope } from '../../../../contract/scopes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { paths } from '../../../paths.ts';
import { createFakeApi } from '../../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser } from '../../../testing/make.ts';
import { makeFreeSeat, makeSeat, makeSeatUser } from '../../../testing/make-seat.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { SCOPE_GROUPS } from './scope-words.ts';

const user = makeUser();
const SECRET = 'ht_live_0123_secret';
const payroll = makeSeat({
  user: makeSeatUser({ firstName: 'Payroll', lastName: '', isService: true }),
});

const makeKey = (over: Partial<ApiKey> = {}): ApiKey => ({
  id: makeId(),
  name: 'Payroll',
  prefix: 'ht_live_0123',
  scopes: ['candidates:read'],
  mode: 'live',
  owner: { id: user.id, firstName: user.firstName, lastName: user.lastName, isService: false },
  addresses: [],
  version: '2026-11-27',
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  rotatedUntil: null,
  ...over,
});

function open(stored: ApiKey[], seats: Seat[] = [makeFreeSeat()]) {
  const api = createFakeApi();
  const kept = { keys: stored, seats };
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, makeAccount({ type: 'team', planType: 'monthly' }));
  api.answer(routes.getFormerMembers, []);
  api.answer(routes.getSeats, () => kept.seats);
  api.answer(routes.addService, () => {
    const [free, ...others] = kept.seats;
    const added = { ...payroll, id: free?.id ?? '', twilioNumber: null, twilioNumberFormatted: null };
    kept.seats = [added, ...others];
    return { seatId: added.id, userId: added.user?.id ?? '' };
  });
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listApiKeys, () => ({ items: kept.keys, nextCursor: null }));
  api.answer(routes.createApiKey, ({ body }) => {
    const made = makeKey({
      name: body.name,
      mode: body.mode ?? 'live',
      scopes: body.scopes,
      addresses: body.addresses ?? [],
    });
    kept.keys = [made, ...kept.keys];
    return { ...made, secret: SECRET };
  });
  api.answer(routes.rotateApiKey, () => ({ ...makeKey(), secret: SECRET }));
  api.answer(routes.deleteApiKey, ({ params }) => {
    kept.keys = kept.keys.filter(({ id }) => id !== params.id);
    return { status: 'ok' as const };
  });
  return renderApp(paths.apiKeys, { api });
}

test('the first key is created by what it may do, and shows its secret once', async () => {
  const { user: person, api } = open([]);
  await screen.findByText('No API keys yet');
  expect(screen.getByText(/curl .*\/v1\/messages/)).toBeTruthy();
  await person.click(screen.getAllByRole('button', { name: 'Create key' })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
  await person.type(within(dialog).getByLabelText('Name'), 'Payroll');
  await person.click(within(dialog).getByRole('button', { name: 'Create key' }));
  expect(await within(dialog).findByText('Choose what the key may do')).toBeTruthy();
  expect(within(dialog).getByRole('radio', { name: 'Live' })).toHaveProperty('checked', true);
  await person.click(within(dialog).getByRole('radio', { name: 'Test' }));
  await person.click(within(dialog).getByLabelText('Send texts'));
  await person.type(within(dialog).getByLabelText('Addresses'), '10.0.0.300{Enter}');
  await person.click(within(dialog).getByRole('button', { name: 'Create key' }));
  expect(await within(dialog).findByText(/^Enter an address/)).toBeTruthy();
  await person.type(within(dialog).getByLabelText('Addresses'), '{Backspace}10.0.0.0/8{Enter}');
  await person.click(within(dialog).getByRole('button', { name: 'Create key' }));
  const shown = await screen.findByRole('dialog', { name: 'The secret of Payroll' });
  expect(within(shown).getByText(SECRET)).toBeTruthy();
  expect(within(shown).getByRole('button', { name: 'Copy secret' })).toBeTruthy();
  expect(api.asked(routes.createApiKey).map(({ body }) => body)).toEqual([
    {
      name: 'Payroll',
      ownerId: user.id,
      mode: 'test',
      scopes: ['texts:send'],
      expiresAt: null,
      addresses: ['10.0.0.0/8'],
    },
  ]);
  await person.click(within(shown).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/only from 10\.0\.0\.0\/8/)).toBeTruthy();
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(screen.getByText('Test')).toBeTruthy();
});

test('a key gets a new secret, and is deleted after a question', async () => {
  const { user: person } = open([makeKey()]);
  await person.click(await screen.findByRole('button', { name: 'More for Payroll' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Get new secret', hidden: true }));
  const asked = await screen.findByRole('dialog', { name: 'Get a new secret for Payroll?' });
  await person.click(within(asked).getByRole('button', { name: 'Get new secret' }));
  const shown = await screen.findByRole('dialog', { name: 'The secret of Payroll' });
  await person.click(within(shown).getByRole('button', { name: 'Done' }));
  await person.click(await screen.findByRole('button', { name: 'More for Payroll' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Delete', hidden: true }));
  const sure = await screen.findByRole('dialog', { name: 'Delete Payroll?' });
  await person.click(within(sure).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No API keys yet')).toBeTruthy();
});

test('a service gets a seat, then a number, and then a key', async () => {
  const { user: person, api } = open([]);
  await person.click(await screen.findByRole('button', { name: 'Add service seat' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add service seat' });
  await person.type(await within(dialog).findByLabelText('Name'), 'Payroll');
  await person.click(within(dialog).getByRole('button', { name: 'Add service seat' }));
  const number = await screen.findByRole('dialog', { name: 'A number for Payroll' });
  expect(within(number).getByLabelText('Area code')).toBeTruthy();
  expect(within(number).queryByText(/Conversations stay/)).toBeNull();
  expect(api.asked(routes.addService).map(({ body }) => body)).toEqual([{ name: 'Payroll' }]);
  await person.keyboard('{Escape}');
  await person.click(screen.getAllByRole('button', { name: 'Create key' })[0] as HTMLElement);
  const create = await screen.findByRole('dialog', { name: 'Create API key' });
  await person.click(within(create).getByRole('combobox', { name: 'Owner' }));
  await person.click(await screen.findByRole('option', { name: 'Payroll', hidden: true }));
  await person.type(within(create).getByLabelText('Name'), 'Nightly');
  await person.click(within(create).getByLabelText('Send texts'));
  await person.click(within(create).getByRole('button', { name: 'Create key' }));
  await screen.findByRole('dialog', { name: 'The secret of Nightly' });
  expect(api.asked(routes.createApiKey)[0]?.body).toMatchObject({ ownerId: payroll.user?.id });
});

test('without a free seat, one is bought first', async () => {
  const { user: person } = open([], [payroll]);
  await person.click(await screen.findByRole('button', { name: 'Add service seat' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add service seat' });
  expect(await within(dialog).findByText(/^Your only seat is taken/)).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Buy seats' })).toBeTruthy();
});

test('every scope that opens a call has its words', () => {
  expect(SCOPE_GROUPS.flatMap(({ scopes }) => Object.keys(scopes)).sort()).toEqual([...Scope.options].sort());
});
