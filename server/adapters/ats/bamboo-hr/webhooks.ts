import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { BadWebhook, orGone } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsWebhooks } from '../port.ts';
import { idOfBody, isFresh, isSignedWith } from '../webhook-signature.ts';
import { read, write } from './address.ts';
import { NewWebhook, Webhooks } from './replies.ts';

/* Employees only: BambooHR sends no webhooks about applications. */

const EVENTS = ['employee.created', 'employee.updated', 'employee.deleted'];
const MONITORED = ['firstName', 'lastName', 'hireDate', 'mobilePhone', 'homePhone', 'homeEmail'];

const Delivery = z.object({ type: z.string() });

export const webhooks: AtsWebhooks = {
  setUp: 'automatic',
  subscribe: async (api, { url }) => {
    const listed = await read(api, { what: 'list webhooks', path: 'webhooks' }, Webhooks);
    for (const { id } of listed.webhooks.filter((each) => each.url === url)) await remove(api, id);
    const json = { name: 'Hiretext', url, format: 'json', events: EVENTS, monitorFields: MONITORED };
    // Its key is given only here.
    const call = { what: 'add webhook', method: 'POST', path: 'webhooks', json } as const;
    const { id, privateKey } = await write(api, call, NewWebhook);
    return { secrets: { privateKey }, ids: [id] };
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
  const call = { what: 'remove webhook', method: 'DELETE', path: `webhooks/${id}` } as const;
  // Confirmed by a sentence, not by JSON.
  await orGone(write(api, call, z.unknown()));
}
