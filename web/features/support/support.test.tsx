import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import { endSession } from '../../lib/session/session.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser } from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  delete window.Intercom;
  document.head.replaceChildren();
});

const person = makeUser();

function open() {
  const api = createFakeApi();
  api.answer(routes.getUser, person);
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listCandidates, { items: [], nextCursor: null });
  api.answer(routes.getHelpChat, { type: 'form' });
  api.answer(routes.sendSupportMessage, { status: 'ok' });
  return renderApp(paths.candidates, { api });
}

const tab = () => screen.findByRole('button', { name: 'Support' });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Support' }));

test('the launcher in the corner opens what Support opens', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  expect((await dialog()).getByLabelText('Subject')).toBeTruthy();
});

describe('the contact form', () => {
  test('says where the answer goes, sends what was written, and says that it was sent', async () => {
    const { api, user } = open();
    await user.click(await tab());
    const form = await dialog();
    expect(form.getByText(`We'll reply to ${person.email}.`)).toBeTruthy();
    await fill(user, form.getByLabelText('Subject'), 'Still activating');
    await fill(user, form.getByLabelText('Message'), 'Since yesterday.');
    await user.dblClick(form.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Message sent!')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent, ...more] = api.asked(routes.sendSupportMessage);
    expect(sent?.body).toEqual({ subject: 'Still activating', message: 'Since yesterday.' });
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(more).toEqual([]);
  });

  test('with nothing in it is refused at its fields', async () => {
    const { api, user } = open();
    await user.click(await tab());
    const form = await dialog();
    await user.click(form.getByRole('button', { name: 'Send' }));
    expect(await form.findByText('The subject is required')).toBeTruthy();
    expect(form.getByText('The message is required')).toBeTruthy();
    expect(api.asked(routes.sendSupportMessage)).toEqual([]);
  });

  test('that could not be sent keeps what was written, and is tried again as the same message', async () => {
    const { api, user } = open();
    api.answer(routes.sendSupportMessage, new Refusal('unavailable'));
    await user.click(await tab());
    const form = await dialog();
    await fill(user, form.getByLabelText('Subject'), 'Help');
    await fill(user, form.getByLabelText('Message'), 'Please');
    await user.click(form.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(failures.unavailable.message)).toBeTruthy();
    expect(form.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Please');
    api.answer(routes.sendSupportMessage, { status: 'ok' });
    await user.click(form.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Message sent!')).toBeTruthy();
    const keys = api.asked(routes.sendSupportMessage).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  test('is loaded only when needed, and again if that failed', async () => {
    const { api, user } = open();
    await tab();
    expect(api.asked(routes.getHelpChat)).toEqual([]);
    api.answer(routes.getHelpChat, new Refusal('unavailable'));
    await user.click(await tab());
    const retry = await (await dialog()).findByRole('button', { name: 'Try again' });
    api.answer(routes.getHelpChat, { type: 'form' });
    await user.click(retry);
    expect(await (await dialog()).findByLabelText('Subject')).toBeTruthy();
  });
});

describe('Intercom in its place', () => {
  /** happy-dom runs no external scripts, so the test checks the added tag and answers for it. */
  function watchScripts() {
    const added: HTMLScriptElement[] = [];
    vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      added.push(...nodes.filter((node) => node instanceof HTMLScriptElement));
    });
    return added;
  }

  const intercom = { type: 'intercom', appId: 'abc123', region: 'eu' } as const;

  test('is loaded when it is wanted, knows the person by the signed hash, and forgets them at the end', async () => {
    const added = watchScripts();
    const { api, user } = open();
    api.answer(routes.getHelpChat, intercom);
    await user.click(await tab());
    await waitFor(() => expect(added).toHaveLength(1));
    expect(added[0]?.src).toBe('https://widget.intercom.io/widget/abc123');
    const messenger = vi.fn();
    window.Intercom = messenger;
    added[0]?.dispatchEvent(new Event('load'));
    await waitFor(() => expect(messenger).toHaveBeenCalledWith('show'));
    expect(messenger.mock.calls[0]).toEqual([
      'boot',
      expect.objectContaining({
        api_base: 'https://api-iam.eu.intercom.io',
        app_id: 'abc123',
        user_id: person.id,
        user_hash: person.supportUserHash,
        hide_default_launcher: true,
      }),
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(await tab());
    await waitFor(() =>
      expect(messenger.mock.calls.map(([command]) => command)).toEqual(['boot', 'show', 'show']),
    );
    endSession();
    expect(messenger).toHaveBeenLastCalledWith('shutdown');
  });

  test('that is blocked shows an error, and is tried again', async () => {
    const added = watchScripts();
    const { api, user } = open();
    api.answer(routes.getHelpChat, intercom);
    await user.click(await tab());
    await waitFor(() => expect(added).toHaveLength(1));
    added[0]?.dispatchEvent(new Event('error'));
    const shown = await dialog();
    expect(shown.getByRole('alert').textContent).toMatch(/^The chat couldn't be loaded\./);
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(added).toHaveLength(2));
  });
});
