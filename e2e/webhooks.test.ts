import type { Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { type FakeReceiver, ok, startFakeReceiver } from '../server/testing/fake-receiver.ts';
import { expectAccessible } from './expect-accessible.ts';
import { test as base, enter, expect, openSettings } from './journey.ts';

/** A company's own software. */
const test = base.extend<{ receiver: FakeReceiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what is needed from the pattern
  receiver: async ({}, use) => {
    const receiver = await startFakeReceiver();
    await use(receiver);
    receiver.stop();
  },
});

/** The only time that it's shown. */
async function secretOf(page: Page, name: string | RegExp): Promise<string> {
  const dialog = page.getByRole('dialog', { name });
  const secret = await dialog.locator('code').innerText();
  await expectAccessible(page, 'the secret');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(secret)).toBeHidden();
  return secret;
}

const delivery = (page: Page, type: string) =>
  page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: type }).first();

test('software texts with a key, and hears what becomes of the text, signed and in order', async ({
  page,
  address,
  recruiter,
  phone,
  receiver,
}) => {
  await enter(page, recruiter.session, '/dashboard/account');
  await openSettings(page, 'Integrations');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const createKey = page.getByRole('dialog', { name: 'Create API key' });
  await createKey.getByLabel('Name').fill('Scheduler');
  await createKey.getByLabel('Send texts').check();
  await createKey.getByRole('button', { name: 'Create key' }).click();
  const key = await secretOf(page, 'The secret of Scheduler');

  await page.getByRole('link', { name: 'Integrations' }).first().click();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByText('No webhook endpoints yet')).toBeVisible();
  await expectAccessible(page, 'webhooks without an endpoint');
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const addEndpoint = page.getByRole('dialog', { name: 'Add webhook endpoint' });
  await addEndpoint.getByLabel('Address').fill(receiver.url);
  await addEndpoint.getByLabel('Description').fill('Scheduler');
  await addEndpoint.getByLabel('Send the words of texts').check();
  await expectAccessible(page, 'adding a webhook endpoint');
  await addEndpoint.getByRole('button', { name: 'Add endpoint' }).click();
  const webhook = new Webhook(await secretOf(page, 'The secret of Scheduler'));

  const candidate = phone('+12125550191');
  const answer = await fetch(`${address}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': 'shift-1042',
    },
    body: JSON.stringify({ to: candidate.number, body: 'Your shift starts at 7.' }),
  });
  expect(answer.status).toBe(201);
  const { id: messageId } = (await answer.json()) as { id: string };

  // IDs rise in the order of what happened; ten are under way at once.
  const heard = () => receiver.state.heard.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const typesOf = (id: string) =>
    heard()
      .filter(({ data }) => data.id === id)
      .map(({ type }) => type);
  await expect
    .poll(() => typesOf(messageId))
    .toEqual(['message.queued', 'message.sent', 'message.delivered']);
  expect(await candidate.received()).toEqual(['Your shift starts at 7.']);

  await candidate.text('STOP');
  await expect.poll(() => heard().map(({ type }) => type)).toContain('consent.revoked');
  const stop = heard().find(({ type }) => type === 'message.received');
  expect(stop?.data).toMatchObject({ body: 'STOP', from: candidate.number, to: recruiter.number });
  for (const { id, body, headers } of heard())
    expect(webhook.verify(body, headers as Record<string, string>)).toMatchObject({ id });

  await page.getByRole('link', { name: 'Scheduler' }).click();
  await expect(delivery(page, 'consent.revoked')).toContainText('Delivered');
  receiver.state.answer = (response) => void response.writeHead(500).end('The database is locked');
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await expect(delivery(page, 'endpoint.test')).toContainText('answered 500');
  await delivery(page, 'endpoint.test')
    .getByText(/attempt$/)
    .click();
  await expect(delivery(page, 'endpoint.test')).toContainText('The database is locked');
  await expectAccessible(page, 'a webhook endpoint');
  receiver.state.answer = ok;
  await page.getByRole('button', { name: 'Send again: endpoint.test' }).click();
  await expect(delivery(page, 'endpoint.test')).toContainText('Delivered');
});
