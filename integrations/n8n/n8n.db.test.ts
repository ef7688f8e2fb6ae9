import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '../../contract/routes.ts';
import type { Scope } from '../../contract/scopes.ts';
import { confirmedInterview } from '../../server/testing/confirmed-interview.ts';
import { type FakeReceiver, startFakeReceiver } from '../../server/testing/fake-receiver.ts';
import {
  candidatePhone,
  eventually,
  type Recruiter,
  startTestApp,
  type TestApp,
} from '../../server/testing/test-app.ts';
import { receiveText, sentTo } from '../../server/testing/texting.ts';
import { uploadPicture } from '../../server/testing/upload-picture.ts';
import { loadPackage, type N8n, root, startN8n } from './testing/n8n.ts';

/* The nodes as n8n runs them, against a Hiretext that runs here. What is n8n's own and what is played: testing/n8n.ts. */

/** What the README asks for. */
const SCOPES: Scope[] = [
  'candidates:read',
  'candidates:write',
  'conversations:read',
  'texts:read',
  'texts:send',
  'templates:read',
  'webhooks:manage',
];

let app: TestApp;
let ana: Recruiter;
let n8n: N8n;
let receiver: FakeReceiver;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ana = await app.signUp();
  const { secret } = await ana.call(routes.createApiKey, {
    body: { name: 'n8n', scopes: SCOPES, mode: 'live' },
  });
  n8n = startN8n({ baseUrl: `${app.url}/`, apiKey: secret });
  receiver = await startFakeReceiver();
});
afterEach(() => receiver.stop());

const heard = (type: string) =>
  eventually(() => {
    const found = receiver.state.heard.find((one) => one.type === type);
    if (found === undefined) throw new Error(`No ${type} has come`);
    return found;
  });
const endpoints = async () => (await ana.call(routes.listWebhookEndpoints, {})).items;

describe('the package', () => {
  it('has what n8n loads, with an icon for each', () => {
    const { nodes, credentials } = loadPackage();
    expect(nodes.map(({ description }) => description.name)).toEqual(['hiretext', 'hiretextTrigger']);
    expect(credentials.map(({ name }) => name)).toEqual(['hiretextApi']);
    for (const { description } of nodes) {
      expect(description.credentials).toEqual([{ name: 'hiretextApi', required: true }]);
      expect(existsSync(join(root, 'nodes', String(description.icon).slice(5)))).toBe(true);
    }
  });

  it('lets no AI agent use it to text', () => {
    for (const { description } of loadPackage().nodes) expect(description).not.toHaveProperty('usableAsTool');
  });

  it('asks for what is required, of the action that was chosen', () => {
    expect(n8n.issues('hiretext', {})).toEqual(['templateId', 'to', 'once']);
    expect(n8n.issues('hiretext', { resource: 'candidate' })).toEqual(['firstName', 'phoneNumber']);
    expect(n8n.issues('hiretext', { resource: 'candidate', operation: 'addTag' })).toEqual([
      'candidateId',
      'tag',
    ]);
    expect(n8n.issues('hiretextTrigger', {})).toEqual(['events']);
  });

  it('shows whether the key works', async () => {
    const person = await ana.call(routes.getUser, {});
    expect(await n8n.testCredential()).toMatchObject({ email: person.email });
    await expect(startN8n({ baseUrl: app.url, apiKey: 'ht_live_wrong' }).testCredential()).rejects.toThrow(
      '401',
    );
  });
});

describe('the trigger', () => {
  it('starts a workflow for a new text, once, from when it is on until it is off', async () => {
    const trigger = n8n.openTrigger(['message.received'], receiver.url);
    await trigger.turnOn();
    const phone = candidatePhone();
    const { candidate } = await receiveText(app, ana, phone, 'Is the welder job still open?');
    const delivery = await heard('message.received');
    expect(await trigger.deliver(delivery)).toEqual({
      status: 200,
      started: [
        expect.objectContaining({
          type: 'message.received',
          candidateId: candidate.id,
          from: phone,
          body: 'Is the welder job still open?',
        }),
      ],
    });
    // Hiretext sends again what it has no answer to.
    expect(await trigger.deliver(delivery)).toEqual({ status: 200, started: null });
    await trigger.turnOff();
    expect(await endpoints()).toEqual([]);
    expect(await trigger.deliver(delivery)).toEqual({ status: 401, started: null });
  });

  it('refuses what Hiretext did not sign, or signed long ago', async () => {
    const trigger = n8n.openTrigger(['message.received'], receiver.url);
    await trigger.turnOn();
    await receiveText(app, ana, candidatePhone(), 'Hi');
    const { headers, body } = await heard('message.received');
    const refused = { status: 401, started: null };
    expect(await trigger.deliver({ headers, body: `${body} ` })).toEqual(refused);
    expect(await trigger.deliver({ headers: {}, body })).toEqual(refused);
    expect(await trigger.deliver({ headers: { ...headers, 'webhook-timestamp': 'soon' }, body })).toEqual(
      refused,
    );
    const signedAt = (at: Date, secret = String(trigger.kept().secret)) => ({
      body,
      headers: {
        'webhook-id': 'e1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('e1', at, body),
      },
    });
    expect(await trigger.deliver(signedAt(new Date(Date.now() - 6 * 60_000)))).toEqual(refused);
    expect(await trigger.deliver(signedAt(new Date(), `whsec_${btoa('another secret')}`))).toEqual(refused);
    expect(await trigger.deliver(signedAt(new Date()))).toMatchObject({ started: [{ body: 'Hi' }] });
  });

  it('hears of an opt-out, and of nothing else', async () => {
    const trigger = n8n.openTrigger(['consent.revoked'], receiver.url);
    await trigger.turnOn();
    const phone = candidatePhone();
    const { candidate } = await receiveText(app, ana, phone, 'Hi');
    await app.twilio.control.inbound(phone, ana.number, 'STOP');
    const { started } = await trigger.deliver(await heard('consent.revoked'));
    expect(started).toMatchObject([{ type: 'consent.revoked', candidateId: candidate.id }]);
    expect(receiver.state.heard.map(({ type }) => type)).toEqual(['consent.revoked']);
    const [endpoint] = await endpoints();
    await ana.call(routes.testWebhookEndpoint, { params: { id: endpoint?.id ?? '' } });
    expect(await trigger.deliver(await heard('endpoint.test'))).toEqual({ status: 200, started: null });
  });

  it('hears of a confirmed interview', async () => {
    const trigger = n8n.openTrigger(['interview.confirmed', 'consent.revoked'], receiver.url);
    await trigger.turnOn();
    const { candidate } = await receiveText(app, ana, candidatePhone(), 'Hi');
    const interview = await confirmedInterview(app, ana, candidate.id);
    const { started } = await trigger.deliver(await heard('interview.confirmed'));
    expect(started).toMatchObject([{ aboutId: interview.id, candidateId: candidate.id }]);
  });

  it('keeps its one endpoint while that fits, and replaces one that does not', async () => {
    const trigger = n8n.openTrigger(['message.received'], receiver.url);
    await trigger.turnOn();
    const [first] = await endpoints();
    await trigger.turnOn();
    expect(await endpoints()).toEqual([first]);
    // Turned off at our end, or for other events: n8n finds out when it starts.
    const id = first?.id ?? '';
    await ana.call(routes.updateWebhookEndpoint, { params: { id }, body: { status: 'disabled' } });
    expect(await trigger.isOn()).toBe(false);
    await trigger.turnOn();
    expect(await endpoints()).toMatchObject([{ status: 'active', includeBodies: true }]);
    // Another copy of the workflow at the same address, which doesn't know the secret.
    const other = n8n.openTrigger(['consent.revoked'], receiver.url);
    await other.turnOn();
    expect(await endpoints()).toMatchObject([{ types: ['consent.revoked'], includeBodies: false }]);
    // The endpoint of the first is gone by now.
    await trigger.turnOff();
    expect(await endpoints()).toHaveLength(1);
  });
});

describe('an action', () => {
  const makeTemplate = async (mediaIds: string[] = []) => {
    const body = { name: 'Hello', body: 'Hi {{candidate.firstName|there}}, still looking?', mediaIds };
    return (await ana.call(routes.createTemplate, { body })).id;
  };
  const add = (firstName: string, phoneNumber: string, others = {}) =>
    n8n.run({ resource: 'candidate', operation: 'addCandidate', firstName, phoneNumber, others });
  const tag = (candidateId: unknown, word: string) =>
    n8n.run({ resource: 'candidate', operation: 'addTag', candidateId: String(candidateId), tag: word });

  it('sends a template for each item, once, however often the node runs', async () => {
    await app.deps.pool.query(`update accounts set plan_type = 'annual' where id = $1`, [ana.accountId]);
    const templateId = await makeTemplate();
    expect(await n8n.listTemplates()).toEqual([{ name: 'Hello', value: templateId }]);
    const phones = [candidatePhone(), candidatePhone()];
    const items = phones.map((phone, row) => ({ json: { phone, row } }));
    const parameters = { templateId, to: '={{ $json.phone }}', once: '=row {{ $json.row }}' };
    const first = await n8n.run(parameters, { items });
    const again = await n8n.run(parameters, { items });
    expect(again.map(({ json }) => json.id)).toEqual(first.map(({ json }) => json.id));
    expect(first.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
    for (const phone of phones)
      await eventually(() => expect(sentTo(app, phone)).toEqual(['Hi there, still looking?']));
    await expect(n8n.run({ ...parameters, templateId: ana.accountId }, { items })).rejects.toThrow(
      'Choose one of the templates',
    );
    await expect(n8n.run({ ...parameters, once: '={{ $json.nothing }}' }, { items })).rejects.toThrow(
      'Fill in "Once per"',
    );
  });

  it('sends a template with a picture once too', async () => {
    await app.deps.pool.query(`update accounts set plan_type = 'annual' where id = $1`, [ana.accountId]);
    const templateId = await makeTemplate([await uploadPicture(app, ana)]);
    const parameters = { templateId, to: candidatePhone(), once: 'row 9' };
    const [first] = await n8n.run(parameters);
    expect(first?.json.media).toHaveLength(1);
    expect(await n8n.run(parameters)).toMatchObject([{ json: { id: first?.json.id } }]);
  });

  it('sends nothing to someone who opted out, says why, and goes on with the others if asked to', async () => {
    const phone = candidatePhone();
    await receiveText(app, ana, phone, 'Hi');
    await app.twilio.control.inbound(phone, ana.number, 'STOP');
    const templateId = await makeTemplate();
    const parameters = { templateId, to: '={{ $json.phone }}', once: '={{ $json.phone }}' };
    const items = [{ json: { phone } }, { json: { phone: candidatePhone() } }];
    await eventually(() =>
      expect(n8n.run(parameters, { items })).rejects.toMatchObject({
        name: 'NodeApiError',
        message: expect.stringMatching(/opted out/),
        context: { code: 'opted_out', itemIndex: 0 },
      }),
    );
    const went = await n8n.run(parameters, { items, onError: 'continueRegularOutput' });
    expect(went).toMatchObject([{ json: { code: 'opted_out' } }, { json: { status: 'queued' } }]);
    expect(sentTo(app, phone).filter((body) => body.includes('looking'))).toEqual([]);
  });

  it('adds a candidate, and a tag beside those they have', async () => {
    const phone = candidatePhone();
    const [added] = await add('Maria', phone, { lastName: 'Lopez', city: '', tags: ['nights'] });
    expect(added?.json).toMatchObject({ firstName: 'Maria', lastName: 'Lopez', tags: ['nights'] });
    const id = added?.json.id;
    for (const word of ['Forklift', ' forklift '])
      expect(await tag(id, word)).toMatchObject([{ json: { tags: ['nights', 'Forklift'] } }]);
    const { tags } = await ana.call(routes.getCandidate, { params: { id: String(id) } });
    expect(tags).toEqual(['nights', 'Forklift']);
    await expect(add('Maria', phone)).rejects.toMatchObject({ context: { code: 'candidate_exists' } });
  });

  it('adds two tags at the same moment', async () => {
    const [added] = await add('Maria', candidatePhone());
    const id = String(added?.json.id);
    await Promise.all(['one', 'two'].map((word) => tag(id, word)));
    const { tags } = await ana.call(routes.getCandidate, { params: { id } });
    expect([...tags].sort()).toEqual(['one', 'two']);
  });

  it('says what is wrong with a field', async () => {
    await expect(add('Maria', '12')).rejects.toThrow('Must be a valid phone number (phoneNumber)');
  });
});
