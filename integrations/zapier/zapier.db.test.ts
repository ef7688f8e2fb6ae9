import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import { askFor, comeBack, openBrowser } from '../../server/testing/apps-of-others.ts';
import { confirmedInterview } from '../../server/testing/confirmed-interview.ts';
import { type FakeReceiver, type Heard, startFakeReceiver } from '../../server/testing/fake-receiver.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../server/testing/test-app.ts';
import { receiveText, sentTo } from '../../server/testing/texting.ts';
import { uploadPicture } from '../../server/testing/upload-picture.ts';
import { startZapierApp, type ZapierApp } from './testing/start-app.ts';
import { isSigned, newText } from './triggers.js';

/* The app as Zapier runs it, by Zapier's own tester, against a Hiretext that runs here. */

const REDIRECT = 'https://zapier.example/dashboard/auth/oauth/return/App1CLIAPI/';
const at = (part: string) => `authentication.oauth2Config.${part}`;
const trigger = (key: string, part: string) => `triggers.${key}.operation.${part}`;
const action = (key: string) => `creates.${key}.operation.perform`;

let zapier: ZapierApp;
const run = <Result>(path: string, bundle?: object) => zapier.run<Result>(path, bundle);
let app: TestApp;
let ana: Recruiter;
let authData: { access_token: string; refresh_token: string };
let receiver: FakeReceiver;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.pool.query('delete from rate_limits');
  ana = await app.signUp();
  authData = await connect();
  receiver = await startFakeReceiver();
});
afterEach(() => {
  receiver.stop();
  zapier.stop();
});

/** As a person does, from the button at Zapier to the tokens that it keeps. */
async function connect() {
  const { id } = await ana.call(routes.createApp, { body: { name: 'Zapier', redirectUris: [REDIRECT] } });
  zapier = startZapierApp({ BASE_URL: app.url, CLIENT_ID: id });
  const verifier = 'v'.repeat(64);
  const challenge = await crypto.subtle
    .digest('SHA-256', new TextEncoder().encode(verifier))
    .then((bytes) => Buffer.from(bytes).toString('base64url'));
  const address = new URL(
    await run<string>(at('authorizeUrl'), { inputData: { state: 'kept', redirect_uri: REDIRECT } }),
  );
  // Zapier adds its challenge (`enablePkce`).
  address.searchParams.set('code_challenge', challenge);
  address.searchParams.set('code_challenge_method', 'S256');
  const browser = openBrowser(app);
  const asked = await askFor(browser, address);
  const { body } = await browser.call(ana, routes.allowAppRequest, asked);
  const back = await comeBack(browser, body.continueTo ?? '');
  expect(back.searchParams.get('state')).toBe('kept');
  const code = back.searchParams.get('code');
  return run<typeof authData>(at('getAccessToken'), {
    inputData: { code, redirect_uri: REDIRECT, code_verifier: verifier },
  });
}

/** What Zapier has of a call to the address of a Zap. */
const hookOf = ({ body, headers }: Heard, subscribeData: unknown) => ({
  authData,
  subscribeData,
  cleanedRequest: JSON.parse(body),
  rawRequest: {
    method: 'POST',
    content: body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [`Http-${name}`, value])),
  },
});

const heard = (type: string) =>
  eventually(() => {
    const found = receiver.state.heard.find((one) => one.type === type);
    if (found === undefined) throw new Error(`No ${type} has come`);
    return found;
  });

it('is what Zapier takes', async () => {
  expect(await run('validate')).toEqual([]);
  expect(await run('validate', { without: 'noun' })).toHaveLength(1);
});

describe('the connection', () => {
  it('shows whose it is, and is renewed with a new token each time', async () => {
    const person = await ana.call(routes.getUser, {});
    expect(await run('authentication.test', { authData })).toMatchObject({ email: person.email });
    const next: typeof authData = await run(at('refreshAccessToken'), { authData });
    expect(next.refresh_token).not.toBe(authData.refresh_token);
    expect(await run('authentication.test', { authData: next })).toMatchObject({ email: person.email });
  });

  it('that is over asks to be renewed, and one that was disconnected to be connected', async () => {
    const [connected] = (await ana.call(routes.listConnectedApps, {})).items;
    await ana.call(routes.disconnectApp, { params: { id: connected?.id ?? '' } });
    await expect(run('authentication.test', { authData })).rejects.toMatchObject({
      name: 'RefreshAuthError',
    });
    await expect(run(at('refreshAccessToken'), { authData })).rejects.toMatchObject({
      name: 'ExpiredAuthError',
    });
  });
});

describe('a trigger', () => {
  it('hears of a new text from when its Zap is on until it is off', async () => {
    const of = (part: string) => trigger('new_text', part);
    const subscribeData: { id: string; secret: string } = await run(of('performSubscribe'), {
      authData,
      targetUrl: receiver.url,
    });
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Is the welder job still open?');
    const hook = hookOf(await heard('message.received'), subscribeData);
    const text = { type: 'message.received', from: phone, body: 'Is the welder job still open?' };
    expect(await run(of('perform'), hook)).toMatchObject([text]);
    const { secret } = subscribeData;
    expect(isSigned(hook.rawRequest, secret)).toBe(true);
    expect(isSigned(hook.rawRequest, `whsec_${btoa('another secret')}`)).toBe(false);
    // Someone else may send it again later.
    expect(isSigned(hook.rawRequest, secret, Date.now() + 6 * 60_000)).toBe(false);
    const forged = { ...hook, rawRequest: { ...hook.rawRequest, content: `${hook.rawRequest.content} ` } };
    await expect(run(of('perform'), forged)).rejects.toMatchObject({ name: 'HaltedError' });
    const test = { ...hook, cleanedRequest: { ...hook.cleanedRequest, type: 'endpoint.test' } };
    expect(await run(of('perform'), test)).toEqual([]);
    expect(await run(of('performList'), { authData })).toMatchObject([text]);
    await run(of('performUnsubscribe'), { authData, subscribeData });
    expect((await ana.call(routes.listWebhookEndpoints, {})).items).toEqual([]);
  });

  it('hears of an opt-out', async () => {
    const of = (part: string) => trigger('opted_out', part);
    const subscribeData = await run(of('performSubscribe'), { authData, targetUrl: receiver.url });
    const phone = candidatePhone();
    const { candidate } = await receiveText(app, ana, phone, 'Hi');
    await app.twilio.control.inbound(phone, ana.number, 'STOP');
    const hook = hookOf(await heard('consent.revoked'), subscribeData);
    expect(await run(of('perform'), hook)).toMatchObject([{ candidateId: candidate.id }]);
    expect(await run(of('performList'), { authData })).toMatchObject([{ type: 'consent.revoked' }]);
    expect(receiver.state.heard.map(({ type }) => type)).toEqual(['consent.revoked']);
  });

  it('hears of a confirmed interview', async () => {
    const of = (part: string) => trigger('interview_confirmed', part);
    const subscribeData = await run(of('performSubscribe'), { authData, targetUrl: receiver.url });
    const { candidate } = await receiveText(app, ana, candidatePhone(), 'Hi');
    const interview = await confirmedInterview(app, ana, candidate.id);
    const hook = hookOf(await heard('interview.confirmed'), subscribeData);
    expect(await run(of('perform'), hook)).toMatchObject([{ aboutId: interview.id }]);
    expect(await run(of('performList'), { authData })).toMatchObject([{ aboutId: interview.id }]);
  });

  it('shows a sample like what comes, for each field that it has', async () => {
    await receiveText(app, ana, candidatePhone(), 'Hi');
    const [text] = (await eventually(async () => {
      const found: object[] = await run(trigger('new_text', 'performList'), { authData });
      expect(found).toHaveLength(1);
      return found;
    })) as object[];
    for (const field of Object.keys(newText.operation.sample)) expect(text).toHaveProperty(field);
  });
});

describe('an action', () => {
  const template = async (mediaIds: string[] = []) => {
    const body = { name: 'Hello', body: 'Hi {{candidate.firstName|there}}, still looking?', mediaIds };
    return (await ana.call(routes.createTemplate, { body })).id;
  };

  it('sends a template once, however often the step runs', async () => {
    await app.deps.pool.query(`update accounts set plan_type = 'annual' where id = $1`, [ana.accountId]);
    const templateId = await template();
    expect(await run(trigger('templates', 'perform'), { authData })).toEqual([
      { id: templateId, name: 'Hello' },
    ]);
    const phone = candidatePhone();
    const inputData = { templateId, to: phone, once: 'row 7' };
    const first: { id: string } = await run(action('send_template'), { authData, inputData });
    const again: { id: string } = await run(action('send_template'), { authData, inputData });
    expect(again.id).toBe(first.id);
    await eventually(() => expect(sentTo(app, phone)).toEqual(['Hi there, still looking?']));
    const other = { authData, inputData: { ...inputData, templateId: ana.accountId } };
    await expect(run(action('send_template'), other)).rejects.toThrow('Choose one of the templates');
  });

  it('sends a template with a picture once too', async () => {
    await app.deps.pool.query(`update accounts set plan_type = 'annual' where id = $1`, [ana.accountId]);
    const templateId = await template([await uploadPicture(app, ana)]);
    const asked = { authData, inputData: { templateId, to: candidatePhone(), once: 'row 9' } };
    const first: { id: string; media: object[] } = await run(action('send_template'), asked);
    expect(first.media).toHaveLength(1);
    expect(await run(action('send_template'), asked)).toMatchObject({ id: first.id });
  });

  it('sends nothing to someone who opted out, and says why', async () => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Hi');
    await app.twilio.control.inbound(phone, ana.number, 'STOP');
    const templateId = await template();
    const asked = { authData, inputData: { templateId, to: phone, once: 'row 8' } };
    await eventually(() => expect(run(action('send_template'), asked)).rejects.toThrow('opted_out'));
    expect(sentTo(app, phone).filter((body) => body.includes('looking'))).toEqual([]);
  });

  it('adds a candidate, and a tag beside those they have', async () => {
    const phoneNumber = candidatePhone();
    const inputData = { firstName: 'Maria', phoneNumber, tags: ['nights'] };
    const added: { id: string } = await run(action('add_candidate'), { authData, inputData });
    const tag = { authData, inputData: { candidateId: added.id, tag: 'Forklift' } };
    expect(await run(action('add_tag'), tag)).toMatchObject({ tags: ['nights', 'Forklift'] });
    expect(await run(action('add_tag'), tag)).toMatchObject({ tags: ['nights', 'Forklift'] });
    const { tags } = await ana.call(routes.getCandidate, { params: { id: added.id } });
    expect(tags).toEqual(['nights', 'Forklift']);
    await expect(run(action('add_candidate'), { authData, inputData })).rejects.toThrow('candidate_exists');
  });

  it('adds two tags at the same moment', async () => {
    const inputData = { firstName: 'Maria', phoneNumber: candidatePhone() };
    const { id }: { id: string } = await run(action('add_candidate'), {
      authData,
      inputData,
    });
    await Promise.all(
      ['one', 'two'].map((tag) => run(action('add_tag'), { authData, inputData: { candidateId: id, tag } })),
    );
    const { tags } = await ana.call(routes.getCandidate, { params: { id } });
    expect([...tags].sort()).toEqual(['one', 'two']);
  });

  it('says what is wrong with a field', async () => {
    const inputData = { firstName: 'Maria', phoneNumber: '12' };
    await expect(run(action('add_candidate'), { authData, inputData })).rejects.toThrow(
      'Must be a valid phone number (phoneNumber)',
    );
  });
});
