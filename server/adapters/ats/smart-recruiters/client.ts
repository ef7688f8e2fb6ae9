import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import { allPages } from '../all-pages.ts';
import type { AtsApi, AtsRequest } from '../api.ts';
import { needing } from '../failures.ts';
import type { AtsReply, Refusal } from '../port.ts';
import { items } from '../records.ts';

const API = 'https://api.smartrecruiters.com';

/** What SmartRecruiters is asked for, and the right that it takes. */
export interface SmartCall {
  what: string;
  right: string;
  path: string;
  query?: AtsRequest['query'];
  /** Of what it lists. */
  kind?: AtsRecordKind;
  /** It tells who is to be read by another call. */
  only?: true;
}

export async function read<T>(api: AtsApi, call: SmartCall, schema: z.ZodType<T>): Promise<T> {
  const request: AtsRequest = { method: 'GET', url: API + call.path, query: call.query };
  return (await needing(call.right, api.read(call.what, request, schema))).body;
}

export async function write<T>(
  api: AtsApi,
  call: SmartCall & { method: 'POST' | 'PUT' | 'DELETE'; json?: unknown },
  schema: z.ZodType<T>,
): Promise<T> {
  const { method, json } = call;
  const request: AtsRequest = { method, url: API + call.path, json };
  return (await needing(call.right, api.write(call.what, request, schema))).body;
}

export interface SmartPage<T> {
  content: T[];
  next: string | null;
}

export async function readPage<T>(
  api: AtsApi,
  call: SmartCall,
  pageId: string | null,
  item: z.ZodType<T>,
): Promise<SmartPage<T>> {
  const list = items(api, call.kind ?? 'other', item, { only: call.only === true });
  const schema = z.object({ content: list, nextPageId: z.string().nullish() });
  const query = { ...call.query, pageId: pageId ?? undefined };
  const { content, nextPageId } = await read(api, { ...call, query }, schema);
  return { content, next: nextPageId || null };
}

export function readAll<T>(api: AtsApi, call: SmartCall, item: z.ZodType<T>): Promise<T[]> {
  return allPages(call.what, async (pageId) => {
    const { content, next } = await readPage(api, call, pageId, item);
    return { items: content, next };
  });
}

const User = z.object({
  email: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
});
export type SmartUser = z.infer<typeof User>;

export function readUser(api: AtsApi, id: string): Promise<SmartUser> {
  const path = `/user-api/v201804/users/${encodeURIComponent(id)}`;
  return read(api, { what: 'read a user', right: 'users_read', path }, User);
}

/** A sign-in that can't be renewed. */
export function readSmartRefusal({ status, body }: AtsReply): Refusal | null {
  const error = z.object({ error: z.string() }).safeParse(body).data?.error;
  return status === 400 && error === 'invalid_grant' ? { kind: 'key' } : null;
}
