import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Import, ImportPreview } from '../../../contract/imports.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, type FakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const made = (over: Partial<Import> = {}): Import => ({
  id: makeId(),
  kind: 'candidates',
  status: 'done',
  fileName: 'people.csv',
  total: 1200,
  processed: 1200,
  created: 1000,
  updated: 150,
  duplicates: 30,
  refused: 20,
  consent: null,
  createdBy: { id: makeId(), firstName: 'Ben', lastName: 'Ito' },
  createdAt: '2026-11-20T15:00:00.000Z',
  finishedAt: '2026-11-20T15:01:00.000Z',
  can: { undo: true, downloadRefused: true },
  ...over,
});

const preview: ImportPreview = {
  columns: ['Name', 'Cell', 'Town'],
  mapping: { Name: 'name', Cell: 'phoneNumber', Town: null },
  total: 3,
  rows: [
    { outcome: 'new', reason: null, cells: ['Kai Ono', '+14155550123', 'Reno'] },
    { outcome: 'update', reason: null, cells: ['Ana Li', '+14155550124', 'Boston'] },
    { outcome: 'refused', reason: "The phone number isn't valid", cells: ['X', '12', ''] },
  ],
};

let api: FakeApi;
beforeEach(() => {
  api = createFakeApi();
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  // Uploads report their progress, which fetch doesn't.
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 0;
      responseText = '';
      readonly upload = {};
      onload = () => {};
      #asked: [string, string] = ['', ''];
      open(method: string, url: string) {
        this.#asked = [method, url];
      }
      setRequestHeader() {}
      abort() {}
      async send(body: FormData) {
        const [method, url] = this.#asked;
        const answer = await api.handle(url, { method, body });
        this.status = answer.status;
        this.responseText = await answer.text();
        this.onload();
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

function open(imports: Import[], { user = makeUser(), account = makeAccount() } = {}) {
  const stored = [...imports];
  api.answer(routes.getUser, user);
  api.answer(routes.getAccount, account);
  api.answer(routes.listImports, () => ({ items: stored, nextCursor: null }));
  api.answer(routes.previewImport, preview);
  return { stored, ...renderApp(paths.candidateImports, { api }) };
}

const csv = () => new File(['Name,Cell,Town\n'], 'people.csv', { type: 'text/csv' });
const formOf = (route: typeof routes.startImport | typeof routes.previewImport) =>
  Object.fromEntries(
    api
      .asked(route)
      .slice(-1)
      .flatMap(({ body }) => [...(body as unknown as FormData)])
      .filter(([name]) => name !== 'file'),
  );

test('a dropped file is shown with what becomes of it, and imported once it is said how people agreed', async () => {
  const { user, stored } = open([]);
  await screen.findByText('Nothing was imported yet.');
  const area = screen.getByText(/Drop a file here/).parentElement as HTMLElement;
  fireEvent.drop(area, { dataTransfer: { files: [csv()] } });
  const rows = within(await screen.findByRole('region', { name: 'Preview' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    '1NewKai Ono+14155550123',
    '2UpdateAna Li+14155550124',
    "3RefusedThe phone number isn't validX12",
  ]);

  await user.selectOptions(screen.getByRole('combobox', { name: 'Town becomes' }), 'City');
  await waitFor(() =>
    expect(JSON.parse(String(formOf(routes.previewImport).mapping))).toEqual({
      Name: 'name',
      Cell: 'phoneNumber',
      Town: 'city',
    }),
  );

  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Import 3 rows' });
  expect(start.disabled).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Yes, all of them' }));
  expect(start.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: /How they agreed/ }), 'Application form');
  await user.type(screen.getByRole('textbox', { name: /What they agreed to/ }), 'Text me about jobs.');
  fireEvent.change(screen.getByLabelText(/^When/), { target: { value: '2026-01-15' } });
  api.answer(routes.startImport, () => {
    const running = made({ status: 'running', processed: 300, total: 1200, finishedAt: null });
    stored.push(running);
    return running;
  });
  await user.click(screen.getByRole('button', { name: 'Import 3 rows' }));
  const bar = await screen.findByRole('progressbar', { name: '300 of 1,200 rows' });
  expect(bar.getAttribute('aria-valuenow')).toBe('25');
  const { consent, kind, country } = formOf(routes.startImport);
  expect([kind, country]).toEqual(['candidates', 'US']);
  expect(JSON.parse(String(consent))).toMatchObject({
    status: 'granted',
    method: 'Application form',
    wording: 'Text me about jobs.',
    source: 'import',
  });
  stored[0] = made();
  await screen.findByText(
    '1,000 candidates added, 150 updated, 30 duplicates, 20 refused',
    {},
    { timeout: 4000 },
  );
});

test('a file that cannot be read says why', async () => {
  const { user } = open([]);
  api.answer(routes.previewImport, () => new Refusal('invalid', { file: ['This file has no rows.'] }));
  await user.upload(await screen.findByLabelText('File to import'), csv());
  expect((await screen.findByText('This file has no rows.')).textContent).toBeTruthy();
});

test('an import is undone after a question', async () => {
  const { user, stored } = open([made()]);
  await user.click(await screen.findByRole('button', { name: 'Undo the import of people.csv' }));
  api.answer(routes.undoImport, () => {
    const undone = made({ status: 'undone', can: { undo: false, downloadRefused: true } });
    stored[0] = undone;
    return undone;
  });
  await user.click(await screen.findByRole('button', { name: 'Undo import' }));
  await screen.findByText('Import undone');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo the import/ })).toBeNull());
});

test('a company that sends nothing until its opt-outs are here imports them, or an admin says why not', async () => {
  const { user } = open([], { account: makeAccount({ optOutsFirst: true }) });
  await user.upload(await screen.findByLabelText('File to import'), csv());
  await screen.findByRole('button', { name: 'Stop texts to 3 numbers' });
  expect(formOf(routes.previewImport).kind).toBe('optOuts');
  await user.click(screen.getByRole('button', { name: 'There are none to import' }));
  await user.type(await screen.findByRole('textbox', { name: /Why there are none/ }), 'We never texted.');
  api.answer(routes.updateAccount, makeAccount({ optOutsFirst: false }));
  await user.click(screen.getByRole('button', { name: 'Let texts go out' }));
  await waitFor(() => expect(screen.queryByText('Your company sends no texts yet')).toBeNull());
  expect(api.asked(routes.updateAccount)[0]?.body).toEqual({
    optOutsFirst: false,
    reason: 'We never texted.',
  });
});

test('an admin stops texts until the opt-outs are here, and lets them go out again with a reason', async () => {
  api.answer(routes.getUser, makeUser());
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getTextingHours, { hours: [], isDefault: true });
  const { user } = renderApp(paths.accountCompany, { api });
  const first = await screen.findByRole<HTMLInputElement>('switch', { name: /^Import opt-outs first/ });
  await user.click(first);
  api.answer(routes.updateAccount, makeAccount({ optOutsFirst: true }));
  await user.click(await screen.findByRole('button', { name: 'Stop texts' }));
  await waitFor(() => expect(first.checked).toBe(true));
  await screen.findByRole('link', { name: 'Import opt-outs' });
  await user.click(first);
  await user.type(await screen.findByRole('textbox', { name: /Why there are none/ }), 'We never texted.');
  api.answer(routes.updateAccount, makeAccount());
  await user.click(screen.getByRole('button', { name: 'Let texts go out' }));
  await waitFor(() => expect(first.checked).toBe(false));
  expect(api.asked(routes.updateAccount).map(({ body }) => body)).toEqual([
    { optOutsFirst: true },
    { optOutsFirst: false, reason: 'We never texted.' },
  ]);
});

test('recruiters import candidates only', async () => {
  const { user } = open([], { user: makeUser({ userType: 'member' }) });
  await user.upload(await screen.findByLabelText('File to import'), csv());
  await screen.findByRole('button', { name: 'Import 3 rows' });
  expect(screen.queryByText('People who opted out')).toBeNull();
});
