import { z } from 'zod';
import { allPages } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import type { AtsReply, Refusal } from '../port.ts';
import { items } from '../records.ts';
import { type Call, rest } from '../rest.ts';

/** Everything is asked by POST, and answered in `results`. */
const asked = rest({
  base: 'https://api.ashbyhq.com/',
  headers: { accept: 'application/json; version=1' },
  asks: 'POST',
});

/** `path`: e.g. `candidate.info` */
export interface AshbyCall extends Call {
  json?: Readonly<Record<string, unknown>>;
}

export interface AshbyPage<T> {
  results: T[];
  next: string | null;
  /** What to ask for changes with from here on; on the last page only. */
  syncToken: string | null;
}

const PAGE = 100;

export const read = async <T>(api: AtsApi, call: AshbyCall, results: z.ZodType<T>): Promise<T> =>
  (await asked.read(api, { json: {}, ...call }, z.object({ results }))).results;

export const write = async <T>(api: AtsApi, call: AshbyCall, results: z.ZodType<T>): Promise<T> =>
  (await asked.write(api, { json: {}, ...call, method: 'POST' }, z.object({ results }))).results;

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
  const body = await asked.read(api, { ...call, json }, schema);
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
