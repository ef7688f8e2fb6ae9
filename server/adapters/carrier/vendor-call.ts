import type { z } from 'zod';
import { MAX_VALUES_OF_VENDORS, parseBoundedJson } from '../../bounded-json.ts';

/**
 * One HTTP call to a carrier, and what may be concluded from its end. The one question that matters is whether the
 * carrier can have acted on the request; a call is never repeated here.
 */

interface VendorRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  timeoutMs: number;
  fetch: typeof fetch;
}

export type VendorReply =
  /** `text` is null when the connection broke before the whole answer was read. */
  | { kind: 'answered'; status: number; headers: Headers; text: string | null }
  /** The connection was never made, so the carrier can't have seen the request. */
  | { kind: 'notReached' }
  | { kind: 'unknown' };

/** The carrier could not be asked, or did not give what was asked for. Carries no phone number and no text. */
export class CarrierCallError extends Error {
  readonly status: number | null;
  readonly carrierCode: string | null;

  constructor(what: string, status: number | null, carrierCode: string | null) {
    const answer = status === null ? 'no usable answer' : `HTTP ${status}`;
    super(`${what}: ${answer}${carrierCode === null ? '' : `, code ${carrierCode}`}`);
    this.name = 'CarrierCallError';
    this.status = status;
    this.carrierCode = carrierCode;
  }
}

const MOST_BYTES = 10_000_000;

export async function callVendor(request: VendorRequest): Promise<VendorReply> {
  let response: Response;
  try {
    response = await request.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      // Following a redirect could send the same text twice.
      redirect: 'manual',
      signal: AbortSignal.timeout(request.timeoutMs),
    });
  } catch (error) {
    return { kind: neverConnected(error) ? 'notReached' : 'unknown' };
  }
  let text: string | null;
  try {
    text = await readAtMost(response, MOST_BYTES);
  } catch {
    text = null;
  }
  return { kind: 'answered', status: response.status, headers: response.headers, text };
}

/** Null: there is more than anyone should send us. */
async function readAtMost(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * `ok`: done. `refused`: certainly not done. `notReached`: certainly not done, worth another try. `unknown`: may be
 * done: a 5xx or a time-out can follow an accepted request, and so can a success whose answer we could not read.
 */
export function concludeFrom(reply: VendorReply): 'ok' | 'refused' | 'notReached' | 'unknown' {
  if (reply.kind !== 'answered') return reply.kind;
  if (reply.status >= 200 && reply.status < 300) return reply.text === null ? 'unknown' : 'ok';
  if (reply.status === 429) return 'notReached';
  // 408 is what gateways say when they gave up waiting, perhaps for a carrier that has already acted.
  if (reply.status >= 400 && reply.status < 500 && reply.status !== 408) return 'refused';
  return 'unknown';
}

const longestWaitMs = 60 * 60 * 1000;

/** How long to wait after a call that was not reached: Retry-After where the carrier names it (RFC 9110, 10.2.3). */
export function waitAfter(reply: VendorReply, now: Date = new Date()): number {
  if (reply.kind !== 'answered') return 5000;
  return Math.min(retryAfterMs(reply.headers, now) ?? 1000, longestWaitMs);
}

/** Null: none is named. */
export function retryAfterMs(headers: Headers, now: Date): number | null {
  const header = headers.get('retry-after')?.trim() ?? '';
  const named = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(named) ? null : Math.max(named, 0);
}

export function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return parseBoundedJson(text, MAX_VALUES_OF_VENDORS);
  } catch {
    return undefined;
  }
}

/** The body, if there was one that could be read. */
export function textOf(reply: VendorReply): string | null {
  return reply.kind === 'answered' ? reply.text : null;
}

/** The body as the schema has it, whatever the status; null when it doesn't fit. */
export function parseReply<T>(reply: VendorReply, schema: z.ZodType<T>): T | null {
  return schema.safeParse(parseJson(textOf(reply))).data ?? null;
}

/** The same of a call that was done. */
export function okReply<T>(reply: VendorReply, schema: z.ZodType<T>): T | null {
  return concludeFrom(reply) === 'ok' ? parseReply(reply, schema) : null;
}

/**
 * True only for faults of name look-up and of connecting. A reset, a closed socket or a time-out after that may come
 * after the request was written, whatever the code says: ETIMEDOUT and EHOSTUNREACH also end established connections,
 * which is why the system call is looked at and not the code.
 */
export function neverConnected(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, cause, errors } = error as {
    code?: unknown;
    syscall?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  // One error for each address that was tried.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(neverConnected);
  return cause !== undefined && neverConnected(cause);
}
