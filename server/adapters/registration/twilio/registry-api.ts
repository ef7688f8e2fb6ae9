import { z } from 'zod';
import {
  createTwilioApi,
  errorOf,
  failureOf,
  isGone,
  type TwilioApi,
  type TwilioHost,
} from '../../carrier/twilio/api.ts';
import { concludeFrom, parseReply, type VendorReply } from '../../carrier/vendor-call.ts';
import { EndedEarly, requireDone } from '../ended-early.ts';
import type { Problem } from '../port.ts';

/** More than there can be: a fault elsewhere, not something to page through. */
const MOST_PAGES = 100;

/** What registration asks of Twilio beside single calls: lists of many pages, and steps that end a submission. */
export interface RegistryApi extends TwilioApi {
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

export function createRegistryApi(options: Parameters<typeof createTwilioApi>[0]): RegistryApi {
  const api = createTwilioApi(options);

  return {
    ...api,

    async find(what, { host, path, list }, schema, isIt) {
      const page = z.object({
        [list]: z.array(schema),
        meta: z.object({ next_page_url: z.string().nullish() }).nullish(),
        next_page_uri: z.string().nullish(),
      });
      let next: string | null = path;
      for (let count = 0; next !== null && count < MOST_PAGES; count += 1) {
        const found: Record<string, unknown> = await api.read(what, host, next, page);
        const item = (found[list] as z.output<typeof schema>[]).find(isIt);
        if (item !== undefined) return item;
        next = nextOf(found as { meta?: { next_page_url?: string }; next_page_uri?: string });
      }
      // To say that there is none would make another one.
      if (next !== null) throw new Error(`Twilio, ${what}: more than ${MOST_PAGES} pages`);
      return null;
    },

    async change(host, path, form, schema) {
      const reply = await api.call(host, 'POST', path, encode(form));
      requireDone(reply, problemsOf);
      const done = parseReply(reply, schema);
      // Done, but what came of it can't be read: it is found the next time.
      if (done === null) throw new EndedEarly({ outcome: 'unknown' });
      return done;
    },

    async remove(what, host, path) {
      const reply = await api.call(host, 'DELETE', path);
      if (!isGone(reply) && concludeFrom(reply) !== 'ok') throw failureOf(what, reply);
    },
  };
}

function encode(form: Form): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form))
    for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
  return body;
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

export function problemsOf(reply: VendorReply): Problem[] {
  return [{ sentence: errorOf(reply).message || 'The carrier refused it without giving a reason.' }];
}
