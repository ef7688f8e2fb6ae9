import { z } from 'zod';
import {
  CarrierCallError,
  callVendor,
  concludeFrom,
  parseJson,
  type VendorReply,
} from '../../carrier/vendor-call.ts';
import { EndedEarly, requireDone } from '../ended-early.ts';
import type { Problem } from '../port.ts';

/** The hosts of Twilio that registration is spread over; one address stands in for all of them in tests. */
const HOSTS = {
  api: 'https://api.twilio.com',
  trusthub: 'https://trusthub.twilio.com',
  messaging: 'https://messaging.twilio.com',
} as const;
export type TwilioHost = keyof typeof HOSTS;

/** More than there can be: a fault elsewhere, not something to page through. */
const MOST_PAGES = 100;

export interface TwilioApi {
  account: string;
  call(host: TwilioHost, method: 'GET' | 'POST' | 'DELETE', path: string, form?: Form): Promise<VendorReply>;
  read<T>(what: string, host: TwilioHost, path: string, schema: z.ZodType<T>): Promise<T>;
  /** Every page of a list, under its name in the reply, until something is found. */
  find<T>(
    what: string,
    place: { host: TwilioHost; path: string; list: string },
    schema: z.ZodType<T>,
    isIt: (item: T) => boolean,
  ): Promise<T | null>;
  /** Ends the submission early unless it was done. */
  change<T>(host: TwilioHost, path: string, form: Form, schema: z.ZodType<T>): Promise<T>;
  /** What is gone already is removed. */
  remove(what: string, host: TwilioHost, path: string): Promise<void>;
}

export type Form = Record<string, string | string[]>;

const errorSchema = z.object({ code: z.number(), message: z.string().catch('') });

export function createTwilioApi(options: {
  accountSid: string;
  authToken: string;
  apiBaseUrl: string | undefined;
  timeoutMs: number;
  fetch: typeof fetch;
}): TwilioApi {
  const { accountSid, authToken } = options;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const baseOf = (host: TwilioHost) => (options.apiBaseUrl ?? HOSTS[host]).replace(/\/+$/, '');

  const call: TwilioApi['call'] = (host, method, path, form) =>
    callVendor({
      method,
      url: baseOf(host) + path,
      headers: {
        authorization,
        accept: 'application/json',
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { body: encode(form) }),
      timeoutMs: options.timeoutMs,
      fetch: options.fetch,
    });

  const read: TwilioApi['read'] = async (what, host, path, schema) => {
    const reply = await call(host, 'GET', path);
    const parsed = concludeFrom(reply) === 'ok' ? schema.safeParse(bodyOf(reply)) : null;
    if (!parsed?.success) throw failureOf(what, reply);
    return parsed.data;
  };

  return {
    account: `/2010-04-01/Accounts/${accountSid}`,
    call,
    read,

    async find(what, { host, path, list }, schema, isIt) {
      const page = z.object({
        [list]: z.array(schema),
        meta: z.object({ next_page_url: z.string().nullish() }).nullish(),
        next_page_uri: z.string().nullish(),
      });
      let next: string | null = path;
      for (let count = 0; next !== null && count < MOST_PAGES; count += 1) {
        const found: Record<string, unknown> = await read(what, host, next, page);
        const item = (found[list] as z.output<typeof schema>[]).find(isIt);
        if (item !== undefined) return item;
        next = nextOf(found as { meta?: { next_page_url?: string }; next_page_uri?: string });
      }
      // To say that there is none would make another one.
      if (next !== null) throw new Error(`Twilio, ${what}: more than ${MOST_PAGES} pages`);
      return null;
    },

    async change(host, path, form, schema) {
      const reply = await call(host, 'POST', path, form);
      requireDone(reply, problemsOf);
      const done = schema.safeParse(bodyOf(reply));
      // Done, but what came of it can't be read: it is found the next time.
      if (!done.success) throw new EndedEarly({ outcome: 'unknown' });
      return done.data;
    },

    async remove(what, host, path) {
      const reply = await call(host, 'DELETE', path);
      const isGone = reply.kind === 'answered' && reply.status === 404;
      if (!isGone && concludeFrom(reply) !== 'ok') throw failureOf(what, reply);
    },
  };
}

function encode(form: Form): string {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
  return body.toString();
}

function nextOf(page: {
  meta?: { next_page_url?: string | null };
  next_page_uri?: string | null;
}): string | null {
  const url = page.meta?.next_page_url;
  if (!url) return page.next_page_uri ?? null;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

export function bodyOf(reply: VendorReply): unknown {
  return parseJson(reply.kind === 'answered' ? reply.text : null);
}

export function codeOf(reply: VendorReply): number | null {
  const parsed = errorSchema.safeParse(bodyOf(reply));
  return parsed.success ? parsed.data.code : null;
}

export function problemsOf(reply: VendorReply): Problem[] {
  const parsed = errorSchema.safeParse(bodyOf(reply));
  return [{ sentence: parsed.data?.message || 'The carrier refused it without a reason.' }];
}

export function failureOf(what: string, reply: VendorReply): CarrierCallError {
  const code = codeOf(reply);
  const status = reply.kind === 'answered' ? reply.status : null;
  return new CarrierCallError(`Twilio, ${what}`, status, code === null ? null : String(code));
}
