import { z } from 'zod';
import { BadWebhook, orGone } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsEvent, AtsWebhooks } from '../port.ts';
import { isSignedWith } from '../webhook-signature.ts';
import { type CompanyApi, companyApi, idOf } from './address.ts';
import { Endpoints, NewEndpoint } from './replies.ts';

const EVENTS = [
  'candidateAdded',
  'candidateStatusUpdated',
  'candidateDeleted',
  'companyPositionAdded',
  'companyPositionUpdated',
  'companyPositionDeleted',
];

const WithId = z.object({ _id: z.string() });
const Delivery = z.object({
  _id: z.string(),
  type: z.string(),
  object: z.object({ position: WithId.nullish(), candidate: WithId.nullish() }),
});

export const webhooks: AtsWebhooks = {
  setUp: 'automatic',
  subscribe: async (api, { url }) => {
    const company = await companyApi(api);
    const path = 'webhook_endpoints';
    const { data } = await company.read('list webhooks', { method: 'GET', path }, Endpoints);
    for (const { _id } of data.filter((each) => each.url === url)) await remove(company, _id);
    const json = { url, description: 'Hiretext', events: EVENTS };
    // Its secret is given only here.
    const added = await company.write('add webhook', { method: 'POST', path, json }, NewEndpoint);
    return { secrets: { secret: added.secret }, ids: [added._id] };
  },
  unsubscribe: async (api, { ids }) => {
    const company = await companyApi(api);
    for (const id of ids) await remove(company, id);
  },
  read: ({ headers, body, keys }) => {
    if (!isSignedWith(keys.secrets.secret, [body], headers['x-hook-signature']))
      throw new BadWebhook('forged');
    const delivery = parseWebhook(body, Delivery);
    return { id: delivery._id, events: eventsOf(delivery), replyHeaders: {} };
  },
};

function eventsOf({ type, object: { position, candidate } }: z.infer<typeof Delivery>): AtsEvent[] {
  if (type.startsWith('companyPosition')) return [{ kind: 'jobsChanged' }];
  if (!type.startsWith('candidate') || !position || !candidate) return [];
  const kind = type === 'candidateDeleted' ? 'personDeleted' : 'personChanged';
  return [{ kind, externalId: idOf(position._id, candidate._id) }];
}

/** One is at another path than all. */
async function remove(company: CompanyApi, id: string): Promise<void> {
  const asked = { method: 'DELETE', path: `webhook_endpoint/${id}` } as const;
  await orGone(company.write('remove webhook', asked, z.unknown()));
}
