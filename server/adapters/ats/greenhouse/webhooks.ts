import { z } from 'zod';
import { BadWebhook } from '../failures.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsEvent, AtsWebhooks } from '../port.ts';
import { idOfBody, isSignedWith } from '../webhook-signature.ts';

const Id = z.union([z.number(), z.string()]).transform(String);

const Body = z.object({
  action: z.string(),
  payload: z
    .object({
      application: z
        .object({ candidate: z.object({ id: Id }).nullish(), candidate_id: Id.nullish() })
        .nullish(),
      candidate: z.object({ id: Id }).nullish(),
      candidate_id: Id.nullish(),
      person: z.object({ id: Id, new_candidate_id: Id.nullish() }).nullish(),
    })
    .nullish(),
});

/** What is signed is the body as it came, with its escapes. */
export const webhooks: AtsWebhooks = {
  setUp: 'manual',
  subscribe: null,
  unsubscribe: null,
  read: ({ headers, body, keys }) => {
    const [algorithm, signature] = (headers.signature ?? '').split(' ');
    if (algorithm !== 'sha256' || !isSignedWith(keys.secrets.secret, [body], signature))
      throw new BadWebhook('not signed by Greenhouse');
    const events = eventsOf(parseWebhook(body, Body));
    return { id: headers['greenhouse-event-id'] ?? idOfBody(body), events, replyHeaders: {} };
  },
};

function eventsOf({ action, payload }: z.infer<typeof Body>): AtsEvent[] {
  if (action.startsWith('job_')) return [{ kind: 'jobsChanged' }];
  if (action === 'interview_deleted') return [{ kind: 'interviewsChanged', applicationExternalId: null }];
  const { application, candidate, person } = payload ?? {};
  const externalId =
    person?.id ??
    candidate?.id ??
    payload?.candidate_id ??
    application?.candidate?.id ??
    application?.candidate_id;
  const hires: AtsEvent[] = /^offer_|^(un)?hire_/.test(action) ? [{ kind: 'newHiresChanged' }] : [];
  if (!externalId) return hires;
  if (action === 'delete_candidate' || action === 'candidate_anonymized')
    return [{ kind: 'personDeleted', externalId }];
  if (action === 'merge_candidate' && person?.new_candidate_id)
    return [{ kind: 'peopleMerged', from: externalId, into: person.new_candidate_id }];
  return [{ kind: 'personChanged', externalId }, ...hires];
}
