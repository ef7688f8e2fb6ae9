import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { BadWebhook, orGone } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsEvent, AtsWebhooks, WebhookKeys } from '../port.ts';
import { idOfBody, isFresh, isSignedWith } from '../webhook-signature.ts';
import { readAll, write } from './client.ts';

const EVENTS = [
  'job.created',
  'job.updated',
  'job.status.updated',
  'job.hiring-team.updated',
  'application.created',
  'application.status.updated',
  'application.fields.updated',
  'application.onboarding-status.updated',
  'candidate.created',
  'candidate.updated',
  'candidate.deleted',
  'interview.created',
  'interview.updated',
  'interview.canceled',
];

const SUBSCRIPTIONS = '/webhooks-api/v201907/subscriptions';
const RIGHT = 'webhooks_manage';

const Subscription = z.object({ id: z.string(), callbackUrl: z.string() });
/** It contains only ids. */
const Delivery = z.object({
  id: z.string().nullish(),
  candidate_id: z.string().nullish(),
});

type Headers = Record<string, string | undefined>;

export const smartRecruitersWebhooks: AtsWebhooks = {
  setUp: 'automatic',
  subscribe,
  unsubscribe: async (api, { ids }) => {
    for (const id of ids) await remove(api, id);
  },
  read: ({ headers, body, keys, now }) => {
    const hookSecret = headers['x-hook-secret'];
    // Comes while the webhook is set up, before there is a key to sign with.
    if (hookSecret !== undefined && headers['event-name'] === undefined) return echo(hookSecret);
    checkSigned(headers, body, Object.values(keys.secrets));
    const sentAt = Number(headers['smartrecruiters-timestamp']) * 1000;
    if (!isFresh(new Date(sentAt), now)) throw new BadWebhook('stale');
    const events = eventsOf(headers['event-name'] ?? '', parseWebhook(body, Delivery));
    return { id: headers['event-id'] || idOfBody(body), events, replyHeaders: {} };
  },
};

function echo(hookSecret: string) {
  if (!/^[\x21-\x7e]{1,200}$/.test(hookSecret)) throw new BadWebhook('not a secret');
  return {
    id: `activation ${hookSecret}`,
    events: [],
    replyHeaders: { 'x-hook-secret': hookSecret },
  };
}

/** By each key that is in use; one of ours is enough. */
function checkSigned(headers: Headers, body: Buffer, secrets: string[]): void {
  const signatures = (headers['smartrecruiters-signature'] ?? '')
    .split(';')
    .filter((signature) => signature.startsWith('v1='))
    .map((signature) => signature.slice('v1='.length));
  const named = ['event-id', 'event-name', 'event-version', 'link'].map((name) => headers[name] ?? '');
  const signed = [`${headers['smartrecruiters-timestamp'] ?? ''}.`, body, `.${named.join('.')}`];
  const isSigned = secrets.some((secret) =>
    signatures.some((signature) => isSignedWith(secret, signed, signature)),
  );
  if (!isSigned) throw new BadWebhook('forged');
}

function eventsOf(name: string, delivery: z.infer<typeof Delivery>): AtsEvent[] {
  const { id, candidate_id } = delivery;
  if (name.startsWith('job.')) return [{ kind: 'jobsChanged' }];
  if (name.startsWith('interview.')) {
    // It names the application by a separate id, which leads back to no job.
    return candidate_id
      ? [{ kind: 'interviewsOfPersonChanged', personExternalId: candidate_id }]
      : [{ kind: 'interviewsChanged', applicationExternalId: null }];
  }
  const externalId = candidate_id ?? id;
  if (!externalId) return [];
  if (name === 'candidate.deleted') return [{ kind: 'personDeleted', externalId }];
  const changed: AtsEvent = { kind: 'personChanged', externalId };
  const maybeHired = name === 'application.status.updated' || name.includes('onboarding');
  return maybeHired ? [changed, { kind: 'newHiresChanged' }] : [changed];
}

async function subscribe(api: AtsApi, { url }: { url: string }): Promise<WebhookKeys> {
  const list = { what: 'list webhooks', right: RIGHT, path: SUBSCRIPTIONS };
  const old = await readAll(api, list, Subscription);
  for (const { id } of old.filter(({ callbackUrl }) => callbackUrl === url)) await remove(api, id);
  const call = { what: 'set up a webhook', right: RIGHT };
  const json = { callbackUrl: url, events: EVENTS };
  const { id } = await write(api, { ...call, method: 'POST', path: SUBSCRIPTIONS, json }, Subscription);
  const { secretKey } = await write(
    api,
    { ...call, method: 'POST', path: `${pathOf(id)}/secret-key` },
    z.object({ secretKey: z.string().min(1) }),
  );
  await write(api, { ...call, method: 'PUT', path: `${pathOf(id)}/activation` }, z.unknown());
  return { secrets: { secret: secretKey }, ids: [id] };
}

async function remove(api: AtsApi, id: string): Promise<void> {
  const call = { what: 'remove a webhook', right: RIGHT, path: pathOf(id) };
  await orGone(write(api, { ...call, method: 'DELETE' }, z.unknown()));
}

const pathOf = (id: string) => `${SUBSCRIPTIONS}/${encodeURIComponent(id)}`;
