import { numbersForSale, numbersForSaleIn, placeOf } from './available-numbers.ts';
import { CallbackQueue, type CallbackResult, defaultReceipts, type ReceiptPlan } from './callbacks.ts';
import { FakeCall, type FakeCallLine } from './fake-call.ts';
import type { FakeMedia } from './fake-server.ts';
import { type FakeAnswer, type FakeReply, type FakeRequest, startServer } from './fake-server.ts';
import { FakeTwilioLandlines } from './fake-twilio-landlines.ts';
import {
  hex,
  notFound,
  type OwnedTwilioNumber,
  presentMessage,
  presentNumber,
  presentRefusal,
  type TwilioMessage,
} from './fake-twilio-resources.ts';
import {
  countSegments,
  isPhoneNumber,
  knownParameters,
  magicValidNumber,
  type Refusal,
  refuse,
  refuseAddresses,
  refuseMessage,
  refuseParameters,
  refusePurchase,
} from './fake-twilio-rules.ts';
import { inboundForm, signedTwilioWebhook, statusForm } from './fake-twilio-webhooks.ts';
import { answerWithFault, type Fault, FaultQueue, type FaultTarget } from './faults.ts';

/**
 * Twilio's HTTP API as far as Hiretext uses it, with a memory: a real server on a loopback port that keeps numbers,
 * texts and opt-outs, refuses what Twilio refuses and posts signed webhooks.
 */
export interface FakeTwilio {
  url: string;
  accountSid: string;
  authToken: string;
  state: TwilioState;
  landline: FakeTwilioLandlines;
  control: TwilioControl;
  stop(): Promise<void>;
}

export interface TwilioState {
  /** Every text that was accepted or received, oldest first. */
  messages: TwilioMessage[];
  owned: Map<string, OwnedTwilioNumber>;
  /** `${number} ${person}` of each person that texted STOP. */
  blocked: Set<string>;
  /** What Twilio itself answered to an opt-out word. */
  autoReplies: { from: string; to: string; body: string }[];
  /** Every webhook posted, as it ended. */
  callbacks: readonly CallbackResult[];
  /** What callers have said, by its id. */
  recordings: Map<string, Buffer>;
}

export interface TwilioControl {
  failNext(fault: Fault): void;
  /** How texts accepted from now on are reported. What is left out keeps its default. */
  receipts(plan: Partial<ReceiptPlan>): void;
  /** How many more segments customers of T-Mobile, whose numbers are even, get today. Null: any number. */
  tMobileTakes(segments: number | null): void;
  hold(): void;
  flush(): Promise<void>;
  settled(): Promise<void>;
  /** Gives us a number, without the purchase. */
  own(phoneNumber: string, smsUrl: string): void;
  /** Sells a number to someone else. */
  take(phoneNumber: string): void;
  makeLandline(phoneNumber: string): void;
  /** A person texts one of our numbers; resolves when the webhook was answered. */
  inbound(
    from: string,
    to: string,
    body: string,
    media?: FakeMedia[],
  ): Promise<{ sid: string; answer: CallbackResult }>;
  /** A person calls one of our numbers; null withholds theirs. */
  placeCall(from: string | null, to: string): Promise<FakeCall>;
}

export interface FakeTwilioOptions {
  port?: number;
  accountSid?: string;
  authToken?: string;
}

const words = {
  stop: new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']),
  start: new Set(['START', 'YES', 'UNSTOP']),
  help: new Set(['HELP', 'INFO']),
};

export async function startFakeTwilio(options: FakeTwilioOptions = {}): Promise<FakeTwilio> {
  const accountSid = options.accountSid ?? `AC${hex()}`;
  const authToken = options.authToken ?? hex();
  const account = `/2010-04-01/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const faults = new FaultQueue();
  // Twilio gives a webhook 15 seconds and repeats it once (twilio.com/docs/usage/webhooks/webhooks-connection-overrides).
  const callbacks = new CallbackQueue({ attempts: 2, timeoutMs: 15_000 });
  const sold = new Set<string>();
  const landlines = new Set<string>();
  const media = new Map<string, FakeMedia>();
  const recordings = new Map<string, Buffer>();
  let plan = defaultReceipts;
  let tMobileTakes: number | null = null;

  const state: TwilioState = {
    messages: [],
    owned: new Map(),
    blocked: new Set(),
    autoReplies: [],
    callbacks: callbacks.results,
    recordings,
  };

  const landline = new FakeTwilioLandlines(accountSid, state.owned);

  const world = {
    owns: (phoneNumber: string) => state.owned.has(phoneNumber),
    isLandline: (phoneNumber: string) => landlines.has(phoneNumber),
    isBlocked: (number: string, person: string) => state.blocked.has(`${number} ${person}`),
  };

  function report(message: TwilioMessage): void {
    const isOver = isOverLimit(message);
    const { final, errorCode, shuffle, duplicate, delayMs }: ReceiptPlan = isOver
      ? { ...plan, final: 'undelivered', errorCode: '30023' }
      : plan;
    if (final === 'none') return;
    const statuses = final === 'sent' ? ['sent'] : ['sent', final];
    if (shuffle) statuses.reverse();
    const steps = statuses.map((status) => () => {
      const isFinal = status !== 'sent';
      if (isFinal || message.status === 'queued') message.status = status;
      message.sentAt ??= new Date();
      const code = isFinal && final !== 'delivered' && errorCode !== null ? errorCode : null;
      if (code !== null) message.errorCode = Number(code);
      const form = statusForm(accountSid, message, status, code);
      return signedTwilioWebhook(authToken, message.statusCallback ?? '', form);
    });
    if (message.statusCallback === null) for (const step of steps) step();
    else callbacks.series(duplicate ? steps.flatMap((step) => [step, step]) : steps, delayMs);
  }

  function isOverLimit({ to, segments }: TwilioMessage): boolean {
    if (tMobileTakes === null || Number(to.at(-1)) % 2 !== 0) return false;
    tMobileTakes -= segments;
    return tMobileTakes < 0;
  }

  function acceptMessage(form: URLSearchParams): FakeReply {
    const mediaUrls = form.getAll('MediaUrl');
    const body = form.get('Body') ?? '';
    const message: TwilioMessage = {
      sid: `${mediaUrls.length > 0 ? 'MM' : 'SM'}${hex()}`,
      from: form.get('From') ?? '',
      to: form.get('To') ?? '',
      body,
      mediaUrls,
      direction: 'outbound-api',
      status: 'queued',
      segments: mediaUrls.length > 0 ? 1 : countSegments(body),
      errorCode: null,
      statusCallback: form.get('StatusCallback'),
      createdAt: new Date(),
      sentAt: null,
    };
    state.messages.push(message);
    const reply = { status: 201, body: presentMessage(account, accountSid, message) };
    report(message);
    return reply;
  }

  function buy(form: URLSearchParams): FakeReply {
    const phoneNumber = form.get('PhoneNumber') ?? '';
    const number: OwnedTwilioNumber = {
      sid: `PN${hex()}`,
      phoneNumber,
      friendlyName: form.get('FriendlyName') ?? phoneNumber,
      smsUrl: form.get('SmsUrl') ?? '',
      voiceUrl: form.get('VoiceUrl') ?? '',
      statusCallback: form.get('StatusCallback') ?? '',
    };
    state.owned.set(phoneNumber, number);
    return { status: 201, body: presentNumber(accountSid, number) };
  }

  function configure(sid: string, form: URLSearchParams): FakeReply {
    const number = [...state.owned.values()].find((each) => each.sid === sid);
    if (number === undefined) return notFound;
    number.smsUrl = form.get('SmsUrl') ?? number.smsUrl;
    number.voiceUrl = form.get('VoiceUrl') ?? number.voiceUrl;
    number.statusCallback = form.get('StatusCallback') ?? number.statusCallback;
    return { status: 200, body: presentNumber(accountSid, number) };
  }

  /** A person calls one of our numbers; resolves when the app has said what to do first. */
  function placeCall(from: string | null, to: string): Promise<FakeCall> {
    const number = state.owned.get(to);
    if (number === undefined || number.voiceUrl === '') throw new Error(`${to} takes no calls`);
    const line: FakeCallLine = {
      language: 'twiml',
      callId: `CA${hex()}`,
      legId: `CA${hex()}`,
      withheld: '+266696687',
      endedUrl: number.statusCallback,
      tellsBridged: true,
      mayDial: true,
      ownsNumber: (phoneNumber) => state.owned.has(phoneNumber),
      keepRecording: (bytes, seconds) => {
        const sid = `RE${hex()}`;
        recordings.set(sid, bytes);
        const url = `${server.url}${account}/Recordings/${sid}`;
        return { RecordingSid: sid, RecordingUrl: url, RecordingDuration: String(seconds) };
      },
      sign: (url, fields) =>
        signedTwilioWebhook(authToken, url, { AccountSid: accountSid, ApiVersion: '2010-04-01', ...fields }),
    };
    return new FakeCall(line, from, to).place(number.voiceUrl);
  }

  const isForSale = (phoneNumber: string) =>
    phoneNumber === magicValidNumber ||
    (numbersForSale(phoneNumber.slice(2, 5)).includes(phoneNumber) &&
      !sold.has(phoneNumber) &&
      !state.owned.has(phoneNumber));

  function search(query: URLSearchParams): FakeReply {
    const areaCode = query.get('AreaCode') ?? '';
    // 533 is the area code that Twilio's test credentials have no numbers in.
    const region = query.get('InRegion');
    const offered =
      region === null
        ? numbersForSale(areaCode)
        : numbersForSaleIn({ locality: query.get('InLocality'), region });
    const found = areaCode === '533' ? [] : offered.filter(isForSale);
    return {
      status: 200,
      body: {
        available_phone_numbers: found.slice(0, Number(query.get('PageSize') ?? 50)).map((phoneNumber) => ({
          friendly_name: `(${phoneNumber.slice(2, 5)}) ${phoneNumber.slice(5, 8)}-${phoneNumber.slice(8)}`,
          phone_number: phoneNumber,
          lata: null,
          locality: placeOf(phoneNumber.slice(2, 5))?.locality ?? null,
          rate_center: null,
          latitude: null,
          longitude: null,
          region: placeOf(phoneNumber.slice(2, 5))?.region ?? null,
          postal_code: null,
          iso_country: 'US',
          address_requirements: 'none',
          beta: false,
          capabilities: { voice: true, SMS: true, MMS: true },
        })),
        uri: `${account}/AvailablePhoneNumbers/US/Local.json`,
      },
    };
  }

  function listOwned(query: URLSearchParams): FakeReply {
    const part = query.get('PhoneNumber') ?? '';
    const found = [...state.owned.values()].filter((number) => number.phoneNumber.includes(part));
    const numbers = found
      .slice(0, Number(query.get('PageSize') ?? 50))
      .map((number) => presentNumber(accountSid, number));
    return { status: 200, body: { incoming_phone_numbers: numbers, page: 0, next_page_uri: null } };
  }

  function listMessages(query: URLSearchParams): FakeReply {
    const to = query.get('To');
    const from = query.get('From');
    const size = Number(query.get('PageSize') ?? 50);
    const page = Number(query.get('Page') ?? 0);
    const matching = state.messages
      .filter((message) => (to === null || message.to === to) && (from === null || message.from === from))
      .reverse();
    const next = new URLSearchParams(query);
    next.set('Page', String(page + 1));
    next.set('PageToken', `PA${matching[(page + 1) * size]?.sid ?? ''}`);
    return {
      status: 200,
      body: {
        messages: matching
          .slice(page * size, (page + 1) * size)
          .map((message) => presentMessage(account, accountSid, message)),
        page,
        page_size: size,
        next_page_uri: matching.length > (page + 1) * size ? `${account}/Messages.json?${next}` : null,
      },
    };
  }

  /** A call that changes something: checked, then done, with the fault that was asked for. */
  function change(
    request: FakeRequest,
    target: FaultTarget,
    known: ReadonlySet<string>,
    check: (form: URLSearchParams) => Refusal | null,
    accept: (form: URLSearchParams) => FakeReply,
  ): FakeAnswer {
    if (request.headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded') {
      return presentRefusal(refuse(20001, 'The body must be a form.', 415));
    }
    const form = new URLSearchParams(request.rawBody.toString('utf8'));
    const work = () => {
      const refusal = refuseParameters(form, known) ?? check(form);
      return refusal === null ? accept(form) : presentRefusal(refusal);
    };
    return withFaults(target, work, form.get('To'));
  }

  function look(
    request: FakeRequest,
    known: ReadonlySet<string>,
    find: (query: URLSearchParams) => FakeReply,
  ): FakeAnswer {
    return withFaults('any', () => {
      const refusal = refuseParameters(request.query, known);
      return refusal === null ? find(request.query) : presentRefusal(refusal);
    });
  }

  function withFaults(target: FaultTarget, work: () => FakeAnswer, to: string | null = null): FakeAnswer {
    const fault = faults.take(target, to);
    return fault === null
      ? work()
      : answerWithFault(fault, presentRefusal(refuse(20429, 'Too Many Requests', 429)), work);
  }

  function serveMedia(id: string): FakeReply {
    const item = media.get(id);
    if (item === undefined) return notFound;
    const location = item.redirectTo ?? `${server.url}/storage/${id}`;
    return { status: 307, headers: { location } };
  }

  /** The storage host behind the API, which refuses a request that shows it credentials. */
  function serveStorage(request: FakeRequest, id: string): FakeReply {
    const item = media.get(id);
    if (item === undefined || request.headers.authorization !== undefined) return { status: 400 };
    return {
      status: 200,
      headers: { 'content-type': item.contentType },
      body: item.bytes,
      ...(item.stall === true ? { stall: true } : {}),
    };
  }

  function answer(request: FakeRequest): FakeAnswer {
    const { method, path } = request;
    if (method === 'GET' && path.startsWith('/storage/'))
      return serveStorage(request, path.slice('/storage/'.length));
    if (request.headers.authorization !== authorization)
      return presentRefusal(refuse(20003, 'Authenticate', 401));
    if (path.includes('/HostedNumber/') || path === `${account}/Addresses.json`) {
      const isOrder = method === 'POST' && path === '/v2/HostedNumber/Orders';
      return withFaults(isOrder ? 'host' : 'any', () => landline.answer(request) ?? notFound);
    }
    if (!path.startsWith(`${account}/`)) return notFound;
    const resource = path.slice(account.length);
    if (resource === '/Messages.json') {
      if (method === 'GET') return look(request, knownParameters.listMessages, listMessages);
      return change(
        request,
        'send',
        knownParameters.send,
        (form) => refuseMessage(form, world),
        acceptMessage,
      );
    }
    if (resource === '/IncomingPhoneNumbers.json') {
      if (method === 'GET') return look(request, knownParameters.listOwned, listOwned);
      return change(request, 'buy', knownParameters.buy, (form) => refusePurchase(form, isForSale), buy);
    }
    if (resource === '/AvailablePhoneNumbers/US/Local.json' && method === 'GET') {
      return look(request, knownParameters.search, search);
    }
    const one = /^\/(Messages|IncomingPhoneNumbers)\/([A-Z]{2}[0-9a-f]{32})\.json$/.exec(resource);
    if (one?.[1] === 'Messages' && method === 'GET') {
      const message = state.messages.find(({ sid }) => sid === one[2]);
      return message === undefined
        ? notFound
        : { status: 200, body: presentMessage(account, accountSid, message) };
    }
    if (one?.[1] === 'IncomingPhoneNumbers' && method === 'DELETE') {
      return withFaults('any', () => {
        const number = [...state.owned.values()].find(({ sid }) => sid === one[2]);
        if (number === undefined) return notFound;
        state.owned.delete(number.phoneNumber);
        return { status: 204 };
      });
    }
    if (one?.[1] === 'IncomingPhoneNumbers' && method === 'POST')
      return change(request, 'any', knownParameters.configure, refuseAddresses, (form) =>
        configure(one[2] ?? '', form),
      );
    const recording = /^\/Recordings\/(RE[0-9a-f]{32})\.mp3$/.exec(resource)?.[1];
    if (recording !== undefined && method === 'GET') {
      const bytes = recordings.get(recording);
      return bytes === undefined
        ? notFound
        : { status: 200, headers: { 'content-type': 'audio/mpeg' }, body: bytes };
    }
    const kept = /^\/Recordings\/(RE[0-9a-f]{32})\.json$/.exec(resource)?.[1];
    if (kept !== undefined && method === 'DELETE')
      return withFaults('any', () => (recordings.delete(kept) ? { status: 204 } : notFound));
    const item = /^\/Messages\/MM[0-9a-f]{32}\/Media\/(ME[0-9a-f]{32})$/.exec(resource);
    return item?.[1] !== undefined && method === 'GET' ? serveMedia(item[1]) : notFound;
  }

  function heed(from: string, to: string, body: string): void {
    const word = body.trim().toUpperCase();
    const pair = `${to} ${from}`;
    if (words.stop.has(word)) {
      state.blocked.add(pair);
      state.autoReplies.push({ from: to, to: from, body: 'You have successfully been unsubscribed.' });
    } else if (words.start.has(word) && state.blocked.delete(pair)) {
      state.autoReplies.push({ from: to, to: from, body: 'You have successfully been re-subscribed.' });
    } else if (words.help.has(word)) {
      state.autoReplies.push({ from: to, to: from, body: 'Reply STOP to unsubscribe.' });
    }
  }

  async function inbound(from: string, to: string, body: string, items: FakeMedia[] = []) {
    const number = state.owned.get(to);
    if (number === undefined) throw new Error(`${to} is not a number of this account`);
    if (!isPhoneNumber(from)) throw new Error(`${from} is not a phone number`);
    heed(from, to, body);
    const sid = `${items.length > 0 ? 'MM' : 'SM'}${hex()}`;
    const params = inboundForm(accountSid, { sid, from, to, body, media: items.length });
    for (const [n, item] of items.entries()) {
      const id = `ME${hex()}`;
      media.set(id, item);
      params[`MediaUrl${n}`] = `${server.url}${account}/Messages/${sid}/Media/${id}`;
      params[`MediaContentType${n}`] = item.contentType;
    }
    state.messages.push({
      sid,
      from,
      to,
      body,
      mediaUrls: [],
      direction: 'inbound',
      status: 'received',
      segments: 1,
      errorCode: null,
      statusCallback: null,
      createdAt: new Date(),
      sentAt: new Date(),
    });
    return { sid, answer: await callbacks.post(signedTwilioWebhook(authToken, number.smsUrl, params)) };
  }

  const server = await startServer(answer, options.port);
  return {
    url: server.url,
    accountSid,
    authToken,
    state,
    landline,
    control: {
      failNext: (fault) => faults.failNext(fault),
      receipts: (changes) => {
        plan = { ...defaultReceipts, ...changes };
      },
      tMobileTakes: (segments) => {
        tMobileTakes = segments;
      },
      hold: () => callbacks.hold(),
      flush: () => callbacks.flush(),
      settled: () => callbacks.settled(),
      own: (phoneNumber, smsUrl) => {
        const sid = `PN${hex()}`;
        const number = { sid, phoneNumber, friendlyName: phoneNumber, smsUrl };
        state.owned.set(phoneNumber, { ...number, voiceUrl: '', statusCallback: '' });
      },
      take: (phoneNumber) => sold.add(phoneNumber),
      makeLandline: (phoneNumber) => landlines.add(phoneNumber),
      inbound,
      placeCall,
    },
    stop: async () => {
      callbacks.stop();
      await server.stop();
    },
  };
}
