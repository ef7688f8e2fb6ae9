import { z } from 'zod';
import { BadWebhook } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsWebhooks } from '../port.ts';
import { idOfBody, isSignedWith } from '../webhook-signature.ts';

/* A person there, or a step of their workflow, exports a candidate. */

const Delivery = z.object({
  candidate: z.object({ person: z.object({ id: z.object({ value: z.string().min(1) }) }) }),
});

export const webhooks: AtsWebhooks = {
  setUp: 'manual',
  subscribe: null,
  unsubscribe: null,
  read: ({ headers, body, keys }) => {
    if (!isSignedWith(keys.secrets.secret, [body], headers['x-jazzhr-signature']))
      throw new BadWebhook('forged');
    const id = headers['x-jazzhr-uuid'] ?? idOfBody(body);
    // Saved there only if this is answered well.
    if (headers['x-jazzhr-event'] === 'VERIFY') return { id, events: [], replyHeaders: {} };
    const { candidate } = parseWebhook(body, Delivery);
    const externalId = candidate.person.id.value;
    return { id, events: [{ kind: 'personChanged', externalId }], replyHeaders: {} };
  },
};
