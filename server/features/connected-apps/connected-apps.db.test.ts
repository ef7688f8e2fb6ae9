import { ResponseBodyError } from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { appOf, askFor, comeBack, connectApp, openBrowser, REDIRECT } from '../../testing/apps-of-others.ts';
import { mailsTo } from '../../testing/mails.ts';
import { signUpStaff, startStaffApp } from '../../testing/staff.ts';
import { eventually, type Recruiter, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { mailEndingConnections } from './mail-ending.ts';

let app: TestApp;
let ana: Recruiter;
let clientId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
  await app.deps.pool.query('delete from rate_limits');
  clientId = (await ana.call(routes.createApp, { body: { name: 'Partner', redirectUris: [REDIRECT] } })).id;
});

const form = (path: string, fields: Record<string, string>) =>
  fetch(app.url + path, { method: 'POST', body: new URLSearchParams(fields) });
const token = async (fields: Record<string, string>) => {
  const answer = await form('/oauth/token', { client_id: clientId, ...fields });
  return `${answer.status} ${((await answer.json()) as { error?: string }).error}`;
};
const isDead = async (accessToken: string) =>
  expect(await app.client(accessToken).refusal(routes.getUser, {})).toBe('401 token_invalid');
const connections = async (person: Recruiter = ana) =>
  (await person.call(routes.listConnectedApps, {})).items;
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof ResponseBodyError ? error.error : String(error)),
  );

/** A person has allowed it, and the app has its code. */
async function allowed(person: Recruiter = ana, asked: Record<string, string> = {}) {
  const browser = openBrowser(app);
  const software = await appOf(app, clientId);
  const id = await askFor(browser, software.address(asked));
  const { body } = await browser.call(person, routes.allowAppRequest, id);
  const back = await comeBack(browser, body.continueTo ?? '');
  return { browser, software, id, back, code: back.searchParams.get('code') ?? '' };
}

describe('an app', () => {
  it('is connected, calls, refreshes, and gives its tokens back', async () => {
    const { tokens, call, refusal, software, back } = await connectApp(app, ana, { clientId });
    expect(back.origin + back.pathname).toBe(REDIRECT);
    expect(back.searchParams.get('iss')).toBe(app.url);
    expect(back.searchParams.get('state')).toBe(software.state);
    expect(tokens).toMatchObject({ expires_in: 3600, scope: 'candidates:read conversations:read' });
    expect((await call(routes.getUser, {})).id).toBe(ana.userId);
    await call(routes.listCandidates, {});
    expect(await refusal(routes.listTemplates, {})).toBe('403 scope_missing');
    expect(await refusal(routes.listConnectedApps, {})).toBe('403 not_for_keys');
    const next = await software.refresh(tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    await app.client(next.access_token).call(routes.getUser, {});
    await software.revoke(next.refresh_token ?? '');
    await isDead(next.access_token);
    await isDead(tokens.access_token);
    expect(await connections()).toEqual([]);
  });

  it('is listed with who connected it, and dead on the spot once it is disconnected', async () => {
    const { tokens, software, call } = await connectApp(app, ana, { clientId });
    await call(routes.getUser, {});
    const [connection] = await connections();
    expect(connection).toMatchObject({
      name: 'Partner',
      scopes: ['candidates:read', 'conversations:read'],
      resource: 'api',
      owner: { id: ana.userId },
    });
    expect(connection?.lastUsedAt).not.toBeNull();
    expect((await ana.call(routes.listApiKeys, {})).items).toEqual([]);
    const params = { id: connection?.id ?? '' };
    expect(await ana.refusal(routes.deleteApiKey, { params })).toBe('404 not_found');
    expect(await ana.refusal(routes.rotateApiKey, { params })).toBe('404 not_found');
    await ana.call(routes.disconnectApp, { params });
    await isDead(tokens.access_token);
    expect(await errorOf(software.refresh(tokens.refresh_token ?? ''))).toBe('invalid_grant');
    const { items } = await ana.call(routes.listAuditEvents, {});
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['app.added', 'app.connected', 'app.disconnected']),
    );
  });

  it('goes with the app itself, from every company', async () => {
    const { tokens } = await connectApp(app, ana, { clientId });
    await ana.call(routes.deleteApp, { params: { id: clientId } });
    await isDead(tokens.access_token);
    expect(await token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' })).toBe(
      '401 invalid_client',
    );
  });

  it('has the rights of its person as they are now, and none once they are gone', async () => {
    const cem = await app.addColleague(ana, 'admin');
    const { tokens, call, refusal, software } = await connectApp(app, cem, {
      clientId,
      scopes: ['numbers:read'],
    });
    await call(routes.getSeats, {});
    await ana.call(routes.changeUserType, { body: { userId: cem.userId, userType: 'member' } });
    expect(await refusal(routes.getSeats, {})).toBe('403 forbidden');
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    await isDead(tokens.access_token);
    expect(await errorOf(software.refresh(tokens.refresh_token ?? ''))).toBe('invalid_grant');
  });

  it('gets a mail sent to who connected it', async () => {
    await connectApp(app, ana, { clientId });
    const { email } = await ana.call(routes.getUser, {});
    await eventually(async () => {
      const mails = await mailsTo(app, email);
      expect(mails.map(({ subject, text }) => subject + text).join()).toMatch(
        /You connected an app.*Partner/s,
      );
    });
  });

  it('has an hour for a token, and 30 days without a refresh', async () => {
    const { tokens, software } = await connectApp(app, ana, { clientId });
    app.clock.advance(3601_000);
    await isDead(tokens.access_token);
    const next = await software.refresh(tokens.refresh_token ?? '');
    app.clock.advance(29 * 86400_000);
    const last = await software.refresh(next.refresh_token ?? '');
    app.clock.advance(31 * 86400_000);
    expect(await errorOf(software.refresh(last.refresh_token ?? ''))).toBe('invalid_grant');
    // Ana's session is over too.
    app.clock.reset();
  });

  it('ends 180 days after a person allowed it, however often it is refreshed', async () => {
    const { tokens, software } = await connectApp(app, ana, { clientId });
    const { items } = await ana.call(routes.listConnectedApps, {});
    const endsAt = Date.parse(items[0]?.endsAt ?? '');
    let last = tokens;
    for (let day = 0; day < 175; day += 25) {
      app.clock.advance(25 * 86400_000);
      last = await software.refresh(last.refresh_token ?? '');
    }
    app.clock.advance(endsAt - app.clock().getTime() - 60_000);
    last = await software.refresh(last.refresh_token ?? '');
    await app.client(last.access_token).call(routes.getUser, {});
    app.clock.advance(61_000);
    await isDead(last.access_token);
    expect(await errorOf(software.refresh(last.refresh_token ?? ''))).toBe('invalid_grant');
    app.clock.reset();
  });

  it('ends with a mail 14 days before to who connected it, once', async () => {
    const cem = await app.addColleague(ana, 'admin');
    const [hers, his] = [await connectApp(app, ana, { clientId }), await connectApp(app, cem, { clientId })];
    /** As if connected so many days ago, and good for so many more. */
    const shift = (person: Recruiter, ago: number, left: number) =>
      app.deps.pool.query(
        `update api_keys set created_at = now() - $2 * interval '1 day', expires_at = now() + $3 * interval '1 day'
          where user_id = $1`,
        [person.userId, ago, left],
      );
    const mailed = async (person: Recruiter) =>
      (await mailsTo(app, (await person.call(routes.getUser, {})).email)).filter(({ subject }) =>
        subject.startsWith('Connect “Partner” again by '),
      );
    await shift(ana, 165, 15);
    // Unused for weeks, it ends long before its 180 days.
    await shift(cem, 60, 5);
    await mailEndingConnections(app.deps);
    await shift(ana, 167, 13);
    await Promise.all([mailEndingConnections(app.deps), mailEndingConnections(app.deps)]);
    await mailEndingConnections(app.deps);
    await eventually(async () => expect(await mailed(ana)).toHaveLength(1));
    const [mail] = await mailed(ana);
    expect(mail?.text).toMatch(/lasts 180 days, and this one ends on [A-Z][a-z]+ \d+, \d{4}/);
    expect(mail?.text).toContain('open the app and connect Hiretext there again');
    await shift(cem, 170, 10);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    await mailEndingConnections(app.deps);
    const { rows } = await app.deps.pool.query(
      'select user_id from api_keys where account_id = $1 and end_mailed_at is not null',
      [ana.accountId],
    );
    expect(rows).toEqual([{ user_id: ana.userId }]);
    await hers.call(routes.getUser, {});
    await isDead(his.tokens.access_token);
  });

  it('leaves nothing in the database that opens anything', async () => {
    const { tokens, software, id } = { ...(await connectApp(app, ana, { clientId })), ...(await allowed()) };
    await askFor(openBrowser(app), software.address());
    const { rows } = await app.deps.pool.query('select to_jsonb(r)::text as row from oauth_records r');
    const all = rows.map(({ row }) => row).join();
    expect(all).toContain(clientId);
    for (const secret of [tokens.access_token, tokens.refresh_token ?? '', id])
      expect(all).not.toContain(secret);
  });
});

describe('a code', () => {
  it('works once: the second time takes everything back', async () => {
    const { software, back, code } = await allowed();
    const tokens = await software.exchange(back);
    const again = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
    expect(await token({ ...again, code_verifier: software.verifier })).toBe('400 invalid_grant');
    await isDead(tokens.access_token);
    expect(await connections()).toEqual([]);
  });

  it('works once, also at the same moment', async () => {
    const { software, code } = await allowed();
    const fields = {
      client_id: clientId,
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: software.verifier,
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => form('/oauth/token', fields)));
    const good = answers.filter(({ ok }) => ok);
    expect(good.length).toBeLessThanOrEqual(1);
    for (const answer of good) await isDead(((await answer.json()) as { access_token: string }).access_token);
    expect(await connections()).toEqual([]);
  });

  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another address', { redirect_uri: 'https://partner.example/other' }],
    ['no address', { redirect_uri: '' }],
  ])('is nothing with %s', async (_, wrong) => {
    const { software, code } = await allowed();
    const fields = { code, redirect_uri: REDIRECT, code_verifier: software.verifier, ...wrong };
    expect(await token({ grant_type: 'authorization_code', ...fields })).toMatch(
      /^400 invalid_(grant|request)$/,
    );
  });

  it('is nothing for another app, and late', async () => {
    const { software, code } = await allowed();
    const body = { name: 'Other', redirectUris: [REDIRECT] };
    const other = await ana.call(routes.createApp, { body });
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: software.verifier,
    };
    expect(await token({ ...fields, client_id: other.id })).toBe('400 invalid_grant');
    app.clock.advance(61_000);
    expect(await token(fields)).toBe('400 invalid_grant');
    app.clock.reset();
  });

  it('is nothing once the person is removed', async () => {
    const cem = await app.addColleague(ana, 'admin');
    const { software, back } = await allowed(cem);
    await ana.call(routes.removeSeatFromTeamMember, { body: { userId: cem.userId } });
    expect(await errorOf(software.exchange(back))).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  it('that comes a second time ends the connection', async () => {
    const { tokens, software } = await connectApp(app, ana, { clientId });
    const next = await software.refresh(tokens.refresh_token ?? '');
    expect(await errorOf(software.refresh(tokens.refresh_token ?? ''))).toBe('invalid_grant');
    await isDead(next.access_token);
    expect(await errorOf(software.refresh(next.refresh_token ?? ''))).toBe('invalid_grant');
    expect(await connections()).toEqual([]);
  });

  it('that comes several times at the same moment leaves no token that works', async () => {
    const { tokens } = await connectApp(app, ana, { clientId });
    const fields = {
      client_id: clientId,
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
    };
    const answers = await Promise.all(Array.from({ length: 5 }, () => form('/oauth/token', fields)));
    for (const answer of answers.filter(({ ok }) => ok))
      await isDead(((await answer.json()) as { access_token: string }).access_token);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    await isDead(tokens.access_token);
  });

  it('gets no more scopes, and may get fewer', async () => {
    const { tokens, software } = await connectApp(app, ana, { clientId });
    expect(await errorOf(software.refresh(tokens.refresh_token ?? '', { scope: 'texts:send' }))).toBe(
      'invalid_scope',
    );
    const fewer = await software.refresh(tokens.refresh_token ?? '', { scope: 'candidates:read' });
    const client = app.client(fewer.access_token);
    await client.call(routes.listCandidates, {});
    expect(await client.refusal(routes.listConversations, {})).toBe('403 scope_missing');
  });

  it('is nothing for another app', async () => {
    const { tokens } = await connectApp(app, ana, { clientId });
    const other = await ana.call(routes.createApp, { body: { name: 'Other', redirectUris: [REDIRECT] } });
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect(await token({ ...fields, client_id: other.id })).toBe('400 invalid_grant');
    await form('/oauth/revoke', { client_id: other.id, token: tokens.access_token });
    await app.client(tokens.access_token).call(routes.getUser, {});
  });

  it('is used 60 times an hour at most', async () => {
    const { tokens, software } = await connectApp(app, ana, { clientId });
    let { refresh_token: last = '' } = tokens;
    for (let time = 0; time < 60; time += 1) last = (await software.refresh(last)).refresh_token ?? '';
    expect(await token({ grant_type: 'refresh_token', refresh_token: last })).toBe('429 slow_down');
  });
});

describe('a token', () => {
  const ask = (accessToken: string) =>
    fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${accessToken}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_waiting', arguments: {} },
      }),
    });

  it('for the API is none for MCP', async () => {
    await ana.call(routes.updateAccount, { body: { mcpEnabled: true } });
    const { tokens } = await connectApp(app, ana, { clientId });
    const answer = await ask(tokens.access_token);
    expect(answer.status).toBe(401);
    const [, address = ''] =
      /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '') ?? [];
    expect(await (await fetch(address)).json()).toMatchObject({
      resource: `${app.url}/mcp`,
      authorization_servers: [app.url],
    });
  });

  it('for MCP uses its tools, and is none for the API', async () => {
    await ana.call(routes.updateAccount, { body: { mcpEnabled: true } });
    const { tokens, software } = await connectApp(app, ana, {
      clientId,
      resource: `${app.url}/mcp`,
      scopes: ['conversations:read'],
    });
    const answer = await ask(tokens.access_token);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('items')]);
    await isDead(tokens.access_token);
    const elsewhere = { resource: `${app.url}/v1` };
    expect(await errorOf(software.refresh(tokens.refresh_token ?? '', elsewhere))).toBe('invalid_target');
  });

  it('in an address is none', async () => {
    const { tokens } = await connectApp(app, ana, { clientId });
    expect((await fetch(`${app.url}/v1/user?access_token=${tokens.access_token}`)).status).toBe(401);
  });
});

describe('what an app asks for', () => {
  /** What the app hears, or the page that the person sees instead. */
  async function refusedWith(asked: Record<string, string>, without: string[] = []): Promise<string> {
    const address = (await appOf(app, clientId)).address(asked);
    for (const name of without) address.searchParams.delete(name);
    const answer = await fetch(address, { redirect: 'manual' });
    const location = answer.headers.get('location');
    if (location === null) return `${answer.status} page`;
    const back = new URL(location);
    expect(back.origin + back.pathname).toBe(REDIRECT);
    // After a # where an app asks for tokens in it.
    const heard = back.search === '' ? new URLSearchParams(back.hash.slice(1)) : back.searchParams;
    expect(heard.get('iss')).toBe(app.url);
    expect(Object.keys(Object.fromEntries(heard)).toSorted()).toEqual(
      expect.arrayContaining(['error', 'state']),
    );
    return heard.get('error') ?? 'none';
  }

  it.each([
    'https://partner.example/callback/',
    'https://partner.example/callback?next=1',
    'https://partner.example/callback#x',
    'https://partner.example/callback/../evil',
    'https://partner.example.evil.example/callback',
    'https://partner.example@evil.example/callback',
    'https://evil.example/callback',
    'https://evil.example/?https://partner.example/callback',
    'HTTPS://PARTNER.example/callback',
    'http://partner.example/callback',
    'https://partner.example:8443/callback',
    'javascript:alert(1)',
    '//partner.example/callback',
    ' https://partner.example/callback',
  ])('never leads to %s', async (redirect_uri) => {
    expect(await refusedWith({ redirect_uri })).toBe('400 page');
  });

  it('needs an app, and an address to come back to', async () => {
    expect(await refusedWith({}, ['redirect_uri'])).toBe('400 page');
    expect(await refusedWith({ client_id: ana.accountId })).toBe('400 page');
    expect(await refusedWith({}, ['client_id'])).toBe('400 page');
  });

  it.each<[string, Record<string, string>, string[], string]>([
    ['without PKCE', {}, ['code_challenge', 'code_challenge_method'], 'invalid_request'],
    ['with PKCE in the clear', { code_challenge_method: 'plain' }, [], 'invalid_request'],
    ['without saying how', {}, ['code_challenge_method'], 'invalid_request'],
    ['a token at once', { response_type: 'token' }, [], 'invalid_request'],
    ['an ID token', { response_type: 'code id_token', nonce: 'x' }, [], 'invalid_request'],
    ['by form', { response_mode: 'form_post' }, [], '400 page'],
    ['after a #', { response_mode: 'fragment' }, [], '400 page'],
    ['a scope that there is not', { scope: 'candidates:read everything' }, [], 'invalid_scope'],
    ['who someone is', { scope: 'openid' }, [], 'invalid_scope'],
    ['nothing', {}, ['scope'], 'invalid_scope'],
    ['another resource', { resource: 'https://evil.example/v1' }, [], 'invalid_target'],
    ['to send by MCP', { resource: 'MCP', scope: 'texts:send' }, [], 'invalid_scope'],
    ['without asking', { prompt: 'none' }, [], 'login_required'],
  ])('is refused %s', async (_, asked, without, expected) => {
    const resource = asked.resource === 'MCP' ? { resource: `${app.url}/mcp` } : {};
    const heard = await refusedWith({ ...asked, ...resource }, without);
    if (asked.prompt === 'none') expect(heard).toMatch(/_required$/);
    else expect(heard).toBe(expected);
  });

  it('is for the API unless it says so, and for one resource only', async () => {
    const { software, back } = await allowed(ana, {});
    await software.exchange(back);
    const address = (await appOf(app, clientId)).address();
    address.searchParams.append('resource', `${app.url}/mcp`);
    const answer = await fetch(address, { redirect: 'manual' });
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_target');
    address.searchParams.delete('resource');
    const id = await askFor(openBrowser(app), address);
    expect(id).toHaveLength(43);
  });

  it('names its address as ours, whatever the request says', async () => {
    const address = (await appOf(app, clientId)).address();
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        origin: 'https://evil.example',
      },
    });
    expect(answer.headers.get('location')).toMatch(/^\/dashboard\/connect-app\//);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^oauth_re(quest|sume)(\.sig)?=.*path=\/(;|oauth\/authorize\/)/);
      expect(cookie.toLowerCase()).toContain('httponly');
      expect(cookie.toLowerCase()).toContain('samesite=lax');
    }
  });

  it.each([
    ['a page of 2 MB', '/oauth/token', `grant_type=refresh_token&refresh_token=${'x'.repeat(2_000_000)}`],
    ['2 MB to take back', '/oauth/revoke', `token=${'x'.repeat(2_000_000)}`],
    ['a number for a code', '/oauth/token', 'grant_type=authorization_code&code[]=1&code[]=2'],
    ['nothing', '/oauth/token', ''],
    ['a password', '/oauth/token', 'grant_type=password&username=a&password=b'],
    ['zeros', '/oauth/token', `client_id=${'%00'.repeat(3)}&grant_type=refresh_token&refresh_token=%00`],
  ])('is refused as %s', async (_, path, body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(app.url + path, { method: 'POST', headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    await answer.arrayBuffer();
  });

  it('is refused as JSON, with zeros in it, and longer than anyone asks', async () => {
    const answer = await fetch(`${app.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":"refresh_token"}',
    });
    expect(answer.status).toBe(400);
    const { address } = await appOf(app, clientId);
    for (const state of ['a\0b', 'x'.repeat(5000)])
      expect((await fetch(address({ state }), { redirect: 'manual' })).status).toBeOneOf([400, 422]);
  });
});

describe('the screen that asks', () => {
  it('shows who asks and for what, in the browser that was sent there', async () => {
    const browser = openBrowser(app);
    const id = await askFor(browser, (await appOf(app, clientId)).address());
    expect(await browser.call(ana, routes.getAppRequest, id)).toEqual({
      status: 200,
      body: {
        name: 'Partner',
        host: 'partner.example',
        scopes: ['candidates:read', 'conversations:read'],
        resource: 'api',
      },
    });
    for (const route of [routes.getAppRequest, routes.allowAppRequest, routes.refuseAppRequest])
      expect(await ana.refusal(route, { params: { id } })).toBe('404 not_found');
    const elsewhere = openBrowser(app);
    await askFor(elsewhere, (await appOf(app, clientId)).address());
    expect((await elsewhere.call(ana, routes.allowAppRequest, id)).status).toBe(404);
    expect(await connections()).toEqual([]);
  });

  it('is for admins of the company that the app is of', async () => {
    const cem = await app.addColleague(ana);
    const eve = await app.signUp();
    const browser = openBrowser(app);
    const id = await askFor(browser, (await appOf(app, clientId)).address());
    expect((await browser.call(cem, routes.allowAppRequest, id)).status).toBe(403);
    for (const route of [routes.getAppRequest, routes.allowAppRequest, routes.refuseAppRequest])
      expect((await browser.call(eve, route, id)).status).toBe(404);
  });

  it('is answered once, however often someone clicks', async () => {
    const browser = openBrowser(app);
    const software = await appOf(app, clientId);
    const id = await askFor(browser, software.address());
    const clicks = await Promise.all([1, 2, 3].map(() => browser.call(ana, routes.allowAppRequest, id)));
    expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await browser.call(ana, routes.refuseAppRequest, id)).status).toBe(404);
    expect(await connections()).toHaveLength(1);
    const back = await comeBack(browser, clicks[0]?.body.continueTo ?? '');
    await software.exchange(back);
    expect((await browser.call(ana, routes.allowAppRequest, id)).status).toBe(404);
    // Back in the browser leads nowhere, and gives no second code.
    expect((await browser.go(clicks[0]?.body.continueTo ?? '')).status).toBe(400);
  });

  it('can be answered with no', async () => {
    const browser = openBrowser(app);
    const software = await appOf(app, clientId);
    const id = await askFor(browser, software.address());
    const { body } = await browser.call(ana, routes.refuseAppRequest, id);
    expect((await browser.call(ana, routes.allowAppRequest, id)).status).toBe(404);
    const back = await comeBack(browser, body.continueTo ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: software.state,
    });
    expect(await connections()).toEqual([]);
  });

  it('waits ten minutes', async () => {
    const browser = openBrowser(app);
    const id = await askFor(browser, (await appOf(app, clientId)).address());
    app.clock.advance(601_000);
    expect((await browser.call(ana, routes.allowAppRequest, id)).status).toBe(404);
    app.clock.reset();
  });
});

describe('adding an app', () => {
  it.each([
    ['http://partner.example/callback'],
    ['https://partner.example/callback#x'],
    ['https://user:pass@partner.example/callback'],
    ['http://127.0.0.1.evil.example/'],
    ['partner:callback'],
    ['not an address'],
  ])('takes no %s', async (redirectUri) => {
    const body = { name: 'Partner', redirectUris: [redirectUri] };
    expect(await ana.refusal(routes.createApp, { body })).toBe('422 invalid');
  });

  it('lets an app of this computer come back at any port', async () => {
    const redirectUris = ['http://127.0.0.1/callback'];
    const { id } = await ana.call(routes.createApp, { body: { name: 'Desktop', redirectUris } });
    const { address } = await appOf(app, id);
    await askFor(openBrowser(app), address({ redirect_uri: 'http://127.0.0.1:51234/callback' }));
    const answer = await fetch(address({ redirect_uri: 'http://127.0.0.1.evil.example:1/callback' }));
    expect(answer.status).toBe(400);
  });

  it('has an end', async () => {
    const body = { name: 'Partner', redirectUris: [REDIRECT] };
    for (let count = 1; count < 20; count += 1) await ana.call(routes.createApp, { body });
    expect(await ana.refusal(routes.createApp, { body })).toBe('409 apps_used_up');
  });

  it('for every company is for staff', async () => {
    const body = { name: 'Partner', redirectUris: [REDIRECT], forEveryone: true };
    expect(await ana.refusal(routes.createApp, { body })).toBe('403 forbidden');
    const { app: staffed, sam } = await startStaffApp();
    try {
      const { id } = await sam.call(routes.createApp, { body });
      const eve = await staffed.signUp();
      const { call } = await connectApp(staffed, eve, { clientId: id });
      expect((await call(routes.getUser, {})).id).toBe(eve.userId);
      const own = await (await signUpStaff(staffed)).call(routes.createApp, {
        body: { ...body, forEveryone: false },
      });
      await expect(connectApp(staffed, eve, { clientId: own.id })).rejects.toThrow();
    } finally {
      await staffed.stop();
    }
  });
});
