import { z } from 'zod';
import { CarrierCallError, callVendor, okReply, parseReply, type VendorReply } from '../vendor-call.ts';

/** Twilio's hosts that we call; in tests, one fake address replaces all of them. */
const HOSTS = {
  api: 'https://api.twilio.com',
  numbers: 'https://numbers.twilio.com',
  trusthub: 'https://trusthub.twilio.com',
  messaging: 'https://messaging.twilio.com',
} as const;
export type TwilioHost = keyof typeof HOSTS;

/** The thin part that talks to Twilio. It never repeats a call. */
export interface TwilioApi {
  accountSid: string;
  /** What the paths of the account's own things begin with, on the host `api`. */
  account: string;
  /** The header that lets us in. */
  authorization: string;
  /** Without a trailing slash. */
  baseOf(host: TwilioHost): string;
  /** A form, or else JSON. */
  call(
    host: TwilioHost,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    content?: URLSearchParams | object,
  ): Promise<VendorReply>;
  /** Throws when the answer is not what was asked for. */
  read<T>(what: string, host: TwilioHost, path: string, schema: z.ZodType<T>): Promise<T>;
}

const errorSchema = z.object({ code: z.number().nullish(), message: z.string().catch('') });

export function createTwilioApi(options: {
  accountSid: string;
  authToken: string;
  apiBaseUrl: string | undefined;
  timeoutMs: number;
  fetch: typeof fetch;
}): TwilioApi {
  const { accountSid, authToken } = options;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const baseOf = (host: TwilioHost) => (options.apiBaseUrl ?? HOSTS[host]).replace(/(?<!\/)\/+$/, '');

  const call: TwilioApi['call'] = (host, method, path, content) => {
    const isForm = content instanceof URLSearchParams;
    return callVendor({
      method,
      url: baseOf(host) + path,
      headers: {
        authorization,
        accept: 'application/json',
        ...(content === undefined
          ? {}
          : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
      },
      ...(content === undefined ? {} : { body: isForm ? content.toString() : JSON.stringify(content) }),
      timeoutMs: options.timeoutMs,
      fetch: options.fetch,
    });
  };

  return {
    accountSid,
    account: `/2010-04-01/Accounts/${accountSid}`,
    authorization,
    baseOf,
    call,
    async read(what, host, path, schema) {
      const reply = await call(host, 'GET', path);
      const parsed = okReply(reply, schema);
      if (parsed === null) throw failureOf(what, reply);
      return parsed;
    },
  };
}

export function errorOf(reply: VendorReply): { code: number | null; message: string } {
  const error = parseReply(reply, errorSchema);
  return { code: error?.code ?? null, message: error?.message ?? '' };
}

/** What was to be removed is not there. */
export function isGone(reply: VendorReply): boolean {
  return reply.kind === 'answered' && reply.status === 404;
}

export function failureOf(what: string, reply: VendorReply): CarrierCallError {
  const { code } = errorOf(reply);
  const status = reply.kind === 'answered' ? reply.status : null;
  return new CarrierCallError(`Twilio, ${what}`, status, code === null ? null : String(code));
}
