import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import type { SingleSignOn } from '../../../contract/sso.ts';
import { paths } from '../../paths.ts';
import { createFakeApi, Refusal } from '../../testing/fake-api.ts';
import { makeAccount, makeUser, makeUserSession } from '../../testing/make.ts';
import { fill, renderApp } from '../../testing/render-app.tsx';
import { readMetadata } from './read-metadata.ts';

const SSO_URL = 'https://hiretext.example/sso/start?state=abc';
const us = {
  redirectUri: 'https://hiretext.example/sso/oidc/callback',
  entityId: 'https://hiretext.example/sso/saml/1/metadata',
  acsUrl: 'https://hiretext.example/sso/saml/1/acs',
};

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
  api.answer(routes.getSingleSignOn, () => ({ us, connection: state.connection }));
  return { api, state };
}

const oidc = { protocol: 'oidc', issuer: 'https://login.acme.test', clientId: 'client-1' } as const;
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
const samlInput = {
  protocol: 'saml',
  entityId: 'https://login.acme.test/metadata',
  signInUrl: 'https://login.acme.test/saml',
  certificate: CERTIFICATE,
} as const;
const saml = { ...samlInput, certificateExpiresAt: '2027-03-04T00:00:00.000Z' };

function makeConnection(over: Partial<Connection> = {}): Connection {
  return {
    domain: 'acme.test',
    isDomainVerified: true,
    dnsRecord: { type: 'TXT', name: '_hiretext.acme.test', value: 'hiretext-domain-verification=abc' },
    provider: oidc,
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

  test('begins in the cell that knows the domain', async () => {
    const { api } = apiOf();
    api.answer(
      routes.getSsoUrl,
      new Refusal('account_elsewhere', undefined, { address: 'https://west.example' }),
    );
    const { user } = renderApp('/single-sign-on#email=dana%40acme.test', { api, signedIn: false });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
    expect(String(leave.mock.calls[0]?.[0])).toMatch(/^https:\/\/west\.example\/.*#email=dana%40acme\.test$/);
  });

  test('begins at sign-in, and leads to the provider', async () => {
    const { api } = apiOf();
    const { user } = renderApp(paths.login, { api, signedIn: false });
    await fill(user, await screen.findByLabelText('Email'), 'dana@acme.test');
    await user.click(screen.getByRole('link', { name: 'Sign in with single sign-on' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Work email')).value).toBe('dana@acme.test');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(leave.mock.calls).toEqual([[SSO_URL]]));
    expect(api.asked(routes.getSsoUrl).map(({ query }) => query)).toEqual([{ email: 'dana@acme.test' }]);
  });

  test('that a domain does not have shows an error at the field', async () => {
    const { api } = apiOf();
    api.answer(routes.getSsoUrl, new Refusal('sso_unknown_domain'));
    const { user, path } = renderApp(paths.singleSignOn, { api, signedIn: false });
    await fill(user, await screen.findByLabelText('Work email'), 'dana@acme.test');
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
    expect(await screen.findByText('The email is required')).toBeTruthy();
    expect(api.asked(routes.getSsoUrl)).toHaveLength(0);
  });

  test('ends where the person wanted to go', async () => {
    const { api } = apiOf();
    api.answer(routes.listCandidates, { items: [], nextCursor: null });
    const next = encodeURIComponent(paths.candidates);
    const first = renderApp(`${paths.singleSignOn}?next=${next}`, { api, signedIn: false });
    await fill(first.user, await screen.findByLabelText('Work email'), 'dana@acme.test');
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
    expect(await screen.findByRole('region', { name: 'Profile' })).toBeTruthy();
    expect(path()).toBe(paths.account);
    expect(api.asked(routes.exchangeSsoCode).map(({ body }) => body)).toEqual([
      { code: 'abc', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ]);
    expect(localStorage.getItem('hiretext:token')).toBe('fresh');
    expect(router.history.length).toBe(2);
    router.history.back();
    await waitFor(() => expect(router.state.location.href).toBe(paths.account));
    expect(screen.queryByText("We couldn't sign you in")).toBeNull();
    expect(api.asked(routes.exchangeSsoCode)).toHaveLength(1);
  });

  test('with a used code shows an error, with a way on', async () => {
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
  ])('with %j shows one of our own sentences', async (hash, sentence) => {
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
    renderApp(paths.accountCompany, apiOf({ admin: false }));
    expect(await screen.findByRole('region', { name: 'Plan' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Single sign-on' })).toBeNull();
  });

  test('is set up with what the provider gave; mistakes stand at their fields', async () => {
    const { api, state } = apiOf();
    const { user } = renderApp(paths.accountCompany, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Set up single sign-on' }));
    expect(section.getByText(us.redirectUri)).toBeTruthy();
    await fill(user, section.getByLabelText('Email domain'), 'Gmail.com');
    await fill(user, section.getByLabelText('Issuer'), 'https://login.acme.test');
    await fill(user, section.getByLabelText('Client ID'), 'client-1');
    await user.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('The client secret is required')).toBeTruthy();
    await fill(user, section.getByLabelText('Client secret'), 'secret-1');
    api.answer(routes.updateSingleSignOn, new Refusal('invalid', { domain: ['Not this one'] }));
    await user.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('Not this one')).toBeTruthy();
    await user.clear(section.getByLabelText('Email domain'));
    await fill(user, section.getByLabelText('Email domain'), 'acme.test');
    state.connection = makeConnection({ isDomainVerified: false });
    api.answer(routes.updateSingleSignOn, () => ({ us, connection: state.connection }));
    await user.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('_hiretext.acme.test')).toBeTruthy();
    expect(section.getByText('hiretext-domain-verification=abc')).toBeTruthy();
    expect(api.asked(routes.updateSingleSignOn).at(-1)?.body).toEqual({
      domain: 'acme.test',
      provider: { ...oidc, clientSecret: 'secret-1' },
    });
  });

  test('a secret that is not entered again stays', async () => {
    const { api } = apiOf({ connection: makeConnection() });
    api.answer(routes.updateSingleSignOn, {
      us,
      connection: makeConnection({ provider: { ...oidc, clientId: 'client-2' } }),
    });
    const { user } = renderApp(paths.accountCompany, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Change' }));
    await user.clear(section.getByLabelText('Client ID'));
    await fill(user, section.getByLabelText('Client ID'), 'client-2');
    await user.click(section.getByRole('button', { name: 'Save' }));
    await section.findByRole('button', { name: 'Change' });
    expect(api.asked(routes.updateSingleSignOn).map(({ body }) => body)).toEqual([
      { domain: 'acme.test', provider: { ...oidc, clientId: 'client-2' } },
    ]);
  });

  test('is set up with SAML; what the server refuses stands at its field', async () => {
    const { api, state } = apiOf();
    const { user } = renderApp(paths.accountCompany, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Set up single sign-on' }));
    await user.click(section.getByRole('radio', { name: 'SAML' }));
    expect(section.queryByLabelText('Client ID')).toBeNull();
    expect(section.getByText(us.entityId)).toBeTruthy();
    expect(section.getByText(us.acsUrl)).toBeTruthy();
    await fill(user, section.getByLabelText('Email domain'), 'acme.test');
    await fill(user, section.getByLabelText("Provider's entity ID"), samlInput.entityId);
    await fill(user, section.getByLabelText('Sign-in URL'), 'login');
    await user.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText('The sign-in URL field must be a valid URL.')).toBeTruthy();
    expect(section.getByText('The certificate is required')).toBeTruthy();
    await user.clear(section.getByLabelText('Sign-in URL'));
    await fill(user, section.getByLabelText('Sign-in URL'), samlInput.signInUrl);
    await user.click(section.getByLabelText('Certificate'));
    await user.paste(CERTIFICATE);
    const sentence = 'This certificate expired on March 4, 2021.';
    api.answer(routes.updateSingleSignOn, new Refusal('invalid', { 'provider.certificate': [sentence] }));
    await user.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText(sentence)).toBeTruthy();
    state.connection = makeConnection({ provider: saml });
    api.answer(routes.updateSingleSignOn, () => ({ us, connection: state.connection }));
    await user.type(section.getByLabelText('Certificate'), '{End}');
    await user.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText(`Signs in at ${samlInput.entityId} (SAML)`)).toBeTruthy();
    expect(section.getByText("Your provider's certificate is valid until March 4, 2027.")).toBeTruthy();
    expect(api.asked(routes.updateSingleSignOn).at(-1)?.body).toEqual({
      domain: 'acme.test',
      provider: samlInput,
    });
  });

  test("SAML's fields are filled in from the provider's metadata", async () => {
    const { user } = renderApp(paths.accountCompany, apiOf());
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Set up single sign-on' }));
    await user.click(section.getByRole('radio', { name: 'SAML' }));
    await user.click(section.getByLabelText("Provider's metadata"));
    await user.paste('<a>');
    expect(await section.findByText(/can't read this as SAML metadata/)).toBeTruthy();
    await user.clear(section.getByLabelText("Provider's metadata"));
    await user.paste(metadata());
    expect(await section.findByText('Fields filled in from the metadata.')).toBeTruthy();
    const value = (label: string) => section.getByLabelText<HTMLInputElement>(label).value;
    expect(value("Provider's entity ID")).toBe(samlInput.entityId);
    expect(value('Sign-in URL')).toBe(samlInput.signInUrl);
    expect(value('Certificate')).toBe(CERTIFICATE);
  });

  test('the domain is verified when its record is found', async () => {
    const { api } = apiOf({ connection: makeConnection({ isDomainVerified: false }) });
    api.answer(routes.verifyDomain, new Refusal('domain_unverified'));
    const { user } = renderApp(paths.accountCompany, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Verify domain' }));
    expect(await screen.findByText(failures.domain_unverified.message)).toBeTruthy();
    api.answer(routes.verifyDomain, { us, connection: makeConnection() });
    await user.click(section.getByRole('button', { name: 'Verify domain' }));
    expect(await section.findByText('The domain is verified.')).toBeTruthy();
  });

  test('the provider is tested in plain words', async () => {
    const { api } = apiOf({ connection: makeConnection() });
    api.answer(routes.testSingleSignOn, { problem: "login.acme.test isn't responding. Check the issuer." });
    const { user } = renderApp(paths.accountCompany, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Test provider' }));
    expect(await section.findByText("login.acme.test isn't responding. Check the issuer.")).toBeTruthy();
    api.answer(routes.testSingleSignOn, { problem: null });
    await user.click(section.getByRole('button', { name: 'Test provider' }));
    expect(await section.findByText('Your provider works and recognizes Hiretext.')).toBeTruthy();
  });

  test('the switch waits until the admin has got in that way', async () => {
    const { api } = apiOf({ connection: makeConnection() });
    renderApp(paths.accountCompany, { api });
    const closed = await screen.findByRole<HTMLInputElement>('switch', { name: /^Single sign-on only/ });
    expect(closed.disabled).toBe(true);
  });

  test('the switch closes other ways in, and opens them again', async () => {
    const can = { turnOnSsoOnly: true };
    const { api } = apiOf({ connection: makeConnection({ can }) });
    api.answer(routes.updateSingleSignOn, ({ body }) => ({
      us,
      connection: makeConnection({ can, ssoOnly: body.ssoOnly ?? false }),
    }));
    const { user } = renderApp(paths.accountCompany, { api });
    const only = await screen.findByRole<HTMLInputElement>('switch', { name: /^Single sign-on only/ });
    await user.click(only);
    expect(await screen.findByText('Your domain now signs in with single sign-on only.')).toBeTruthy();
    expect(only.checked).toBe(true);
    await user.click(only);
    expect(await screen.findByText('Passwords and links work again.')).toBeTruthy();
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
    const { user } = renderApp(paths.accountCompany, { api });
    const section = within(await region());
    await user.click(await section.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove single sign-on?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await section.findByRole('button', { name: 'Set up single sign-on' })).toBeTruthy();
    expect(api.asked(routes.removeSingleSignOn)).toHaveLength(1);
  });

  test('shows an error when it can not be loaded, and tries again', async () => {
    const { api } = apiOf();
    api.answer(routes.getSingleSignOn, new Refusal('unavailable'));
    const { user } = renderApp(paths.accountCompany, { api });
    const section = within(await region());
    expect(await section.findByText("Single sign-on couldn't be loaded.")).toBeTruthy();
    api.answer(routes.getSingleSignOn, { us, connection: null });
    await user.click(section.getByRole('button', { name: 'Try again' }));
    expect(await section.findByRole('button', { name: 'Set up single sign-on' })).toBeTruthy();
  });
});

/** As providers publish it: a signature, other keys, other bindings. */
function metadata({
  key = '<ds:X509Certificate>\n MIIB \n</ds:X509Certificate>',
  binding = 'HTTP-Redirect',
} = {}) {
  return `<?xml version="1.0"?>
    <!-- Made by hand -->
    <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${samlInput.entityId}">
      <ds:Signature><ds:KeyInfo><ds:X509Data><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>
      <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <md:KeyDescriptor use="encryption"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>BBBB</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
        <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data>${key}</ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://login.acme.test/post"></md:SingleSignOnService>
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${samlInput.signInUrl}"></md:SingleSignOnService>
      </md:IDPSSODescriptor>
    </md:EntityDescriptor>`;
}

describe('metadata', () => {
  const { entityId, signInUrl, certificate } = samlInput;

  test('names the provider, where it takes requests, and what it signs with', () => {
    expect(readMetadata(metadata())).toEqual({ entityId, signInUrl, certificate });
  });

  test('in which a certificate stands twice has it once; several stand after each other', () => {
    const key = (value: string) => `<ds:X509Certificate>${value}</ds:X509Certificate>`;
    expect(readMetadata(metadata({ key: key('MIIB') + key('MIIB') }))).toMatchObject({ certificate });
    const two = readMetadata(metadata({ key: key('MIIB') + key('MIIC') }));
    expect(two).toMatchObject({ certificate: `${certificate}\n${certificate.replace('MIIB', 'MIIC')}` });
  });

  test.each([
    ['', /can't read this/],
    ['hello', /can't read this/],
    ['<!DOCTYPE html><html></html>', /can't read this/],
    ['<!doctype a [<!ENTITY b "c">]><a>&b;</a>', /can't read this/],
    ['<html></html>', /isn't an identity provider's metadata/],
    ['<md:EntitiesDescriptor xmlns:md="x"></md:EntitiesDescriptor>', /several providers/],
    [
      '<EntityDescriptor><SPSSODescriptor></SPSSODescriptor></EntityDescriptor>',
      /isn't an identity provider's metadata/,
    ],
    [metadata({ key: '' }), /no signing certificate/],
    [metadata({ binding: 'SOAP' }), /doesn't offer sign-in by HTTP-Redirect/],
  ])('that is %j is reported', (text, sentence) => {
    expect(readMetadata(text)).toMatch(sentence);
  });
});
