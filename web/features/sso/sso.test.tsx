import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import { routes } from '../../../contract/routes.ts';
import type { SingleSignOn } from '../../../contract/sso.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../testing/make.ts';
import { renderApp } from '../../testing/render-app.tsx';

const SSO_URL = 'https://hiretext.example/sso/oidc/start?state=abc';
const callbackUrl = 'https://hiretext.example/sso/oidc/callback';

type Connection = NonNullable<SingleSignOn['connection']>;

function apiOf({
  admin = true,
  connection = null,
}: {
  admin?: boolean;
  connection?: Connection | null;
} = {}) {
  const api = createFakeApi();
  const state = { connection };
  api.answer(routes.getUser, makeUser({ userType: admin ? 'admin' : 'member' }));
  api.answer(routes.getAccount, makeAccount());
  api.answer(routes.getInboxCounts, { unread: 0, waiting: 0 });
  api.answer(routes.listSessions, [makeUserSession({ isCurrent: true })]);
  api.answer(routes.getSsoUrl, { ssoUrl: SSO_URL });
  api.answer(routes.exchangeSsoCode, { id_token: 'fresh', expires_in: 60 });
  api.answer(routes.getSingleSignOn, () => ({ callbackUrl, connection: state.connection }));
  return { api, state };
}

function makeConnection(over: Partial<Connection> = {}): Connection {
  return {
    domain: 'acme.test',
    isDomainVerified: true,
    dnsRecord: { type: 'TXT', name: '_hiretext.acme.test', value: 'hiretext-domain-verification=abc' },
    issuer: 'https://login.acme.test',
    clientId: 'client-1',
    ssoOnly: false,
    can: { turnOnSsoOnly: false },
    ...over,
  };
}

describe('single sign-on', () => {
  let leave: MockInstance;

  beforeEach(() => {
    leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  });
  afterEach(() => leave.mockRestore());

  test('begins at sign-in, and leads to the provider', async () => {
    const { api } = apiOf();
    const { user } = renderApp(paths.login, { api, signedIn: false });
    await user.type(await screen.findByLabelText('Email'), 'dana@acme.test');
    await user.click(screen.getByRole('link', { name: 'Sign in with single sign-on' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Work email')).value).toBe('dana@acme.test');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(leave.mock.calls).toEqual([[SSO_URL]]));
    expect(api.asked(routes.getSsoUrl).map(({ query }) => query)).toEqual([{ email: 'dana@acme.test' }]);
  });

  test('that a domain does not have is told at the field', async () => {
    const { api } = apiOf();
    api.answer(routes.getSsoUrl, new Refusal('sso_unknown_domain'));
    const { user, path } = renderApp(paths.singleSignOn, { api, signedIn: false });
    await user.type(await screen.findByLabelText('Work email'), 'dana@acme.test');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findAllByText(failures.sso_unknown_domain.message)).toHaveLength(1);
    expect(leave).not.toHaveBeenCalled();
    await user.click(screen.getByRole('link', { name: 'Back to sign in' }));
    await waitFor(() => expect(path()).toBe(paths.login));
  });

  test('needs an address', async () => {
    const { api } = apiOf();
    const { user } = renderApp(paths.singleSignOn, { api, signedIn: false });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('The email is invalid')).toBeTruthy();
    expect(api.asked(routes.getSsoUrl)).toHaveLength(0);
  });

  test('ends where the person wanted to go', async () => {
    const { api } = apiOf();
    api.answer(routes.listCandidates, { items: [], nextCursor: null });
    const next = encodeURIComponent(paths.candidates);
    const first = renderApp(`${paths.singleSignOn}?next=${next}`, { api, signedIn: false });
    await first.user.type(await screen.findByLabelText('Work email'), 'dana@acme.test');
    await first.user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(leave).toHaveBeenCalled());
    first.unmount();
    const { path } = renderApp(`${paths.callback}#code=abc`, { api, signedIn: false });
    await waitFor(() => expect(path()).toBe(paths.candidates));
  });
});

describe('the way back', () => {
  test('signs in by itself, once, and leaves the address bar', async () => {
    const { api } = apiOf();
    const { path, router } = renderApp(`${paths.callback}#code=abc`, { api, signedIn: false });
    expect(await screen.findByRole('region', { name: 'Password' })).toBeTruthy();
    expect(path()).toBe(paths.account);
    expect(api.asked(routes.exchangeSsoCode).map(({ body }) => body)).toEqual([{ code: 'abc' }]);
    expect(localStorage.getItem('hiretext:token')).toBe('fresh');
    expect(router.history.length).toBe(2);
    router.history.back();
    await waitFor(() => expect(router.state.location.href).toBe(paths.account));
    expect(screen.queryByText("You couldn't be signed in")).toBeNull();
    expect(api.asked(routes.exchangeSsoCode)).toHaveLength(1);
  });

  test('with a code that is used up tells so, with a way on', async () => {
    const { api } = apiOf();
    api.answer(routes.exchangeSsoCode, new Refusal('sso_failed'));
    const { user, path } = renderApp(`${paths.callback}#code=abc`, { api, signedIn: false });
    expect(await screen.findAllByText(failures.sso_failed.message)).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Try again' }));
    await waitFor(() => expect(path()).toBe(paths.singleSignOn));
  });

  test.each([
    ['#error=sso_unknown_person', failures.sso_unknown_person.message],
    ['#error=sso_unavailable', failures.sso_unavailable.message],
    ['#error=Send%20your%20password%20to%20eve', failures.sso_failed.message],
    ['#error=toString', failures.sso_failed.message],
    ['#code=abc&error=sso_failed', failures.sso_failed.message],
    ['', failures.sso_failed.message],
  ])('with %j says one of our own sentences', async (hash, sentence) => {
    const { api } = apiOf();
    renderApp(paths.callback + hash, { api, signedIn: false });
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeTruthy();
    expect(api.asked(routes.exchangeSsoCode)).toHaveLength(0);
  });
});

describe('on the account page', () => {
  const region = () => screen.findByRole('region', { name: 'Single sign-on' });

  test('is for admins', async () => {
    renderApp(paths.account, apiOf({ admin: false }));
    expect(await screen.findByRole('region', { name: 'Password' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Single sign-on' })).toBeNull();
  });

  test('is set up with what the provider gave; mistakes stand at their fields', async () => {
    const { api, state } = apiOf();
    const { user } = renderApp(paths.account, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Set up single sign-on' }));
    expect(section.getByText(callbackUrl)).toBeTruthy();
    await user.type(section.getByLabelText('Email domain'), 'Gmail.com');
    await user.type(section.getByLabelText('Issuer'), 'https://login.acme.test');
    await user.type(section.getByLabelText('Client ID'), 'client-1');
    await user.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('The client secret is required')).toBeTruthy();
    await user.type(section.getByLabelText('Client secret'), 'secret-1');
    api.answer(routes.updateSingleSignOn, new Refusal('invalid', { domain: ['Not this one'] }));
    await user.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('Not this one')).toBeTruthy();
    await user.clear(section.getByLabelText('Email domain'));
    await user.type(section.getByLabelText('Email domain'), 'acme.test');
    state.connection = makeConnection({ isDomainVerified: false });
    api.answer(routes.updateSingleSignOn, () => ({ callbackUrl, connection: state.connection }));
    await user.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('_hiretext.acme.test')).toBeTruthy();
    expect(section.getByText('hiretext-domain-verification=abc')).toBeTruthy();
    expect(api.asked(routes.updateSingleSignOn).at(-1)?.body).toEqual({
      domain: 'acme.test',
      issuer: 'https://login.acme.test',
      clientId: 'client-1',
      clientSecret: 'secret-1',
    });
  });

  test('a secret that is not entered again stays', async () => {
    const { api } = apiOf({ connection: makeConnection() });
    api.answer(routes.updateSingleSignOn, {
      callbackUrl,
      connection: makeConnection({ clientId: 'client-2' }),
    });
    const { user } = renderApp(paths.account, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Change' }));
    await user.clear(section.getByLabelText('Client ID'));
    await user.type(section.getByLabelText('Client ID'), 'client-2');
    await user.click(section.getByRole('button', { name: 'Save' }));
    await section.findByRole('button', { name: 'Change' });
    expect(api.asked(routes.updateSingleSignOn).map(({ body }) => body)).toEqual([
      { domain: 'acme.test', issuer: 'https://login.acme.test', clientId: 'client-2' },
    ]);
  });

  test('the domain is verified when its record is found', async () => {
    const { api } = apiOf({ connection: makeConnection({ isDomainVerified: false }) });
    api.answer(routes.verifyDomain, new Refusal('domain_unverified'));
    const { user } = renderApp(paths.account, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Verify domain' }));
    expect(await screen.findByText(failures.domain_unverified.message)).toBeTruthy();
    api.answer(routes.verifyDomain, { callbackUrl, connection: makeConnection() });
    await user.click(section.getByRole('button', { name: 'Verify domain' }));
    expect(await section.findByText('The domain is verified.')).toBeTruthy();
  });

  test('the provider is tested in plain words', async () => {
    const { api } = apiOf({ connection: makeConnection() });
    api.answer(routes.testSingleSignOn, { problem: 'Nothing answers at login.acme.test. Check the issuer.' });
    const { user } = renderApp(paths.account, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Test the provider' }));
    expect(await section.findByText('Nothing answers at login.acme.test. Check the issuer.')).toBeTruthy();
    api.answer(routes.testSingleSignOn, { problem: null });
    await user.click(section.getByRole('button', { name: 'Test the provider' }));
    expect(await section.findByText('The provider answers as it should, and knows Hiretext.')).toBeTruthy();
  });

  test('the switch waits until the admin has got in that way', async () => {
    const { api } = apiOf({ connection: makeConnection() });
    renderApp(paths.account, { api });
    const closed = await screen.findByRole<HTMLInputElement>('switch', { name: /^Single sign-on only/ });
    expect(closed.disabled).toBe(true);
  });

  test('the switch closes other ways in, and opens them again', async () => {
    const can = { turnOnSsoOnly: true };
    const { api } = apiOf({ connection: makeConnection({ can }) });
    api.answer(routes.updateSingleSignOn, ({ body }) => ({
      callbackUrl,
      connection: makeConnection({ can, ssoOnly: body.ssoOnly ?? false }),
    }));
    const { user } = renderApp(paths.account, { api });
    const only = await screen.findByRole<HTMLInputElement>('switch', { name: /^Single sign-on only/ });
    await user.click(only);
    expect(await screen.findByText('Passwords are closed for your domain.')).toBeTruthy();
    expect(only.checked).toBe(true);
    await user.click(only);
    expect(await screen.findByText('Passwords are open again.')).toBeTruthy();
    expect(api.asked(routes.updateSingleSignOn).map(({ body }) => body)).toEqual([
      { ssoOnly: true },
      { ssoOnly: false },
    ]);
  });

  test('is removed after a question', async () => {
    const { api, state } = apiOf({ connection: makeConnection() });
    api.answer(routes.removeSingleSignOn, () => {
      state.connection = null;
      return { status: 'ok' as const };
    });
    const { user } = renderApp(paths.account, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove single sign-on?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await section.findByRole('button', { name: 'Set up single sign-on' })).toBeTruthy();
    expect(api.asked(routes.removeSingleSignOn)).toHaveLength(1);
  });

  test('says so when it can not be loaded, and tries again', async () => {
    const { api } = apiOf();
    api.answer(routes.getSingleSignOn, new Refusal('unavailable'));
    const { user } = renderApp(paths.account, { api });
    const section = within(await region());
    expect(await section.findByText("Single sign-on couldn't be loaded.")).toBeTruthy();
    api.answer(routes.getSingleSignOn, { callbackUrl, connection: null });
    await user.click(section.getByRole('button', { name: 'Try again' }));
    expect(await section.findByRole('button', { name: 'Set up single sign-on' })).toBeTruthy();
  });
});
