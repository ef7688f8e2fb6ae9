import { createHmac, timingSafeEqual } from 'node:crypto';
import { ask } from './hiretext.js';

const SAMPLES = 3;
/** What Standard Webhooks 1.0 has receivers refuse. */
const MOST_SECONDS = 5 * 60;

/** The event, with what it's about beside it, so that each part can be mapped. */
const flat = ({ id, type, createdAt, data: { id: aboutId, ...data } }) => ({
  id,
  type,
  createdAt,
  aboutId,
  ...data,
});

/** Whether Hiretext sent it: signed with the secret that this Zap got when it was turned on. */
export function isSigned({ headers = {}, content = '' }, secret, now = Date.now()) {
  const of = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  // Zapier puts this before the names of headers.
  const header = (name) => of[name] ?? of[`http-${name}`] ?? '';
  const [id, at, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  if (Math.abs(now / 1000 - Number(at)) > MOST_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = Buffer.from(createHmac('sha256', key).update(`${id}.${at}.${content}`).digest('base64'));
  return given.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const asked = Buffer.from(value);
    return version === 'v1' && asked.length === right.length && timingSafeEqual(asked, right);
  });
}

/** A trigger that Hiretext calls: an endpoint for each Zap, for as long as the Zap is on. */
function onEvent({ key, noun, label, description, type, sample, includeBodies = false }) {
  return {
    key,
    noun,
    display: { label, description },
    operation: {
      type: 'hook',
      performSubscribe: (z, bundle) =>
        ask(z, '/webhookEndpoints', {
          method: 'POST',
          body: { url: bundle.targetUrl, types: [type], description: `Zapier: ${label}`, includeBodies },
        }),
      performUnsubscribe: (z, bundle) =>
        ask(z, `/webhookEndpoints/${bundle.subscribeData.id}`, { method: 'DELETE' }),
      perform: (z, { cleanedRequest: event, rawRequest, subscribeData }) => {
        const secret = subscribeData?.secret;
        if (secret && rawRequest?.content && !isSigned(rawRequest, secret))
          throw new z.errors.HaltedError('Hiretext did not sign this.');
        // Such as the test that an admin can send.
        return event?.type === type && event.data?.id ? [flat(event)] : [];
      },
      performList: async (z) => {
        const { items } = await ask(z, '/events', { params: { types: type, limit: SAMPLES } });
        return items.map(flat);
      },
      sample,
    },
  };
}

const EVENT = {
  id: '0199f6a0-0000-7000-8000-000000000001',
  createdAt: '2026-11-27T15:04:05.000Z',
  aboutId: '0199f6a0-0000-7000-8000-000000000002',
};
const OF_CANDIDATE = {
  candidateId: '0199f6a0-0000-7000-8000-000000000003',
};

export const newText = onEvent({
  key: 'new_text',
  noun: 'Text',
  label: 'New Text',
  description: 'Triggers when a candidate texts your company.',
  type: 'message.received',
  includeBodies: true,
  sample: {
    ...EVENT,
    ...OF_CANDIDATE,
    type: 'message.received',
    conversationId: '0199f6a0-0000-7000-8000-000000000004',
    direction: 'inbound',
    from: '+14155550123',
    to: '+14155550120',
    body: 'Is the job still open?',
  },
});

export const optedOut = onEvent({
  key: 'opted_out',
  noun: 'Opt-out',
  label: 'Opted Out',
  description: 'Triggers when a candidate asks for no more texts.',
  type: 'consent.revoked',
  sample: { ...EVENT, ...OF_CANDIDATE, type: 'consent.revoked' },
});

export const interviewConfirmed = onEvent({
  key: 'interview_confirmed',
  noun: 'Interview',
  label: 'Interview Confirmed',
  description: 'Triggers when a candidate confirms an interview.',
  type: 'interview.confirmed',
  sample: { ...EVENT, ...OF_CANDIDATE, type: 'interview.confirmed' },
});

/** For the field of the same name. */
export const templates = {
  key: 'templates',
  noun: 'Template',
  display: { label: 'Templates', description: 'Lists the templates to choose from.', hidden: true },
  operation: {
    type: 'polling',
    perform: async (z) => {
      const all = await ask(z, '/templates/insertable', { params: { limit: 100 } });
      return all.map(({ id, name }) => ({ id, name }));
    },
    sample: { id: EVENT.id, name: 'First text' },
  },
};
