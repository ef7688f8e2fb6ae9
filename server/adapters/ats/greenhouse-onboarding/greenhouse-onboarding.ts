import { z } from 'zod';
import { BadWebhook } from '../failures.ts';
import { basic } from '../oauth2.ts';
import { parseWebhook } from '../parse-webhook.ts';
import type { AtsConnector, AtsEvent, AtsReply, AtsWebhooks, Refusal } from '../port.ts';
import { isSignedWith } from '../webhook-signature.ts';
import { ask, findByEmail, listNewHires, listPeople, readPerson } from './employees.ts';

/** Only who was hired, and when they start. There are no jobs, interviews or notes. */
export const greenhouseOnboarding: AtsConnector = {
  type: 'greenhouseOnboarding',
  name: 'Greenhouse Onboarding',
  credentials: [
    { field: 'accessKey', label: 'Access key', secret: false, required: true, options: null },
    { field: 'secretKey', label: 'Secret key', secret: true, required: true, options: null },
    {
      field: 'webhookSecret',
      label: 'Secret key of the webhook',
      secret: true,
      required: false,
      options: null,
    },
  ],
  // A key can do everything.
  rights: [],
  signIn: {
    headers: ({ credentials: { accessKey, secretKey } }) => ({
      authorization: basic(accessKey ?? '', secretKey ?? ''),
    }),
    query: null,
    newTokens: null,
  },
  oauth: null,
  pace: { calls: 50, perMs: 30_000 },
  readRefusal,
  test: async (api) => {
    const shape = z.object({ rateLimit: z.object({ remaining: z.number() }) });
    await ask(api, 'test', '{ rateLimit { limit remaining resetAt } }', {}, shape);
    return { atsAccountId: api.access.credentials.accessKey ?? '' };
  },
  listJobs: () => Promise.resolve([]),
  listStages: null,
  listPeople,
  readPerson,
  findByEmail,
  findByPhone: null,
  listInterviews: null,
  listNewHires,
  writeNote: null,
  findNote: null,
  moveStage: null,
  webhooks: { setUp: 'manual', subscribe: null, unsubscribe: null, read: readWebhook },
  events: null,
};

const Failures = z.object({
  errors: z
    .array(
      z.object({
        message: z.string().catch(''),
        errorCode: z.string().nullish(),
        resetAt: z.iso.datetime({ offset: true }).nullish(),
      }),
    )
    .min(1),
});

/** A failure comes with 200, sometimes beside data. */
function readRefusal({ body }: AtsReply): Refusal | null {
  const [first] = Failures.safeParse(body).data?.errors ?? [];
  if (first === undefined) return null;
  if (first.errorCode === 'RateLimit' || /^rate limit/i.test(first.message)) {
    const until = first.resetAt ? new Date(first.resetAt) : undefined;
    return { kind: 'throttled', waitMs: null, ...(until && { until }) };
  }
  if (first.errorCode === 'Authentication') return { kind: 'key' };
  if (first.errorCode === 'NotFound') return { kind: 'notFound' };
  if (first.errorCode === 'Server') return { kind: 'unavailable' };
  return { kind: 'invalid', reason: first.message };
}

const Id = z.union([z.number(), z.string()]).transform(String);
const Body = z.object({
  event_type: z.string(),
  id: z.string(),
  payload: z.object({ updated_employee_id: Id.nullish() }),
});

/** They make the secret; one of ours counts where it was taken there. */
function readWebhook({
  headers,
  body,
  keys,
  access,
}: Parameters<AtsWebhooks['read']>[0]): ReturnType<AtsWebhooks['read']> {
  const [algorithm, signature] = (headers.signature ?? '').split(' ');
  const secret = access.credentials.webhookSecret ?? keys.secrets.secret;
  if (algorithm !== 'sha256' || !isSignedWith(secret, [body], signature))
    throw new BadWebhook('not signed by Greenhouse Onboarding');
  const { event_type, id, payload } = parseWebhook(body, Body);
  const externalId = event_type === 'employee:updated' ? payload.updated_employee_id : null;
  const events: AtsEvent[] = externalId
    ? [{ kind: 'personChanged', externalId }, { kind: 'newHiresChanged' }]
    : [];
  return { id, events, replyHeaders: {} };
}
