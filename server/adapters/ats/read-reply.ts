import { MAX_VALUES_OF_VENDORS, requireBounded } from '../../bounded-json.ts';
import { withoutPersonalData } from '../../without-personal-data.ts';
import { retryAfterMs } from '../carrier/vendor-call.ts';
import type { AtsReply, Refusal } from './port.ts';

/* What a reply means, for vendors without their own way to say it. */

const LONGEST_REASON = 200;

export function asReply(status: number, headers: Headers, text: string): AtsReply {
  return { status, headers, body: parseJson(text), text };
}

/** Deeper than any system's, and shallow enough for whatever walks through it. */
const MOST_DEPTH = 100;

export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    requireBounded(text, MAX_VALUES_OF_VENDORS);
    return MAYBE_ILL_FORMED.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) isInString = !isInString;
    else if (isInString) at += sign === BACKSLASH ? 1 : 0;
    else if (OPENS.has(sign)) depth += 1;
    else if (CLOSES.has(sign)) depth -= 1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [34, 92];
const OPENS = new Set([91, 123]);
const CLOSES = new Set([93, 125]);

/** Escapes of what no text of PostgreSQL can have: nothing, and halves of a character. */
const MAYBE_ILL_FORMED = /\\u(?:0000|d[89a-f])/i;

const wellFormed = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;

/** Null: done. */
export function refusalByStatus(reply: AtsReply): Refusal | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return isReadable(reply) ? null : { kind: 'unavailable' };
  if (status === 401) return { kind: 'key' };
  if (status === 403) return { kind: 'rights', right: null };
  if (status === 404) return { kind: 'notFound' };
  if (status === 429) return { kind: 'throttled', waitMs: null };
  // 408 is what gateways say when they gave up waiting, perhaps for one that has already acted.
  if (status >= 400 && status < 500 && status !== 408)
    return { kind: 'invalid', reason: reasonIn(reply.body) };
  return { kind: 'unavailable' };
}

/** Nothing, JSON, or a sentence. Pages for people are none of it, whatever their status. */
const isReadable = ({ body, text }: AtsReply) => body !== undefined || !text.trimStart().startsWith('<');

export const isRedirect = ({ status, headers }: AtsReply) =>
  status >= 300 && status < 400 && headers.has('location');

/** As most of them do it. */
function reasonIn(body: unknown): string {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return '';
  const { message, errors, error, detail, title } = body as Record<string, unknown>;
  const [first] = Array.isArray(errors) ? errors : [];
  for (const each of [message, detail, title, error, first]) {
    const reason = reasonIn(each);
    if (reason !== '') return reason;
  }
  return '';
}

/** Fit to be shown and logged. */
export function cleanReason(reason: string): string {
  // Some answer with a page.
  return withoutPersonalData(reason.slice(0, 10 * LONGEST_REASON)).slice(0, LONGEST_REASON);
}

/** How long a reply asks to wait; null: it doesn't say. */
export function waitNamed(headers: Headers, now: Date): number | null {
  const named = retryAfterMs(headers, now);
  if (named !== null) return named;
  for (const name of ['x-ratelimit-reset', 'x-rate-limit-reset', 'ratelimit-reset']) {
    const value = headers.get(name)?.trim() ?? '';
    if (/^\d+(\.\d+)?$/.test(value)) return waitUntil(Number(value), now);
  }
  return null;
}

const A_TIME_IN_SECONDS = 1e9;
const A_TIME_IN_MS = 1e12;

/** Seconds left, or a time in seconds or milliseconds. */
function waitUntil(value: number, now: Date): number {
  if (value < A_TIME_IN_SECONDS) return value * 1000;
  return Math.max((value < A_TIME_IN_MS ? value * 1000 : value) - now.getTime(), 0);
}
