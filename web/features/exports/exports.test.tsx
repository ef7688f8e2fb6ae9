import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AccountExport, AccountImport } from '../../../contract/account-exports.ts';
import * as routes from '../../../contract/routes.ts';
import { paths } from '../../paths.ts';
import { createFakeApi } from '../../testing/fake-api.ts';
import { makeAccount, makeId, makeUser } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const made = (over: Partial<AccountExport> = {}): AccountExport => ({
  id: makeId(),
  status: 'done',
  progress: 100,
  withTexts: true,
  bytes: 12_300_000,
  url: 'https://hiretext.example/v1/exports/1/file',
  expiresAt: '2126-12-04T15:00:00.000Z',
  manifest: null,
  createdAt: '2126-11-27T15:00:00.000Z',
  finishedAt: '2126-11-27T15:01:00.000Z',
  ...over,
});
const imported = (over: Partial<AccountImport> = {}): AccountImport => ({
  id: makeId(),
  status: 'failed',
  progress: 0,
  reason: "This file isn't a ZIP.",
  createdAt: '2126-11-27T15:00:00.000Z',
  finishedAt: '2126-11-27T15:00:01.000Z',
  ...over,
});

function open({
  exports = [],
  imports = [],
  canStart = false,
}: {
  exports?: AccountExport[];
  imports?: AccountImport[];
  canStart?: boolean;
}) {
  const api = createFakeApi();
  const stored = [...exports];
  api.answer(routes.getUser, makeUser({ userType: 'admin' }));
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listAccountExports, () => ({ items: stored, nextCursor: null }));
  api.answer(routes.listAccountImports, () => ({ items: imports, nextCursor: null, canStart }));
  api.answer(routes.startAccountExport, () => {
    const started = made({ status: 'running', progress: 42, url: null, bytes: null, expiresAt: null });
    stored.unshift(started);
    return started;
  });
  return renderApp(paths.accountExport, { api });
}

afterEach(() => void vi.restoreAllMocks());

test('an export is started once, and shows how far it is', async () => {
  const { user, api } = open({});
  expect(await screen.findByText('No one exported the account in the last 30 days.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Export everything' }));
  expect(await screen.findByText('42% done. You can leave this page.')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Progress of the export' })).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Export everything' })).toHaveProperty('disabled', true),
  );
  expect(api.asked(routes.startAccountExport).map(({ body }) => body)).toEqual([{ kind: 'account' }]);
  expect(screen.queryByRole('button', { name: 'Download ZIP' })).toBeNull();
});

test('what is ready can be downloaded until it expires', async () => {
  open({
    exports: [
      made({ withTexts: false }),
      made({ url: null, expiresAt: '2026-12-04T15:00:00.000Z' }),
      made({ status: 'failed', url: null, expiresAt: null }),
    ],
  });
  expect(
    await screen.findByText(/^12\.3 MB, without texts\. Available until Dec 4(, 2126)?\.$/),
  ).toBeTruthy();
  expect(screen.getByText('12.3 MB. No longer available.')).toBeTruthy();
  expect(screen.getByText(/^We couldn't finish it\./)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Download ZIP' })).toHaveLength(1);
});

test('the browser saves the file itself, by a link made for it', async () => {
  const item = made();
  const { user, api } = open({ exports: [item] });
  const url = 'https://hiretext.example/v1/exports/1/saved?secret=once';
  api.answer(routes.linkAccountExport, { url });
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) followed.push(this.href);
  });
  await user.click(await screen.findByRole('button', { name: 'Download ZIP' }));
  await waitFor(() => expect(followed).toEqual([url]));
  expect(api.asked(routes.linkAccountExport).map(({ params }) => params)).toEqual([{ id: item.id }]);
});

test('an import is offered only in an empty account, and says why one failed', async () => {
  const { unmount } = open({});
  expect(await screen.findByRole('button', { name: 'Export everything' })).toBeTruthy();
  expect(screen.queryByText('Import an export')).toBeNull();
  unmount();
  const again = open({ canStart: true, imports: [imported()] });
  expect(await screen.findByText("This file isn't a ZIP.")).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose an export' })).toBeTruthy();
  again.unmount();
  open({ imports: [imported({ status: 'done', reason: null, progress: 100 })] });
  expect(await screen.findByText('Everything was imported')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose an export' })).toBeNull();
});

test('an import that came too late says so, although the account is no longer empty', async () => {
  const reason = 'Your account is no longer empty, so nothing was imported.';
  open({ imports: [imported({ reason })] });
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose an export' })).toBeNull();
});
