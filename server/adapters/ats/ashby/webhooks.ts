import { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { BadWebhook, orGone } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsEvent, AtsWebhooks, WebhookKeys } from '../port.ts';
import { idOfBody, isSignedWith } from '../webhook-signature.ts';
import { write } from './client.ts';

const TYPES = [
  'applicationSubmit',
  'applicationUpdate',
  'candidateHire',
  'candidateStageChange',
  'candidateDelete',
  'candidateMerge',
  'interviewScheduleCreate',
  'interviewScheduleUpdate',
  'jobPostingPublish',
  'jobPostingUnpublish',
  'offerUpdate',
] as const;

const WithId = z.object({ id: z.string() }).nullish();

const Delivery = z.object({
  action: z.string(),
  data: z
    .object({
      candidate: WithId,
      deletedCandidate: WithId,
      mergedCandidate: WithId,
      application: z.object({ candidate: WithId }).nullish(),
      interviewSchedule: z.object({ applicationId: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

const RIGHT = 'apiKeysWrite';

export const ashbyWebhooks: AtsWebhooks = {
  setUp: 'automatic',
  subscribe,
  unsubscribe: async (api, { ids }) => {
    for (const webhookId of ids) await remove(api, webhookId);
  },
  read: ({ headers, body, keys }) => {
    const signature = headers['ashby-signature']?.replace(/^sha256=/, '');
    if (!isSignedWith(keys.secrets.secret, [body], signature)) throw new BadWebhook('forged');
    const delivery = parseWebhook(body, Delivery);
    return { id: idOfBody(body), events: eventsOf(delivery), replyHeaders: {} };
  },
};

function eventsOf({ action, data }: z.infer<typeof Delivery>): AtsEvent[] {
  if (action.startsWith('interview')) {
    return [
      {
        kind: 'interviewsChanged',
        applicationExternalId: data?.interviewSchedule?.applicationId ?? null,
      },
    ];
  }
  if (action.startsWith('jobPosting')) return [{ kind: 'jobsChanged' }];
  if (action === 'offerUpdate') return [{ kind: 'newHiresChanged' }];
  const from = data?.deletedCandidate?.id;
  const into = data?.mergedCandidate?.id;
  if (from && into) return [{ kind: 'peopleMerged', from, into }];
  const externalId = data?.application?.candidate?.id ?? data?.candidate?.id;
  if (!externalId) return [];
  if (action === 'candidateDelete') return [{ kind: 'personDeleted', externalId }];
  const changed: AtsEvent = { kind: 'personChanged', externalId };
  return action === 'candidateHire' ? [changed, { kind: 'newHiresChanged' }] : [changed];
}

/** Ashby can't list them: the same one again takes the place of the one before. */
async function subscribe(
  api: AtsApi,
  { url, secret }: { url: string; secret: string },
): Promise<WebhookKeys> {
  const ids: string[] = [];
  for (const webhookType of TYPES) {
    const json = { webhookType, requestUrl: url, secretToken: secret };
    const call = { what: 'set up a webhook', right: RIGHT, path: 'webhook.create', json };
    ids.push((await write(api, call, z.object({ id: z.string() }))).id);
  }
  return { secrets: { secret }, ids };
}

async function remove(api: AtsApi, webhookId: string): Promise<void> {
  const call = { what: 'remove a webhook', right: RIGHT, path: 'webhook.delete', json: { webhookId } };
  await orGone(write(api, call, z.unknown()));
}
