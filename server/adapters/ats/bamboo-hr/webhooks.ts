import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { BadWebhook, NotFound } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsWebhooks } from '../port.ts';
import { idOfBody, isFresh, isSignedWith } from '../webhook-signature.ts';
import { addressOf } from './address.ts';
import { NewWebhook, Webhooks } from './replies.ts';

/* Employees only: of applications BambooHR tells nothing by itself. */

const EVENTS = ['employee.created', 'employee.updated', 'employee.deleted'];
const MONITORED = ['firstName', 'lastName', 'hireDate', 'mobilePhone', 'homePhone', 'homeEmail'];

const Delivery = z.object({ type: z.string() });

export const webhooks: AtsWebhooks = {
  setUp: 'automatic',
  subscribe: async (api, { url }) => {
    const at = addressOf(api, 'webhooks');
    const { body: listed } = await api.read('list webhooks', { method: 'GET', url: at }, Webhooks);
    for (const { id } of listed.webhooks.filter((each) => each.url === url)) await remove(api, id);
    const json = { name: 'Hiretext', url, format: 'json', events: EVENTS, monitorFields: MONITORED };
    // Its key is told this once.
    const { body } = await api.write('add webhook', { method: 'POST', url: at, json }, NewWebhook);
    return { secrets: { privateKey: body.privateKey }, ids: [body.id] };
  },
  unsubscribe: async (api, { ids }) => {
    for (const id of ids) await remove(api, id);
  },
  read: ({ headers, body, keys, now }) => {
    const timestamp = headers['x-bamboohr-timestamp'] ?? '';
    const signature = headers['x-bamboohr-signature'];
    if (!isSignedWith(keys.secrets.privateKey, [body, timestamp], signature)) throw new BadWebhook('forged');
    const seconds = Number(timestamp);
    const at = new Date(Number.isNaN(seconds) ? timestamp : seconds * 1000);
    if (!isFresh(at, now)) throw new BadWebhook('stale');
    const { type } = parseWebhook(body, Delivery);
    const events = EVENTS.includes(type) ? [{ kind: 'newHiresChanged' as const }] : [];
    return { id: idOfBody(body), events, replyHeaders: {} };
  },
};

async function remove(api: AtsApi, id: string): Promise<void> {
  try {
    // Confirmed by a sentence, not by JSON.
    await api.write(
      'remove webhook',
      { method: 'DELETE', url: addressOf(api, `webhooks/${id}`) },
      z.unknown(),
    );
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
}
