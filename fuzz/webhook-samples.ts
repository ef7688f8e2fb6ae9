import { createHmac, randomUUID } from 'node:crypto';
import { signTelnyx } from '../server/adapters/carrier/fakes/fake-telnyx-webhooks.ts';
import { inboundForm, signTwilio } from '../server/adapters/carrier/fakes/fake-twilio-webhooks.ts';
import { signedHeaders } from '../server/adapters/payments/sandbox/webhook.ts';
import { ATS_SECRET, type Subject, WEBHOOK_SYSTEMS, type WebhookWorld } from './webhook-world.ts';

export interface WebhookKind {
  name: string;
  path: string;
  /** A form of single fields, or JSON. */
  as: 'form' | 'json';
  content: object;
  /** Whether a company may change by it, while enough of it is left. */
  isAboutAna: boolean;
  sign(path: string, body: Buffer): Record<string, string>;
}

const UNKNOWN_NUMBER = '+12025550199';
const hmacBy = (secret: string, ...parts: (string | Buffer)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', secret)).digest('hex');
const hmac = (...parts: (string | Buffer)[]) => hmacBy(ATS_SECRET, ...parts);
const seconds = () => String(Math.floor(Date.now() / 1000));

/** Valid webhooks of every sender. */
export function webhookKinds(world: WebhookWorld): WebhookKind[] {
  return [...carrierKinds(world), ...paymentKinds(world), ...atsKinds(world)];
}

function carrierKinds({ app, ana, bo, telnyx }: WebhookWorld): WebhookKind[] {
  const base = `/webhooks/${app.deps.carrier.name}`;
  const { accountSid, authToken } = app.twilio;
  const sign = telnyx
    ? (_path: string, body: Buffer) => telnyxHeaders(telnyx.privateKey, body)
    : (path: string, body: Buffer) => ({
        'x-twilio-signature': signTwilio(authToken, app.url + path, fieldsOf(body)),
      });
  const of = (
    name: string,
    path: string,
    content: object,
    { isAboutAna = false, as = telnyx ? 'json' : 'form' }: Partial<WebhookKind> = {},
  ): WebhookKind => ({ name, path: base + path, as, content, isAboutAna, sign });

  const inbound = (to: string) => {
    const text = { sid: `SM${randomUUID()}`, from: '+13125550100', to, body: 'Hi', media: 0 };
    return telnyx
      ? telnyxEvent('message.received', {
          id: text.sid,
          from: { phone_number: text.from },
          to: [{ phone_number: to }],
          text: text.body,
          media: [{ url: 'https://media.telnyx.com/1', content_type: 'image/png' }],
          received_at: new Date().toISOString(),
        })
      : { ...inboundForm(accountSid, text), MediaUrl0: `${app.twilio.url}/media`, OptOutType: '' };
  };
  const status = (id: string) =>
    telnyx
      ? telnyxEvent('message.finalized', {
          id,
          to: [{ status: 'delivery_failed' }],
          parts: 1,
          errors: [{ code: '40001' }],
        })
      : { MessageSid: id, MessageStatus: 'undelivered', ErrorCode: '30003', NumSegments: '1' };
  const statusOf = (account: Subject, text: Subject) =>
    `/status/${account.person.accountId}/${text.messageId}`;
  const call = (to: string, CallSid: string) => ({
    CallSid,
    To: to,
    From: '+13125550100',
    CallStatus: 'completed',
  });
  const fields = {
    ...call(ana.person.number, ana.carrierCallId),
    Digits: '1',
    DialCallStatus: 'completed',
    DialBridged: 'true',
    DialCallDuration: '12',
    RecordingSid: 'RE1',
    RecordingUrl: `${app.twilio.url}/recording`,
    RecordingStatus: 'completed',
    RecordingDuration: '7',
  };
  const form = { as: 'form' } as const;
  const aboutAna = { ...form, isAboutAna: true } as const;
  return [
    of('inbound', '/inbound', inbound(ana.person.number), { isAboutAna: true }),
    of('inbound to an unknown number', '/inbound', inbound(UNKNOWN_NUMBER)),
    of('status', statusOf(ana, ana), status(ana.carrierId), { isAboutAna: true }),
    of('status by its id', '/status', status(ana.carrierId), { isAboutAna: true }),
    of('status of nothing', '/status', status('SM0')),
    of("status at another company's address", statusOf(bo, ana), status('SM0')),
    ...(telnyx
      ? [of('order', '/status', telnyxEvent('messaging_hosted_numbers_orders.updated', { order_id: '1' }))]
      : []),
    of('registration', `/registration/${randomUUID()}`, status('SM0')),
    of('call', '/calls/incoming', call(ana.person.number, `CA${randomUUID()}`), aboutAna),
    of('call to an unknown number', '/calls/incoming', call(UNKNOWN_NUMBER, `CA${randomUUID()}`), form),
    of('end of a call', '/calls/ended', call(ana.person.number, ana.carrierCallId), aboutAna),
    of('end of no call', '/calls/ended', call(UNKNOWN_NUMBER, 'CA0'), form),
    ...['pickedUp', 'pressed', 'forwardEnded', 'recorded', 'recordingReady'].flatMap((point) => [
      of(point, `/calls/${ana.person.accountId}/${ana.callId}/${point}`, fields, aboutAna),
      of(`${point} of another`, `/calls/${bo.person.accountId}/${ana.callId}/${point}`, fields, form),
    ]),
  ];
}

const telnyxEvent = (type: string, payload: object) => ({
  data: { event_type: type, id: randomUUID(), occurred_at: new Date().toISOString(), payload },
});

function telnyxHeaders(privateKey: Parameters<typeof signTelnyx>[0], body: Buffer): Record<string, string> {
  const at = seconds();
  return { 'telnyx-timestamp': at, 'telnyx-signature-ed25519': signTelnyx(privateKey, at, body) };
}

function fieldsOf(body: Buffer): Record<string, string | string[]> {
  const form = new URLSearchParams(body.toString('utf8'));
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}

function paymentKinds({ app, ana, stripe }: WebhookWorld): WebhookKind[] {
  const kind = (name: string, content: object, isAboutAna: boolean): WebhookKind => ({
    name,
    path: `/webhooks/payments/${stripe ? 'stripe' : 'sandbox'}`,
    as: 'json',
    content,
    isAboutAna,
    sign: (_path, body) =>
      stripe
        ? {
            'stripe-signature':
              stripe.sign(body.toString('utf8'), new Date()).headers['stripe-signature'] ?? '',
          }
        : signedHeaders(app.deps.signer.signPath('sandbox gateway'), body, new Date()),
  });
  const event = (customerId: string) =>
    stripe
      ? {
          id: `evt_${randomUUID()}`,
          type: 'invoice.paid',
          data: {
            object: { id: 'in_1', object: 'invoice', customer: customerId },
            previous_attributes: { customer: customerId },
          },
        }
      : { id: randomUUID(), customerId, about: 'invoice', subjectId: 'in_1' };
  return [
    kind('payment', event(ana.customerId), true),
    kind('payment of an unknown customer', event('cus_unknown'), false),
  ];
}

interface AtsSample {
  content: object;
  headers(body: Buffer): Record<string, string>;
}

const named = (name: string) => (body: Buffer) => ({ [name]: hmac(body) });
const greenhouseHeaders = (body: Buffer) => ({ signature: `sha256 ${hmac(body)}` });

/** About people that the system never mentioned before. */
const ATS_SAMPLES: Record<string, (key: string) => AtsSample> = {
  greenhouse: () => ({
    content: {
      action: 'merge_candidate',
      payload: {
        person: { id: 99_001, new_candidate_id: 99_002 },
        application: { candidate: { id: 99_001 }, candidate_id: 99_001 },
      },
    },
    headers: greenhouseHeaders,
  }),
  greenhouseOnboarding: () => ({
    content: { event_type: 'employee:updated', id: randomUUID(), payload: { updated_employee_id: 99_001 } },
    headers: greenhouseHeaders,
  }),
  lever: () => {
    const triggeredAt = Date.now();
    const token = randomUUID();
    return {
      content: {
        id: randomUUID(),
        event: 'candidateStageChange',
        triggeredAt,
        token,
        signature: hmac(`${token}${triggeredAt}`),
        data: { contactId: randomUUID(), opportunityId: randomUUID() },
      },
      headers: () => ({}),
    };
  },
  ashby: () => ({
    content: {
      action: 'candidateStageChange',
      data: {
        application: { candidate: { id: randomUUID() } },
        interviewSchedule: { applicationId: randomUUID() },
      },
    },
    headers: (body) => ({ 'ashby-signature': `sha256=${hmac(body)}` }),
  }),
  bambooHr: () => ({
    content: { type: 'employee.updated', data: { employeeId: '99001' } },
    headers: (body) => {
      const at = seconds();
      return { 'x-bamboohr-timestamp': at, 'x-bamboohr-signature': hmac(body, at) };
    },
  }),
  smartRecruiters: () => ({
    content: { id: randomUUID(), candidate_id: randomUUID() },
    headers: (body) => {
      const at = seconds();
      const names = { 'event-id': randomUUID(), 'event-name': 'candidate.deleted', 'event-version': '1' };
      const signed = `.${Object.values(names).join('.')}.`;
      return {
        ...names,
        'smartrecruiters-timestamp': at,
        'smartrecruiters-signature': `v1=${hmac(`${at}.`, body, signed)}`,
      };
    },
  }),
  workable: (key) => ({
    content: { id: randomUUID(), event_type: 'candidate_moved', data: { id: randomUUID() } },
    headers: (body) => ({ 'x-workable-signature': hmacBy(key, body) }),
  }),
  teamtailor: () => ({
    content: {
      payload: {
        event_name: 'job_application.update',
        data: { id: 99_001, attributes: { 'candidate-id': 99_001 } },
      },
    },
    headers: (body) => {
      const at = seconds();
      const signature = `t=${at},v2=${hmac(`${at}.`, body)}`;
      return { 'tt-signature': Buffer.from(signature).toString('base64') };
    },
  }),
  breezy: () => ({
    content: {
      _id: randomUUID(),
      type: 'candidateDeleted',
      object: { position: { _id: randomUUID() }, candidate: { _id: randomUUID() } },
    },
    headers: named('x-hook-signature'),
  }),
  jazzHr: () => ({
    content: { candidate: { person: { id: { value: randomUUID() } } } },
    headers: named('x-jazzhr-signature'),
  }),
};

function atsKinds({ app, ana, access }: WebhookWorld): WebhookKind[] {
  return WEBHOOK_SYSTEMS.map(({ type }) => {
    const sample = ATS_SAMPLES[type];
    const url = ana.atsUrls.get(type);
    if (sample === undefined || url === undefined) throw new Error(`There is no webhook of ${type} to send`);
    const { content, headers } = sample(access.get(type)?.credentials.apiKey ?? '');
    return {
      name: type,
      path: url.slice(app.url.length),
      as: 'json',
      content,
      isAboutAna: false,
      sign: (_path, body) => headers(body),
    };
  });
}
