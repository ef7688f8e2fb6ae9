import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { BadWebhook, orGone, RightsMissing } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsAccess, AtsEvent, AtsWebhooks, WebhookKeys } from '../port.ts';
import { idOfBody, isSignedWith } from '../webhook-signature.ts';
import { readAll, subdomainOf, write } from './client.ts';

const CANDIDATE_EVENTS = ['candidate_created', 'candidate_moved', 'candidate_deleted'];
const OTHER_EVENTS = ['job_deleted', 'employee_created', 'employee_updated', 'onboarding_completed'];

const RIGHT = 'r_candidates';

const Id = z.union([z.string(), z.number()]).transform(String);
const Subscription = z.object({ id: Id, target: z.string() });
const Delivery = z.object({
  id: Id.nullish(),
  event_type: z.string(),
  data: z.object({ id: Id.nullish() }).nullish(),
});

export const workableWebhooks: AtsWebhooks = {
  setUp: 'automatic',
  subscribe,
  unsubscribe: async (api, { ids }) => {
    for (const id of ids) await remove(api, id);
  },
  read: ({ headers, body, access }) => {
    if (!isSignedWith(signingKeyOf(access), [body], headers['x-workable-signature']))
      throw new BadWebhook('forged');
    const delivery = parseWebhook(body, Delivery);
    return { id: delivery.id ?? idOfBody(body), events: eventsOf(delivery), replyHeaders: {} };
  },
};

const signingKeyOf = ({ connectedBy, credentials, client }: AtsAccess) =>
  connectedBy === 'key' ? credentials.apiKey : client?.secret;

function eventsOf({ event_type, data }: z.infer<typeof Delivery>): AtsEvent[] {
  if (event_type === 'job_deleted') return [{ kind: 'jobsChanged' }];
  if (!event_type.startsWith('candidate_')) return [{ kind: 'newHiresChanged' }];
  if (!data?.id) return [];
  const kind = event_type === 'candidate_deleted' ? 'personDeleted' : 'personChanged';
  return [{ kind, externalId: data.id }];
}

/** Each event needs its own address. */
const targetOf = (url: string, event: string) => `${url}?event=${event}`;

async function subscribe(api: AtsApi, { url }: { url: string }): Promise<WebhookKeys> {
  const old = await readSubscriptions(api);
  for (const { id } of old.filter(({ target }) => target.startsWith(`${url}?`))) await remove(api, id);
  // All of these or none.
  const args = { account_id: subdomainOf(api.access), job_shortcode: '', stage_slug: '' };
  const ids: string[] = [];
  for (const event of CANDIDATE_EVENTS)
    ids.push(await add(api, { target: targetOf(url, event), event, args }));
  for (const event of OTHER_EVENTS) {
    try {
      ids.push(await add(api, { target: targetOf(url, event), event }));
    } catch (error) {
      // Companies without Workable's HR part have no employees to report.
      if (!(error instanceof RightsMissing)) throw error;
    }
  }
  return { secrets: {}, ids };
}

async function add(api: AtsApi, json: object): Promise<string> {
  const call = { what: 'set up a webhook', right: RIGHT, path: '/subscriptions', json };
  return (await write(api, { ...call, method: 'POST' }, z.object({ id: Id }))).id;
}

async function readSubscriptions(api: AtsApi): Promise<z.infer<typeof Subscription>[]> {
  const call = { what: 'list webhooks', right: RIGHT, path: '/subscriptions', query: { limit: 100 } };
  const list = { key: 'subscriptions', kind: 'other', item: Subscription } as const;
  // Where there are none, there's no list.
  return (await orGone(readAll(api, call, list))) ?? [];
}

async function remove(api: AtsApi, id: string): Promise<void> {
  const path = `/subscriptions/${encodeURIComponent(id)}`;
  await orGone(write(api, { what: 'remove a webhook', right: RIGHT, path, method: 'DELETE' }, z.unknown()));
}
