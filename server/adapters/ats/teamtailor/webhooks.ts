import { z } from 'zod';
import { BadWebhook } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsEvent, AtsWebhooks } from '../port.ts';
import { idOfBody, isFresh, isSignedWith } from '../webhook-signature.ts';
import { personOfApplication } from './people.ts';

/* Set up by an admin there. They are sent once and never again, so nothing may depend on them alone. */

const Id = z.union([z.string(), z.number()]).transform(String);
const Delivery = z.object({
  payload: z.object({
    event_name: z.string(),
    data: z.object({ id: Id, attributes: z.record(z.string(), z.unknown()).optional() }),
  }),
});

export const webhooks: AtsWebhooks = {
  setUp: 'manual',
  subscribe: null,
  unsubscribe: null,
  read: ({ headers, body, keys, access, now }) => {
    const signature = Buffer.from(headers['tt-signature'] ?? '', 'base64').toString('utf8');
    // The older v1 signs no more than the id of a record.
    const [, seconds = '', hmac] = /^t=(\d+),v2=([0-9a-f]+)$/i.exec(signature) ?? [];
    // Teamtailor makes the key itself.
    const secret = access.credentials.webhookSecret ?? keys.secrets.secret;
    if (!isSignedWith(secret, [`${seconds}.`, body], hmac)) throw new BadWebhook('forged');
    if (!isFresh(new Date(Number(seconds) * 1000), now)) throw new BadWebhook('stale');
    const { event_name: name, data } = parseWebhook(body, Delivery).payload;
    return { id: idOfBody(body), events: eventsOf(name, data), replyHeaders: {} };
  },
};

function eventsOf(
  name: string,
  { id, attributes = {} }: z.infer<typeof Delivery>['payload']['data'],
): AtsEvent[] {
  const [resource, action] = name.split('.');
  if (resource === 'candidate')
    return [{ kind: action === 'destroy' ? 'personDeleted' : 'personChanged', externalId: id }];
  if (resource === 'job') return [{ kind: 'jobsChanged' }];
  if (resource !== 'job_application') return [];
  const candidate = Id.safeParse(attributes['candidate-id'] ?? attributes.candidate_id);
  if (candidate.success) return [{ kind: 'personChanged', externalId: candidate.data }];
  return action === 'destroy' ? [] : [{ kind: 'personChanged', externalId: personOfApplication(id) }];
}
