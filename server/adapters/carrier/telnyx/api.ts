import { z } from 'zod';
import { CarrierCallError, callVendor, okReply, parseReply, type VendorReply } from '../vendor-call.ts';

/**
 * The thin part that talks to Telnyx. Unlike Telnyx's own library it never repeats a call: that library retries sends
 * by itself, and Telnyx has no idempotency key for them.
 */
export interface TelnyxApi {
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<VendorReply>;
  /** Throws when the answer is not what was asked for. */
  read<T>(what: string, path: string, schema: z.ZodType<T>): Promise<T>;
}

const errorsSchema = z.object({
  errors: z
    .array(
      z.object({
        code: z.union([z.string(), z.number()]).transform(String),
        title: z.string().catch(''),
        detail: z.string().catch(''),
      }),
    )
    .min(1),
});

export function createTelnyxApi(options: {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  fetch: typeof fetch;
}): TelnyxApi {
  function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<VendorReply> {
    const isForm = body instanceof FormData;
    return callVendor({
      method,
      url: `${options.baseUrl}/v2${path}`,
      headers: {
        authorization: `Bearer ${options.apiKey}`,
        accept: 'application/json',
        // A form brings its own, with the boundary.
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      timeoutMs: options.timeoutMs,
      fetch: options.fetch,
    });
  }

  return {
    call,
    async read(what, path, schema) {
      const reply = await call('GET', path);
      const parsed = okReply(reply, schema);
      if (parsed === null) throw failureOf(what, reply);
      return parsed;
    },
  };
}

export function errorOf(reply: VendorReply): { code: string | null; detail: string } {
  const first = parseReply(reply, errorsSchema)?.errors[0];
  return first === undefined
    ? { code: null, detail: '' }
    : { code: first.code, detail: first.detail || first.title };
}

export function failureOf(what: string, reply: VendorReply): CarrierCallError {
  const status = reply.kind === 'answered' ? reply.status : null;
  return new CarrierCallError(`Telnyx, ${what}`, status, errorOf(reply).code);
}
