import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import { allPages } from '../all-pages.ts';
import type { AtsApi, AtsRequest } from '../api.ts';
import { needing, RefusedByAts, RightsMissing } from '../failures.ts';
import type { AtsReply, Refusal } from '../port.ts';
import { items } from '../records.ts';

const API = 'https://api.lever.co/v1';

/** What is confidential is left out, without a word, unless it's asked for. */
export const EVERYTHING = { confidentiality: 'all', limit: 100 };

export type LeverQuery = Record<string, string | number | undefined>;

/** What Lever is asked for, and the right that it takes. */
export interface LeverCall {
  what: string;
  right: string;
  path: string;
  query?: LeverQuery;
  /** Of what it lists. */
  kind?: AtsRecordKind;
}

export interface LeverPage<T> {
  data: T[];
  next: string | null;
}

export async function readPage<T>(api: AtsApi, call: LeverCall, item: z.ZodType<T>): Promise<LeverPage<T>> {
  const schema = z.object({
    data: items(api, call.kind ?? 'other', item),
    next: z.string().nullish(),
    hasNext: z.boolean().nullish(),
  });
  const read = (query: LeverQuery | undefined) =>
    api.read(call.what, { method: 'GET', url: API + call.path, query }, schema);
  const { body } = await needing(call.right, orWithoutConfidential(call.query, read));
  return { data: body.data, next: body.hasNext === false ? null : (body.next ?? null) };
}

/** A key is given access to confidential data when it's created; without, asking for all is refused as a whole. */
async function orWithoutConfidential<T>(
  query: LeverQuery | undefined,
  read: (query: LeverQuery | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await read(query);
  } catch (error) {
    const isRefused = error instanceof RightsMissing || error instanceof RefusedByAts;
    if (!isRefused || query?.confidentiality === undefined) throw error;
    return await read({ ...query, confidentiality: undefined });
  }
}

export function readAll<T>(api: AtsApi, call: LeverCall, item: z.ZodType<T>): Promise<T[]> {
  return allPages(call.what, async (offset) => {
    const query: LeverQuery = { ...call.query, offset: offset ?? undefined };
    const { data, next } = await readPage(api, { ...call, query }, item);
    return { items: data, next };
  });
}

export async function readOne<T>(api: AtsApi, call: LeverCall, item: z.ZodType<T>): Promise<T> {
  const request: AtsRequest = { method: 'GET', url: API + call.path, query: call.query };
  const { body } = await needing(call.right, api.read(call.what, request, z.object({ data: item })));
  return body.data;
}

export async function write<T>(
  api: AtsApi,
  call: LeverCall & { method: 'POST' | 'PUT' | 'DELETE'; json?: unknown },
  schema: z.ZodType<T>,
): Promise<T> {
  const { method, query, json } = call;
  const request: AtsRequest = { method, url: API + call.path, query, json };
  const { body } = await needing(call.right, api.write(call.what, request, schema));
  return body;
}

/** A sign-in that can't be renewed. */
export function readLeverRefusal({ status, body }: AtsReply): Refusal | null {
  const error = z.object({ error: z.string() }).safeParse(body).data?.error;
  return status >= 400 && status < 500 && error === 'invalid_grant' ? { kind: 'key' } : null;
}
