import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import { allPages } from '../all-pages.ts';
import type { AtsApi, AtsRequest } from '../api.ts';
import { needing } from '../failures.ts';
import type { AtsReply, Refusal } from '../port.ts';
import { items } from '../records.ts';

/** What Ashby is asked for, and the right that it takes. Everything is asked by POST. */
export interface AshbyCall {
  what: string;
  right: string;
  /** e.g. `candidate.info` */
  endpoint: string;
  json?: Readonly<Record<string, unknown>>;
  /** Of what it lists. */
  kind?: AtsRecordKind;
}

export interface AshbyPage<T> {
  results: T[];
  next: string | null;
  /** What to ask for changes with from here on; on the last page only. */
  syncToken: string | null;
}

const PAGE = 100;

export async function read<T>(api: AtsApi, call: AshbyCall, results: z.ZodType<T>): Promise<T> {
  const schema = z.object({ results });
  const { body } = await needing(call.right, api.read(call.what, requestOf(call), schema));
  return body.results;
}

export async function write<T>(api: AtsApi, call: AshbyCall, results: z.ZodType<T>): Promise<T> {
  const schema = z.object({ results });
  const { body } = await needing(call.right, api.write(call.what, requestOf(call), schema));
  return body.results;
}

export async function readPage<T>(
  api: AtsApi,
  call: AshbyCall,
  cursor: string | null,
  item: z.ZodType<T>,
): Promise<AshbyPage<T>> {
  const schema = z.object({
    results: items(api, call.kind ?? 'other', item).nullish(),
    moreDataAvailable: z.boolean().nullish(),
    nextCursor: z.string().nullish(),
    syncToken: z.string().nullish(),
  });
  const json = { limit: PAGE, ...call.json, ...(cursor !== null && { cursor }) };
  const { body } = await needing(call.right, api.read(call.what, requestOf({ ...call, json }), schema));
  return {
    results: body.results ?? [],
    next: body.moreDataAvailable ? (body.nextCursor ?? null) : null,
    syncToken: body.syncToken ?? null,
  };
}

export function readAll<T>(api: AtsApi, call: AshbyCall, item: z.ZodType<T>): Promise<T[]> {
  return allPages(call.what, async (cursor) => {
    const { results, next } = await readPage(api, call, cursor, item);
    return { items: results, next };
  });
}

const requestOf = ({ endpoint, json = {} }: AshbyCall): AtsRequest => ({
  method: 'POST',
  url: `https://api.ashbyhq.com/${endpoint}`,
  headers: { accept: 'application/json; version=1' },
  json,
});

const Failed = z.object({
  success: z.literal(false),
  errors: z.array(z.string()).nullish(),
  errorInfo: z.object({ code: z.string() }).nullish(),
});

/** Most failures come with HTTP 200. */
export function readAshbyRefusal({ status, body }: AtsReply): Refusal | null {
  const failed = Failed.safeParse(body).data;
  if (failed === undefined || status >= 500) return null;
  const code = failed.errorInfo?.code ?? failed.errors?.[0] ?? '';
  if (/permission|forbidden/.test(code)) return { kind: 'rights', right: null };
  if (/unauthorized|unauthenticated|api_key/.test(code)) return { kind: 'key' };
  if (/not_found$/.test(code)) return { kind: 'notFound' };
  if (/rate_limit/.test(code)) return { kind: 'throttled', waitMs: null };
  if (/internal|server_error|unavailable|timeout/.test(code)) return { kind: 'unavailable' };
  return status === 200 ? { kind: 'invalid', reason: code } : null;
}
