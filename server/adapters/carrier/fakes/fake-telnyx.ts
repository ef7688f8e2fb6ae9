import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { numbersForSale, numbersForSaleIn } from './available-numbers.ts';
import { CallbackQueue, type CallbackResult, defaultReceipts, type ReceiptPlan } from './callbacks.ts';
import type { FakeCall } from './fake-call.ts';
import type { FakeMedia } from './fake-server.ts';
import { type FakeAnswer, type FakeReply, type FakeRequest, startServer } from './fake-server.ts';
import { FakeTelnyxLandlines } from './fake-telnyx-landlines.ts';
import {
  pageOf,
  presentApplication,
  presentAvailable,
  presentMessage,
  presentNumber,
  presentProfile,
  presentRecord,
  presentVoiceProfile,
  type TelnyxApplication,
  type TelnyxMessage,
  type TelnyxNumber,
  type TelnyxProfile,
  type TelnyxVoiceProfile,
} from './fake-telnyx-resources.ts';
import {
  bodies,
  countParts,
  isPhoneNumber,
  type MessageBody,
  presentRefusal,
  queries,
  refuse,
  refuseBody,
  refuseMessage,
  refuseQuery,
  type TelnyxRefusal,
} from './fake-telnyx-rules.ts';
import { type ApplicationBody, createTelnyxVoice } from './fake-telnyx-voice.ts';
import { signedTelnyxEvent } from './fake-telnyx-webhooks.ts';
import { answerWithFault, type Fault, FaultQueue, type FaultTarget } from './faults.ts';

/**
 * Telnyx's HTTP API as far as Hiretext uses it, with a memory: a real server on a loopback port that keeps numbers,
 * texts and opt-outs, refuses what Telnyx refuses and posts signed webhooks.
 */
export interface FakeTelnyx {
  url: string;
  apiKey: string;
  /** base64, as the portal shows it. */
  publicKey: string;
  privateKey: KeyObject;
  state: TelnyxState;
  landline: FakeTelnyxLandlines;
  control: TelnyxControl;
  stop(): Promise<void>;
}

export interface TelnyxState {
  /** Every text that was accepted, oldest first. */
  messages: TelnyxMessage[];
  numbers: Map<string, TelnyxNumber>;
  profiles: TelnyxProfile[];
  applications: TelnyxApplication[];
  voiceProfiles: TelnyxVoiceProfile[];
  /** `${profile id} ${person}` of each person that texted STOP. */
  blocked: Set<string>;
  /** What Telnyx itself answered to an opt-out word. */
  autoReplies: { from: string; to: string; body: string }[];
  /** Every webhook posted, as it ended. */
  callbacks: readonly CallbackResult[];
}

export interface TelnyxControl {
  failNext(fault: Fault): void;
  /** How texts accepted from now on are reported. What is left out keeps its default. */
  receipts(plan: Partial<ReceiptPlan>): void;
  hold(): void;
  flush(): Promise<void>;
  settled(): Promise<void>;
  /** Ends orders under way. */
  settleOrders(result?: 'success' | 'failure'): void;
  /** Gives us a number in a profile that reports to this address, without the order. */
  own(phoneNumber: string, webhookUrl: string): void;
  /** Sells a number to someone else. */
  take(phoneNumber: string): void;
  /** Telnyx finds out about a landline only when it delivers: such texts end with 40001. */
  makeLandline(phoneNumber: string): void;
  /** A person texts one of our numbers; resolves when the webhook was answered. */
  inbound(
    from: string,
    to: string,
    body: string,
    media?: FakeMedia[],
  ): Promise<{ id: string; answer: CallbackResult }>;
  /** A person calls one of our numbers; null withholds theirs. */
  placeCall(from: string | null, to: string): Promise<FakeCall>;
}

export interface FakeTelnyxOptions {
  port?: number;
  apiKey?: string;
  /** Orders end by `settleOrders` only; otherwise as soon as they were answered with `pending`. */
  ordersByHand?: boolean;
}

const stopWords = new Set(['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT']);
const startWords = new Set(['START', 'UNSTOP']);

const finalStatuses = {
  delivered: 'delivered',
  undelivered: 'delivery_failed',
  failed: 'sending_failed',
  sent: 'delivery_unconfirmed',
} as const;

const notFound = presentRefusal(refuse(404, '10005', 'Resource not found'));

export async function startFakeTelnyx(options: FakeTelnyxOptions = {}): Promise<FakeTelnyx> {
  const apiKey = options.apiKey ?? `KEY${randomUUID()}`;
  const keys = generateKeyPairSync('ed25519');
  const faults = new FaultQueue();
  // Telnyx gives a webhook 2 seconds and 3 tries (developers.telnyx.com, "Receiving Webhooks for Messaging").
  const callbacks = new CallbackQueue({ attempts: 3, timeoutMs: 2000 });
  const sold = new Set<string>();
  const landlines = new Set<string>();
  const media = new Map<string, FakeMedia>();
  let nextNumberId = 1_293_384_261_075_731_499n;
  let plan = defaultReceipts;

  const numbers = new Map<string, TelnyxNumber>();
  const voice = createTelnyxVoice({ numbers, privateKey: keys.privateKey, url: () => server.url });

  const state: TelnyxState = {
    messages: [],
    numbers,
    profiles: [],
    applications: voice.applications,
    voiceProfiles: voice.voiceProfiles,
    blocked: new Set(),
    autoReplies: [],
    callbacks: callbacks.results,
  };

  const world = {
    profileOf: (phoneNumber: string) => {
      const number = state.numbers.get(phoneNumber);
      return number?.status === 'active' ? number.profileId : null;
    },
    isBlocked: (profileId: string, person: string) => state.blocked.has(`${profileId} ${person}`),
  };

  function report(message: TelnyxMessage): void {
    const { duplicate, shuffle, delayMs } = plan;
    const isLandline = landlines.has(message.to);
    const final = isLandline ? 'undelivered' : plan.final;
    const errorCode = isLandline ? '40001' : plan.errorCode;
    if (final === 'none') return;
    const last = finalStatuses[final];
    const steps = [
      () => event(message, 'message.sent', 'sent'),
      () => {
        message.status = last;
        message.completedAt ??= new Date();
        if (final === 'undelivered' || final === 'failed') message.errorCode = errorCode;
        return event(message, 'message.finalized', last);
      },
    ];
    if (shuffle) steps.reverse();
    if (message.webhookUrl === null) for (const step of steps) step();
    else callbacks.series(duplicate ? steps.flatMap((step) => [step, step]) : steps, delayMs);
  }

  function event(message: TelnyxMessage, type: string, status: string) {
    if (message.completedAt === null) message.status = status;
    const profile = message.fallsBackToProfile
      ? state.profiles.find(({ id }) => id === message.profileId)
      : undefined;
    const payload = presentMessage(message, status);
    const callback = signedTelnyxEvent(keys.privateKey, message.webhookUrl ?? '', type, payload);
    return { ...callback, failoverUrl: profile?.webhookUrl ?? null };
  }

  function acceptMessage(body: MessageBody): FakeReply {
    const { from = '', to = '', text = '', media_urls: mediaUrls = [] } = body;
    const message: TelnyxMessage = {
      id: randomUUID(),
      from,
      to,
      text,
      mediaUrls,
      status: 'queued',
      parts: mediaUrls.length > 0 ? 1 : countParts(text),
      errorCode: null,
      profileId: world.profileOf(from) ?? '',
      webhookUrl: body.webhook_url ?? null,
      fallsBackToProfile: body.use_profile_webhooks ?? true,
      createdAt: new Date(),
      completedAt: null,
    };
    state.messages.push(message);
    const reply = { status: 200, body: { data: presentMessage(message, 'queued') } };
    report(message);
    return reply;
  }

  const isForSale = (phoneNumber: string) =>
    numbersForSale(phoneNumber.slice(2, 5)).includes(phoneNumber) &&
    !sold.has(phoneNumber) &&
    !state.numbers.has(phoneNumber);

  function addNumber(phoneNumber: string, number: Omit<TelnyxNumber, 'id' | 'phoneNumber'>): void {
    nextNumberId += 1n;
    state.numbers.set(phoneNumber, { id: String(nextNumberId), phoneNumber, ...number });
  }

  const landline = new FakeTelnyxLandlines({
    hasProfile: (id) => state.profiles.some((profile) => profile.id === id),
    isOurs: (phoneNumber) => state.numbers.has(phoneNumber),
    add: (phoneNumber, profileId) =>
      addNumber(phoneNumber, { status: 'active', profileId, customerReference: null, connectionId: null }),
    remove: (phoneNumber) => state.numbers.delete(phoneNumber),
    tell: (profileId, event, payload) => {
      const url = state.profiles.find(({ id }) => id === profileId)?.webhookUrl;
      if (!url) return;
      const type = `messaging_hosted_numbers_orders.${event}`;
      callbacks.series([() => signedTelnyxEvent(keys.privateKey, url, type, payload)], 0);
    },
  });

  interface OrderBody {
    phone_numbers?: { phone_number?: unknown }[];
    messaging_profile_id?: string;
    customer_reference?: string;
    connection_id?: string;
  }

  function refuseOrder(body: OrderBody): TelnyxRefusal | null {
    const wanted = (body.phone_numbers ?? []).map(({ phone_number: number }) => String(number ?? ''));
    const profileId = body.messaging_profile_id;
    if (wanted.length === 0) return refuse(422, '10004', 'Missing required parameter');
    if (!wanted.every(isPhoneNumber)) return refuse(422, '10002', 'Invalid phone number');
    if (profileId !== undefined && !state.profiles.some(({ id }) => id === profileId)) {
      return refuse(422, '10017', 'Associated resource does not exist');
    }
    if (!voice.isConnection(body.connection_id))
      return refuse(422, '10017', 'Associated resource does not exist');
    return wanted.every(isForSale) ? null : refuse(400, '10015', 'Phone number is not available');
  }

  function acceptOrder(body: OrderBody): FakeReply {
    const wanted = (body.phone_numbers ?? []).map(({ phone_number: number }) => String(number));
    for (const phoneNumber of wanted) {
      addNumber(phoneNumber, {
        status: 'purchase-pending',
        profileId: body.messaging_profile_id ?? null,
        customerReference: body.customer_reference ?? null,
        connectionId: body.connection_id ?? null,
      });
    }
    if (options.ordersByHand !== true) settleOrders();
    const order = { record_type: 'number_order', id: randomUUID(), status: 'pending' };
    const phone_numbers = wanted.map((phone_number) => ({
      id: randomUUID(),
      phone_number,
      status: 'pending',
    }));
    return { status: 200, body: { data: { ...order, phone_numbers, phone_numbers_count: wanted.length } } };
  }

  function settleOrders(result: 'success' | 'failure' = 'success'): void {
    for (const number of state.numbers.values()) {
      if (number.status === 'purchase-pending')
        number.status = result === 'success' ? 'active' : 'purchase-failed';
    }
  }

  interface ProfileBody {
    name?: string;
    whitelisted_destinations?: string[];
    webhook_url?: string;
  }

  function acceptProfile(body: ProfileBody): FakeReply {
    const profile = { id: randomUUID(), name: body.name ?? '', webhookUrl: body.webhook_url ?? null };
    state.profiles.push(profile);
    return { status: 200, body: { data: presentProfile(profile) } };
  }

  /** A call that changes something: checked, then done, with the fault that was asked for. */
  function change<T extends object>(
    request: FakeRequest,
    target: FaultTarget,
    shape: Parameters<typeof refuseBody>[1],
    check: (body: T) => TelnyxRefusal | null,
    accept: (body: T) => FakeReply,
  ): FakeAnswer {
    let body: { to?: unknown };
    try {
      body = JSON.parse(request.rawBody.toString('utf8'));
    } catch {
      return presentRefusal(refuse(400, '10023', 'Invalid JSON'));
    }
    const work = () => {
      const refusal = refuseBody(body, shape) ?? check(body as T);
      return refusal === null ? accept(body as T) : presentRefusal(refusal);
    };
    return withFaults(target, work, typeof body?.to === 'string' ? body.to : null);
  }

  function look(
    request: FakeRequest,
    known: ReadonlySet<string>,
    find: (query: URLSearchParams) => object,
  ): FakeAnswer {
    return withFaults('any', () => {
      const refusal = refuseQuery(request.query, known);
      return refusal === null ? { status: 200, body: find(request.query) } : presentRefusal(refusal);
    });
  }

  function withFaults(target: FaultTarget, work: () => FakeAnswer, to: string | null = null): FakeAnswer {
    const fault = faults.take(target, to);
    return fault === null
      ? work()
      : answerWithFault(fault, presentRefusal(refuse(429, '10011', 'Too many requests')), work);
  }

  function search(query: URLSearchParams): object {
    const areaCode = query.get('filter[national_destination_code]') ?? '';
    const region = query.get('filter[administrative_area]');
    const offered = region === null ? numbersForSale(areaCode) : numbersForSaleIn({ region });
    const found = areaCode === '533' ? [] : offered.filter(isForSale);
    const data = found.slice(0, Number(query.get('filter[limit]') ?? 20)).map(presentAvailable);
    return { data, meta: { total_results: data.length, best_effort_results: 0 } };
  }

  function listNumbers(query: URLSearchParams): object {
    const part = query.get('filter[phone_number]') ?? '';
    const found = [...state.numbers.values()].filter(({ phoneNumber }) => phoneNumber.includes(part));
    return pageOf(found.map(presentNumber), query);
  }

  /** Records have final statuses, so a text that is still under way has none. */
  function listRecords(query: URLSearchParams): object {
    const since = Date.parse(query.get('filter[created_at][gte]') ?? '1970-01-01');
    const found = state.messages.filter(
      ({ from, to, createdAt, completedAt }) =>
        completedAt !== null &&
        from === (query.get('filter[cli]') ?? from) &&
        to === (query.get('filter[cld]') ?? to) &&
        createdAt.getTime() >= since,
    );
    if (query.get('sort') === '-created_at') found.reverse();
    return pageOf(found.map(presentRecord), query);
  }

  function serveMedia(id: string): FakeReply {
    const item = media.get(id);
    if (item === undefined) return { status: 404 };
    if (item.redirectTo !== undefined) return { status: 302, headers: { location: item.redirectTo } };
    const headers = { 'content-type': item.contentType };
    return { status: 200, headers, body: item.bytes, ...(item.stall === true ? { stall: true } : {}) };
  }

  function answer(request: FakeRequest): FakeAnswer {
    const { method, path } = request;
    if (method === 'GET' && path.startsWith('/mms-media/'))
      return serveMedia(path.slice('/mms-media/'.length));
    const recorded = /^\/telephony-recorder\/([\w-]+)\.mp3$/.exec(path)?.[1];
    if (recorded !== undefined) return voice.serveRecording(recorded);
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return presentRefusal(refuse(401, '10009', 'Authentication failed'));
    }
    if (path.startsWith('/v2/messaging_hosted_number')) {
      const isOrder = method === 'POST' && path === '/v2/messaging_hosted_number_orders';
      return withFaults(isOrder ? 'host' : 'any', () => landline.answer(request) ?? notFound);
    }
    switch (`${method} ${path}`) {
      case 'POST /v2/messages':
        return change<MessageBody>(
          request,
          'send',
          bodies.message,
          (body) => refuseMessage(body, world),
          acceptMessage,
        );
      case 'POST /v2/number_orders':
        return change<OrderBody>(request, 'buy', bodies.order, refuseOrder, acceptOrder);
      case 'POST /v2/messaging_profiles':
        return change<ProfileBody>(request, 'any', bodies.profile, refuseProfile, acceptProfile);
      case 'GET /v2/messaging_profiles':
        return look(request, queries.profiles, (query) => {
          const part = query.get('filter[name]') ?? '';
          return pageOf(state.profiles.filter(({ name }) => name.includes(part)).map(presentProfile), query);
        });
      case 'GET /v2/texml_applications':
        return look(request, queries.applications, (query) => {
          const part = query.get('filter[friendly_name]') ?? '';
          const found = voice.applications.filter(({ name }) => name.includes(part));
          return pageOf(found.map(presentApplication), query);
        });
      case 'POST /v2/texml_applications':
        return change<ApplicationBody>(
          request,
          'any',
          bodies.application,
          voice.refuseApplication,
          voice.acceptApplication,
        );
      case 'GET /v2/outbound_voice_profiles':
        return look(request, queries.voiceProfiles, (query) => {
          const part = query.get('filter[name][contains]') ?? '';
          return pageOf(
            voice.voiceProfiles.filter(({ name }) => name.includes(part)).map(presentVoiceProfile),
            query,
          );
        });
      case 'POST /v2/outbound_voice_profiles':
        return change<{ name?: string }>(
          request,
          'any',
          bodies.voiceProfile,
          ({ name }) => (name === undefined ? refuse(422, '10004', 'Missing required parameter') : null),
          voice.acceptVoiceProfile,
        );
      case 'GET /v2/available_phone_numbers':
        return look(request, queries.search, search);
      case 'GET /v2/phone_numbers':
        return look(request, queries.numbers, listNumbers);
      case 'GET /v2/detail_records':
        if (request.query.get('filter[record_type]') !== 'messaging') {
          return presentRefusal(refuse(400, '10015', 'filter[record_type] is required'));
        }
        return look(request, queries.records, listRecords);
    }
    const recording = /^\/v2\/recordings\/([\w-]+)$/.exec(path)?.[1];
    if (recording !== undefined && method === 'GET') return voice.showRecording(recording) ?? notFound;
    if (recording !== undefined && method === 'DELETE')
      return withFaults('any', () => voice.forgetRecording(recording) ?? notFound);
    const textingId = /^\/v2\/phone_numbers\/(\d+)\/messaging$/.exec(path)?.[1];
    if (textingId !== undefined && method === 'PATCH')
      return change<{ messaging_profile_id?: string }>(
        request,
        'any',
        bodies.numberMessaging,
        ({ messaging_profile_id: id }) =>
          state.profiles.some((profile) => profile.id === id)
            ? null
            : refuse(422, '10017', 'Associated resource does not exist'),
        ({ messaging_profile_id: profileId }) => {
          const number = [...state.numbers.values()].find((each) => each.id === textingId);
          if (number === undefined) return notFound;
          number.profileId = profileId ?? number.profileId;
          return {
            status: 200,
            body: {
              data: {
                record_type: 'messaging_settings',
                id: number.id,
                phone_number: number.phoneNumber,
                messaging_profile_id: number.profileId,
              },
            },
          };
        },
      );
    const id = /^\/v2\/phone_numbers\/(\d+)$/.exec(path)?.[1];
    if (id !== undefined && method === 'PATCH')
      return change<{ connection_id?: string }>(
        request,
        'any',
        bodies.number,
        (body) =>
          voice.isConnection(body.connection_id)
            ? null
            : refuse(422, '10017', 'Associated resource does not exist'),
        (body) => {
          const number = [...state.numbers.values()].find((each) => each.id === id);
          if (number === undefined) return notFound;
          number.connectionId = body.connection_id ?? number.connectionId;
          return { status: 200, body: { data: presentNumber(number) } };
        },
      );
    if (method !== 'DELETE' || id === undefined) return notFound;
    return withFaults('any', () => {
      const number = [...state.numbers.values()].find((each) => each.id === id);
      if (number === undefined) return notFound;
      state.numbers.delete(number.phoneNumber);
      return { status: 200, body: { data: { ...presentNumber(number), status: 'deleted' } } };
    });
  }

  /** Blocks are per messaging profile, and Telnyx confirms them itself. */
  function heed(from: string, to: string, profileId: string, body: string): 'STOP' | 'START' | null {
    const word = body.trim().toUpperCase();
    const key = `${profileId} ${from}`;
    if (stopWords.has(word)) {
      state.blocked.add(key);
      state.autoReplies.push({ from: to, to: from, body: 'You have successfully been unsubscribed.' });
      return 'STOP';
    }
    if (!startWords.has(word)) return null;
    state.blocked.delete(key);
    state.autoReplies.push({ from: to, to: from, body: 'You have successfully been re-subscribed.' });
    return 'START';
  }

  async function inbound(from: string, to: string, body: string, items: FakeMedia[] = []) {
    const profile = state.profiles.find(({ id }) => id === world.profileOf(to));
    if (profile === undefined) throw new Error(`${to} is not an active number with a profile`);
    if (!isPhoneNumber(from)) throw new Error(`${from} is not a phone number`);
    const autoresponse = heed(from, to, profile.id, body);
    const id = randomUUID();
    const attached = items.map((item) => {
      const mediaId = randomUUID();
      media.set(mediaId, item);
      return {
        url: `${server.url}/mms-media/${mediaId}`,
        content_type: item.contentType,
        size: item.bytes.length,
      };
    });
    const payload = {
      record_type: 'message',
      direction: 'inbound',
      id,
      type: items.length > 0 ? 'MMS' : 'SMS',
      messaging_profile_id: profile.id,
      from: { phone_number: from, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' },
      to: [{ phone_number: to, status: 'delivered', carrier: 'TELNYX LLC', line_type: 'VoIP' }],
      cc: [],
      text: body,
      media: attached,
      parts: Math.max(1, countParts(body)),
      received_at: new Date().toISOString(),
      webhook_url: profile.webhookUrl,
      errors: [],
      ...(autoresponse === null ? {} : { autoresponse_type: autoresponse }),
    };
    const callback = signedTelnyxEvent(
      keys.privateKey,
      profile.webhookUrl ?? '',
      'message.received',
      payload,
    );
    return { id, answer: await callbacks.post(callback) };
  }

  function own(phoneNumber: string, webhookUrl: string): void {
    const existing = state.profiles.find((profile) => profile.webhookUrl === webhookUrl);
    const profile = existing ?? { id: randomUUID(), name: 'Given', webhookUrl };
    if (existing === undefined) state.profiles.push(profile);
    addNumber(phoneNumber, {
      status: 'active',
      profileId: profile.id,
      customerReference: null,
      connectionId: null,
    });
  }

  const server = await startServer(answer, options.port);
  const jwk = keys.publicKey.export({ format: 'jwk' });
  return {
    url: server.url,
    apiKey,
    publicKey: Buffer.from(jwk.x ?? '', 'base64url').toString('base64'),
    privateKey: keys.privateKey,
    state,
    landline,
    control: {
      failNext: (fault) => faults.failNext(fault),
      receipts: (changes) => {
        plan = { ...defaultReceipts, ...changes };
      },
      hold: () => callbacks.hold(),
      flush: () => callbacks.flush(),
      settled: () => callbacks.settled(),
      settleOrders,
      own,
      take: (phoneNumber) => sold.add(phoneNumber),
      makeLandline: (phoneNumber) => landlines.add(phoneNumber),
      inbound,
      placeCall: voice.placeCall,
    },
    stop: async () => {
      callbacks.stop();
      await server.stop();
    },
  };
}

function refuseProfile(body: { name?: string; whitelisted_destinations?: string[] }): TelnyxRefusal | null {
  if (body.name === undefined || body.whitelisted_destinations === undefined) {
    return refuse(422, '10004', 'Missing required parameter');
  }
  return null;
}
