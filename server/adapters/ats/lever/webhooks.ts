import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { BadWebhook, orGone } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsEvent, AtsWebhooks, WebhookKeys } from '../port.ts';
import { isFresh, isSignedWith } from '../webhook-signature.ts';
import { readAll, write } from './client.ts';

/* One webhook for each event, each with its own token to sign with. */

const EVENTS = [
  'applicationCreated',
  'candidateHired',
  'candidateStageChange',
  'candidateArchiveChange',
  'candidateDeleted',
  'interviewCreated',
  'interviewUpdated',
  'interviewDeleted',
  'contactCreated',
  'contactUpdated',
] as const;

const Subscription = z.object({ id: z.string(), url: z.string() });
const Created = z.object({
  id: z.string(),
  configuration: z.object({ signatureToken: z.string().min(1) }),
});
/** In the documentation, what is created is one level deeper. */
const CreatedReply = z.object({ data: z.union([Created, z.object({ data: Created })]) });

const Delivery = z.object({
  id: z.string().nullish(),
  event: z.enum(EVENTS),
  triggeredAt: z.number(),
  token: z.string(),
  signature: z.string(),
  data: z.object({ contactId: z.string().nullish(), opportunityId: z.string().nullish() }).nullish(),
});

const RIGHT = 'webhooks:write:admin';

export const leverWebhooks: AtsWebhooks = {
  setUp: 'automatic',
  subscribe,
  unsubscribe: async (api, { ids }) => {
    for (const id of ids) await remove(api, id);
  },
  read: ({ body, keys, now }) => {
    const delivery = parseWebhook(body, Delivery);
    const { id, event, triggeredAt, token, signature } = delivery;
    if (!isSignedWith(keys.secrets[event], [`${token}${triggeredAt}`], signature))
      throw new BadWebhook('forged');
    if (!isFresh(new Date(triggeredAt), now)) throw new BadWebhook('stale');
    return { id: id ?? token, events: eventsOf(delivery), replyHeaders: {} };
  },
};

/** The signature covers none of `data`: it says what to read again, and nothing else of it is used. */
function eventsOf({ event, data }: z.infer<typeof Delivery>): AtsEvent[] {
  if (event === 'candidateDeleted' && data?.contactId)
    return [{ kind: 'personDeleted', externalId: data.contactId }];
  const person: AtsEvent[] = data?.contactId ? [{ kind: 'personChanged', externalId: data.contactId }] : [];
  if (event.startsWith('interview')) {
    return [{ kind: 'interviewsChanged', applicationExternalId: data?.opportunityId ?? null }];
  }
  return event === 'candidateHired' ? [...person, { kind: 'newHiresChanged' }] : person;
}

async function subscribe(api: AtsApi, { url }: { url: string }): Promise<WebhookKeys> {
  const call = { what: 'list webhooks', right: 'webhooks:read:admin', path: '/webhooks' };
  const old = await readAll(api, call, Subscription);
  for (const { id } of old.filter((each) => each.url === url)) await remove(api, id);
  const secrets: Record<string, string> = {};
  const ids: string[] = [];
  for (const event of EVENTS) {
    const { data } = await write(
      api,
      { method: 'POST', what: 'set up a webhook', right: RIGHT, path: '/webhooks', json: { event, url } },
      CreatedReply,
    );
    const created = 'data' in data ? data.data : data;
    secrets[event] = created.configuration.signatureToken;
    ids.push(created.id);
  }
  return { secrets, ids };
}

async function remove(api: AtsApi, id: string): Promise<void> {
  const path = `/webhooks/${encodeURIComponent(id)}`;
  await orGone(write(api, { method: 'DELETE', what: 'remove a webhook', right: RIGHT, path }, z.unknown()));
}
