import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../../contract/routes.ts';
import { signedTwilioWebhook } from '../../adapters/carrier/fakes/fake-twilio-webhooks.ts';
import { signedHeaders } from '../../adapters/payments/sandbox/webhook.ts';
import { ASK_PATH } from '../../cells/cells.ts';
import type { Question } from '../../cells/questions.ts';
import { type CellSigner, createCellSigner } from '../../cells/signature.ts';
import { inTransaction } from '../../db/connection.ts';
import { openKeptKeys } from '../../kept-keys.ts';
import { giveKey } from '../../testing/api-keys.ts';
import { connectApp } from '../../testing/apps-of-others.ts';
import { mailsTo, newMail } from '../../testing/mails.ts';
import { addPasskey, createApiBrowser } from '../../testing/passkeys.ts';
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { candidatePhone, eventually, type TestApp } from '../../testing/test-app.ts';
import { conversationWith, sendText } from '../../testing/texting.ts';
import { type CellRecruiter, recruiterIn, startTwoCells, type TwoCells } from '../../testing/two-cells.ts';
import { PASSWORD } from '../../testing/verified-person.ts';
import { webhookUrlOf } from '../ats/webhook-url.ts';
import { keepOptOuts } from '../consent/kept-opt-outs.ts';
import { verifyDomain } from '../sso/set-up.ts';

/* One Hiretext of two whole stacks. Everything comes to the east; the account that it's about is in the west. */

let cells: TwoCells;
let east: TestApp;
let west: TestApp;
/** In the west. */
let wanda: CellRecruiter;
let people = 0;

const newEmail = () => {
  people += 1;
  return `cell${people}@cells.example`;
};

beforeAll(async () => {
  cells = await startTwoCells({
    logLevel: 'info',
    resolveTxt: async () => [['hiretext-domain-verification=proof']],
  });
  ({ east, west } = cells);
  wanda = await recruiterIn(west, newEmail());
});
afterAll(() => cells.stop());
beforeEach(async () => {
  for (const app of [east, west]) {
    app.clock.reset();
    await app.deps.pool.query('delete from rate_limits');
  }
});

/** How a cell answered the requests of a route, of those that were logged. */
const heard = (app: TestApp, route: string): number[] =>
  app.logged
    .map((line) => JSON.parse(line) as { route?: string; status: number })
    .flatMap((line) => (line.route === route ? [line.status] : []));

const elsewhere = { status: 403, body: { code: 'account_elsewhere', details: { address: '' } } };
const inTheWest = () => ({ ...elsewhere, body: { ...elsewhere.body, details: { address: west.url } } });

describe('someone who signs in', () => {
  const signIn = (email: string, password = PASSWORD, app = east) =>
    app.anonymous.ask(routes.login, { body: { email, password } });

  it('learns the address of their cell with the right password, and only then', async () => {
    expect(await signIn(wanda.email)).toMatchObject(inTheWest());
    expect(await signIn(wanda.email.toUpperCase())).toMatchObject(inTheWest());
    const wrong = { status: 401, body: { code: 'wrong_credentials' } };
    expect(await signIn(wanda.email, 'wrong')).toMatchObject(wrong);
    expect(await signIn('no-one@cells.example')).toMatchObject(wrong);
    expect(await signIn(wanda.email, PASSWORD, west)).toMatchObject({ status: 200 });
  });

  it('has no more tries for there being two cells', async () => {
    for (let i = 0; i < 10; i += 1) await signIn(wanda.email, 'wrong');
    expect(await signIn(wanda.email)).toMatchObject({ status: 429 });
    await east.deps.pool.query('delete from rate_limits');
    expect(await signIn(wanda.email)).toMatchObject({ status: 429 });
  });

  it('can set a new password from there, with a code of their cell', async () => {
    const { email } = await recruiterIn(west, newEmail());
    const before = (await mailsTo(west, email)).length;
    await east.anonymous.call(routes.sendResetPasswordEmail, { body: { email } });
    const code = /^\s*(\d{6})\s*$/m.exec((await newMail(west, email, before)).text)?.[1] ?? '';
    const reset = (given: string) =>
      east.anonymous.ask(routes.resetPasswordUsingCode, {
        body: { email, code: given, password: 'an entirely new password' },
      });
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await reset(wrong)).toMatchObject({ status: 422, body: { code: 'code_invalid' } });
    expect(await reset(code)).toMatchObject({ status: 200 });
    expect(await reset(code)).toMatchObject({ status: 422, body: { code: 'code_invalid' } });
    expect(await signIn(email, 'an entirely new password')).toMatchObject(inTheWest());
  });

  it('gets a link of their cell, once', async () => {
    const before = (await mailsTo(west, wanda.email)).length;
    await east.anonymous.call(routes.sendMagicLink, { body: { email: wanda.email } });
    expect((await newMail(west, wanda.email, before)).text).toContain(`${west.url}/magicLinkSuccess?token=`);
    const question = {
      kind: 'mailSecret',
      email: wanda.email,
      purpose: 'magicLink',
      id: randomUUID(),
    } as const;
    for (const _ of [1, 2]) expect(await east.deps.cells?.find(question)).toMatchObject({ name: 'west' });
    await newMail(west, wanda.email, before + 1);
    // Had there been another, it would be here with the next one.
    await east.anonymous.call(routes.sendMagicLink, { body: { email: wanda.email } });
    await newMail(west, wanda.email, before + 2);
    expect(await mailsTo(west, wanda.email)).toHaveLength(before + 3);
  });

  it('signs up in one cell only', async () => {
    const body = { firstName: 'Wanda', lastName: 'Lopez', email: wanda.email, password: PASSWORD };
    expect(await east.anonymous.refusal(routes.signup, { body })).toBe('409 email_taken');
  });

  it("is sent to their company's provider by the cell that knows it", async () => {
    await connectProvider(west, wanda.accountId);
    await west.deps.pool.query(
      'insert into sso_domains (domain, account_id, verified_at) values ($1, $2, now())',
      ['west.example', wanda.accountId],
    );
    const ask = (email: string) => east.anonymous.ask(routes.getSsoUrl, { query: { email } });
    expect(await ask('ana@west.example')).toMatchObject(inTheWest());
    expect(await ask('ana@unknown.example')).toMatchObject({ body: { code: 'sso_unknown_domain' } });
  });

  it('has a company whose domain no other cell proves', async () => {
    const { accountId, userId } = await recruiterIn(east, newEmail());
    await connectProvider(east, accountId);
    const actor = { accountId, userId, firstName: 'Ana', lastName: 'Lopez', ip: null, userAgent: null };
    await expect(verifyDomain(east.deps, actor)).rejects.toMatchObject({ code: 'domain_taken' });
  });

  it('with a passkey learns the address too', async () => {
    const { authenticator } = await addPasskey(west, wanda, PASSWORD);
    expect(await createApiBrowser(east).signIn(authenticator)).toMatchObject(inTheWest());
    const unknown = createSoftwareAuthenticator({ origin: east.url });
    const { options } = await wanda.call(routes.startPasskey, { body: { password: PASSWORD } });
    unknown.create(options);
    expect(await createApiBrowser(east).signIn(unknown)).toMatchObject({ body: { code: 'passkey_failed' } });
  });
});

describe('who calls with', () => {
  it('a session, a key or a token of another cell learns its address', async () => {
    expect(await east.client(wanda.token).ask(routes.getUser)).toMatchObject(inTheWest());
    const { secret } = await giveKey(west, wanda, { scopes: ['candidates:read'] });
    const misdirected = { status: 421, body: { code: 'key_elsewhere', details: { address: west.url } } };
    expect(await east.client(secret).ask(routes.listCandidates)).toMatchObject(misdirected);
    const app = await connectApp(west, wanda);
    expect(await east.client(app.tokens.access_token).ask(routes.listCandidates)).toMatchObject(misdirected);
    // A person is asked where the app is.
    const address = app.software.address();
    const asked = await fetch(address.href.replace(west.url, east.url), { redirect: 'manual' });
    expect(asked.headers.get('location')).toBe(address.href);
  });

  it('one that no cell has learns nothing', async () => {
    // The last character has bits that count for nothing.
    const changed = (token: string) =>
      token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.slice(-1);
    const refused = (token: string) => east.client(token).refusal(routes.getUser, {});
    expect(await refused(changed(wanda.token))).toBe('401 session_ended');
    expect(await refused(Buffer.alloc(64, 255).toString('base64url'))).toBe('401 session_ended');
    const { secret } = await giveKey(west, { ...wanda });
    expect(await refused(changed(secret))).toBe('401 key_invalid');
    expect(await refused('A'.repeat(43))).toBe('401 token_invalid');
  });
});

describe('the carrier', () => {
  const ofWanda = () => ({ ...west.twilio.state.owned.get(wanda.number) });

  beforeAll(() => {
    const number = west.twilio.state.owned.get(wanda.number);
    Object.assign(number ?? {}, {
      smsUrl: `${east.url}/webhooks/twilio/inbound`,
      voiceUrl: number?.voiceUrl.replace(west.url, east.url),
    });
    expect(ofWanda()).toMatchObject({ voiceUrl: `${east.url}/webhooks/twilio/calls/incoming` });
  });

  it("brings a text and a STOP to the number's cell, and its signature still holds there", async () => {
    const phone = candidatePhone();
    const { answer } = await west.twilio.control.inbound(phone, wanda.number, 'Is the job still open?');
    expect(answer.status).toBe(200);
    const { id } = await eventually(() => conversationWith(wanda, phone));
    await sendText(wanda, phone, 'Yes!');
    await west.twilio.control.inbound(phone, wanda.number, 'STOP');
    await eventually(async () =>
      expect(await wanda.ask(routes.getConversation, { params: { id } })).toMatchObject({
        body: { candidate: { consent: { status: 'optedOut' } } },
      }),
    );
    const { rows } = await east.deps.pool.query('select 1 from carrier_events');
    expect(rows).toEqual([]);
  });

  it('brings a receipt to the account in its address', async () => {
    const phone = candidatePhone();
    west.twilio.control.receipts({ final: 'none' });
    const { id } = await sendText(wanda, phone, 'Hello');
    await eventually(async () =>
      expect(west.twilio.state.messages.some(({ to }) => to === phone)).toBe(true),
    );
    const message = west.twilio.state.messages.find(({ to }) => to === phone);
    const url = `${east.url}/webhooks/twilio/status/${wanda.accountId}/${id}`;
    const form = {
      MessageSid: message?.sid ?? '',
      MessageStatus: 'delivered',
      From: wanda.number,
      To: phone,
    };
    const { headers, body } = signedTwilioWebhook(west.twilio.authToken, url, form);
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    const conversation = await conversationWith(wanda, phone);
    await eventually(async () => {
      const { items } = await wanda.call(routes.listMessages, { params: { id: conversation.id } });
      expect(items[0]?.status).toBe('delivered');
    });
    west.twilio.control.receipts({});
  });

  it("brings a call to the number's cell, which says what comes next", async () => {
    const phone = candidatePhone();
    const placed = await west.twilio.control.placeCall(phone, wanda.number);
    expect(placed).toMatchObject({ state: 'voicemail', refused: [] });
    await placed.hangUp();
    await eventually(() => conversationWith(wanda, phone));
    const { rows } = await west.deps.pool.query<{ id: string; sid: string }>(
      'select id, carrier_call_id as sid from calls where caller = $1',
      [phone],
    );
    const url = `${east.url}/webhooks/twilio/calls/${wanda.accountId}/${rows[0]?.id}/recorded`;
    const form = { CallSid: rows[0]?.sid ?? '', From: phone, To: wanda.number, CallStatus: 'in-progress' };
    const { headers, body } = signedTwilioWebhook(west.twilio.authToken, url, form);
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<Say')]);
  });

  it('about a registration is heard in the cell that has it', async () => {
    const reference = randomUUID();
    await west.deps.pool.query(
      `insert into registrations (account_id, reference, state, draft, changed_at) values ($1, $2, 'submitted', '{}', now())`,
      [wanda.accountId, reference],
    );
    const post = async (path: string) => {
      const url = `${east.url}/webhooks/twilio/registration/${path}`;
      const { headers, body } = signedTwilioWebhook(west.twilio.authToken, url, {
        MessageSid: 'SM1',
        MessageStatus: 'sent',
      });
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    expect(await post(reference)).toBe(200);
    expect(heard(west, '/webhooks/twilio/registration/:reference')).toEqual([200]);
    expect(await post(randomUUID())).toBe(200);
    expect(heard(west, '/webhooks/twilio/registration/:reference')).toEqual([200]);
    await west.deps.pool.query('delete from registrations where reference = $1', [reference]);
  });
});

describe('other vendors', () => {
  it('an ATS reaches the account in its address', async () => {
    const row = {
      accountId: wanda.accountId,
      atsType: 'greenhouse',
      generation: '1',
      connectedAt: new Date(),
    } as const;
    const url = webhookUrlOf(east.deps, { ...row, webhookState: 'automatic' });
    const post = (address: string) => fetch(address, { method: 'POST', body: '{}' });
    // There is no such connection; that, its cell says.
    expect((await post(url)).status).toBe(404);
    expect(heard(west, '/webhooks/ats/:type/:token')).toEqual([404]);
    expect((await post(`${url.slice(0, -1)}-`)).status).toBe(401);
    expect(heard(west, '/webhooks/ats/:type/:token')).toEqual([404]);
  });

  it("a payment reaches the customer's account", async () => {
    const { rows } = await west.deps.pool.query<{ customerId: string }>(
      'select customer_id as "customerId" from billing_customers where account_id = $1',
      [wanda.accountId],
    );
    const before = heard(west, '/webhooks/payments/sandbox').length;
    const post = async (customerId: string) => {
      const body = JSON.stringify({ id: randomUUID(), about: 'card', customerId, subjectId: null });
      const headers = signedHeaders(east.deps.signer.signPath('sandbox gateway'), body, east.clock());
      const answer = await fetch(`${east.url}/webhooks/payments/sandbox`, { method: 'POST', headers, body });
      return [answer.status, await answer.json()];
    };
    expect(await post(rows[0]?.customerId ?? '')).toEqual([200, { received: true }]);
    expect(heard(west, '/webhooks/payments/sandbox').slice(before)).toEqual([200]);
    expect(await post('cus_of_no_one')).toEqual([200, { received: true }]);
  });

  it('a short link leads to its cell, which counts the click', async () => {
    const phone = candidatePhone();
    const { id } = await sendText(wanda, phone, 'Pick a time');
    await west.deps.pool.query(
      `with link as (insert into short_links (account_id, code, message_id, shortcut_id, url)
                     values ($1, 'Abc123xyz', $2, $2, 'https://calendly.example/wanda') returning code, account_id)
       insert into short_link_directory (code, account_id) select code, account_id from link`,
      [wanda.accountId, id],
    );
    const go = (code: string) => fetch(`${east.url}/l/${code}`, { redirect: 'manual' });
    expect((await go('Abc123xyz')).headers.get('location')).toBe(`${west.url}/l/Abc123xyz`);
    const at = await fetch(`${west.url}/l/Abc123xyz`, { redirect: 'manual' });
    expect(at.headers.get('location')).toBe('https://calendly.example/wanda');
    expect((await go('Abc123xyZ')).status).toBe(404);
  });
});

describe('a company that closed its account in one cell and comes back in another', () => {
  it('finds the opt-outs, however many', async () => {
    const email = newEmail();
    const { accountId } = await recruiterIn(west, newEmail());
    const phones = Array.from({ length: 2100 }, () => candidatePhone());
    await west.deps.pool.query(
      `insert into opt_outs (account_id, phone_number, source, opted_out_at)
       select $1, unnest($2::text[]), 'keyword', now()`,
      [accountId, phones],
    );
    await inTransaction(west.deps.db, (tx) =>
      keepOptOuts(tx, west.deps, accountId, { emails: [email], limit: 5000 }),
    );
    const { id_token } = await east.anonymous.call(routes.signup, {
      body: { firstName: 'Ana', lastName: 'Lopez', email, password: PASSWORD },
    });
    const { accountId: back } = await east.client(id_token).call(routes.getUser, {});
    const { rows } = await east.deps.pool.query<{ phone: string }>(
      'select phone_number as phone from opt_outs where account_id = $1',
      [back],
    );
    expect(rows.map(({ phone }) => phone).sort()).toEqual([...phones].sort());
  });
});

describe('a call between cells', () => {
  let signer: CellSigner;

  beforeAll(async () => {
    signer = await signerOf(east);
  });

  const question: Question = { kind: 'email', email: 'wanda@cells.example' };

  async function ask(
    given: { from?: string; to?: string; url?: string; signer?: CellSigner; at?: Date } = {},
  ) {
    const body = Buffer.from(JSON.stringify(question));
    const call = { from: 'east', to: 'west', method: 'POST', url: ASK_PATH, body, ...given };
    const header = (given.signer ?? signer).sign(call, given.at ?? west.clock());
    return (await fetch(west.url + ASK_PATH, { method: 'POST', body, headers: { 'hiretext-cell': header } }))
      .status;
  }

  it('is answered if the other cell signed it, for this one, now', async () => {
    expect(await ask()).toBe(200);
    expect(await ask({ to: 'east' })).toBe(401);
    expect(await ask({ from: 'west' })).toBe(401);
    expect(await ask({ from: 'north' })).toBe(401);
    expect(await ask({ url: '/webhooks/twilio/inbound' })).toBe(401);
    const at = west.clock();
    west.clock.advance(31_000);
    expect(await ask({ at })).toBe(401);
    expect(await ask({ at: new Date(west.clock().getTime() + 31_000) })).toBe(401);
  });

  it('is refused from a cell with other keys', async () => {
    expect(
      await ask({ signer: await signerOf(east, { secretKey: 'another secret that is long enough' }) }),
    ).toBe(401);
    const kept = { hash: Buffer.alloc(32), path: Buffer.alloc(32) };
    expect(
      await ask({ signer: createCellSigner({ secretKey: SECRET_KEY, secretKeyFallback: null, kept }) }),
    ).toBe(401);
  });

  it('is refused without a signature, and to anyone else', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(west.url + ASK_PATH, { method: 'POST', headers, body: JSON.stringify(question) });
    for (const header of ['', 'east', 'east.1.x', `east.${Date.now()}.${'A'.repeat(43)}`])
      expect((await post({ 'hiretext-cell': header })).status).toBe(401);
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: `Bearer ${wanda.token}` })).status).toBe(401);
  });

  it('is in no document of the API', async () => {
    expect(await (await fetch(`${west.url}/v1/openapi.json`)).text()).not.toContain('cells/ask');
  });

  it('that was handed on goes no further, and one that only says so is refused', async () => {
    const url = '/webhooks/twilio/inbound';
    const form = { MessageSid: randomUUID(), From: candidatePhone(), To: wanda.number, Body: 'Hi' };
    const { headers, body } = signedTwilioWebhook(west.twilio.authToken, west.url + url, form);
    const call = { from: 'west', to: 'east', method: 'POST', url, body: Buffer.from(body) };
    const post = async (header: string) =>
      (
        await fetch(east.url + url, {
          method: 'POST',
          headers: { ...headers, 'hiretext-cell': header },
          body,
        })
      ).status;
    const before = heard(west, url).length;
    // To the east's own address, the carrier's signature is wrong.
    expect(await post('west.1.x')).toBe(401);
    expect(await post(signer.sign(call, east.clock()))).toBe(200);
    expect(heard(west, url)).toHaveLength(before);
  });
});

describe('while a cell gives no answer', () => {
  const eva = newEmail();

  beforeAll(async () => {
    const body = { firstName: 'Eva', lastName: 'Lopez', email: eva, password: PASSWORD };
    await east.anonymous.call(routes.signup, { body });
    Object.assign(east.deps.cells?.others[0] ?? {}, { url: 'http://127.0.0.1:9' });
  });
  afterAll(() => {
    Object.assign(east.deps.cells?.others[0] ?? {}, { url: west.url });
  });

  it('no one reads that their password is wrong, and no one signs up', async () => {
    const ada = newEmail();
    const body = { firstName: 'Ada', lastName: 'Lopez', email: ada, password: PASSWORD };
    const here = (password: string) => east.anonymous.ask(routes.login, { body: { email: eva, password } });
    const again = { status: 503, body: { code: 'cell_unreachable' } };
    expect(await east.anonymous.ask(routes.signup, { body })).toMatchObject(again);
    for (const email of [wanda.email, 'no-one@cells.example', ada])
      expect(await east.anonymous.ask(routes.login, { body: { email, password: PASSWORD } })).toMatchObject(
        again,
      );
    expect(await here('wrong')).toMatchObject(again);
    expect(await here(PASSWORD)).toMatchObject({ status: 200 });
    expect(await east.anonymous.ask(routes.getSsoUrl, { query: { email: 'a@b.example' } })).toMatchObject(
      again,
    );
  });

  it('vendors repeat what may be for it', async () => {
    const { answer } = await west.twilio.control.inbound(candidatePhone(), wanda.number, 'Hello?');
    expect(answer.status).toBe(503);
    expect((await fetch(`${east.url}/l/Abc123xyz`)).status).toBe(503);
    const { secret } = await giveKey(west, wanda, { scopes: ['candidates:read'] });
    expect(await east.client(secret).refusal(routes.listCandidates, {})).toBe('503 cell_unreachable');
    expect(east.logged.join()).not.toContain(wanda.email);
  });
});

async function connectProvider(app: TestApp, accountId: string): Promise<void> {
  await app.deps.pool.query(
    `insert into single_sign_on (account_id, protocol, domain, domain_token, issuer, client_id, sealed_client_secret)
     values ($1, 'oidc', 'west.example', 'proof', 'https://provider.example', 'client', 'sealed')`,
    [accountId],
  );
}

const SECRET_KEY = 'a secret that is long enough for tests';

async function signerOf(app: TestApp, { secretKey = SECRET_KEY } = {}): Promise<CellSigner> {
  const kept = await openKeptKeys(app.deps.db, { secretKey: SECRET_KEY, secretKeyFallback: null });
  return createCellSigner({ secretKey, secretKeyFallback: null, kept });
}
