import { z } from 'zod';
import type { AtsApi, AtsRequest } from '../api.ts';
import { NotFound, needing } from '../failures.ts';

/* JSON:API, as Teamtailor speaks it: resources with attributes, and relations that are told for what is included only. */

const Identifier = z.object({ id: z.string(), type: z.string() });
const Relation = z.object({ data: z.union([Identifier, z.array(Identifier)]).nullish() });

export const Resource = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z.record(z.string(), z.unknown()).default({}),
  relationships: z.record(z.string(), Relation).default({}),
});
export type Resource = z.infer<typeof Resource>;

const Included = z.array(Resource).default([]);
export const One = z.object({ data: Resource, included: Included });
export const Many = z.object({
  data: z.array(Resource),
  included: Included,
  links: z.object({ next: z.string().nullish() }).default({}),
});
export type Many = z.infer<typeof Many>;

/** What a key needs. */
export const ADMIN = 'API key with the scope Admin';
/** More are refused. */
const PAGE_SIZE = 30;
const HOSTS: Record<string, string> = {
  eu: 'https://api.teamtailor.com',
  na: 'https://api.na.teamtailor.com',
};

export function addressOf({ access }: AtsApi, path: string): string {
  return `${HOSTS[access.credentials.region ?? 'eu'] ?? HOSTS.eu}/v1/${path}`;
}

type Query = NonNullable<AtsRequest['query']>;

export async function readMany(
  api: AtsApi,
  what: string,
  path: string,
  { page, ...query }: Query & { page: number },
): Promise<Many> {
  const paging = { 'page[number]': page, 'page[size]': PAGE_SIZE };
  const request = { method: 'GET', url: addressOf(api, path), query: { ...query, ...paging } } as const;
  return (await needing(ADMIN, api.read(what, request, Many))).body;
}

export const hasMore = ({ links }: Many) => typeof links.next === 'string';

/** All pages, for what companies have few of. */
export async function readAll(api: AtsApi, what: string, path: string, query: Query): Promise<Many> {
  const all: Many = { data: [], included: [], links: {} };
  for (let page = 1; ; page += 1) {
    const each = await readMany(api, what, path, { ...query, page });
    all.data.push(...each.data);
    all.included.push(...each.included);
    if (!hasMore(each)) return all;
  }
}

/** Null: there is none. */
export async function readOne(api: AtsApi, what: string, path: string, query: Query) {
  try {
    const request = { method: 'GET', url: addressOf(api, path), query } as const;
    return (await needing(ADMIN, api.read(what, request, One))).body;
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

export function write(
  api: AtsApi,
  what: string,
  method: 'POST' | 'PATCH',
  path: string,
  data: Record<string, unknown>,
) {
  const headers = { 'content-type': 'application/vnd.api+json' };
  return needing(ADMIN, api.write(what, { method, url: addressOf(api, path), headers, json: { data } }, One));
}

export function textOf({ attributes }: Resource, name: string): string | null {
  const value = attributes[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The id of what a relation leads to; null: nothing, or it wasn't included. */
export function idIn({ relationships }: Resource, name: string): string | null {
  const data = relationships[name]?.data;
  return data === undefined || data === null || Array.isArray(data) ? null : data.id;
}

export function hasAny({ relationships }: Resource, name: string): boolean {
  const data = relationships[name]?.data;
  return Array.isArray(data) && data.length > 0;
}

export function included(all: readonly Resource[], type: string, id: string | null): Resource | null {
  return all.find((each) => each.type === type && each.id === id) ?? null;
}
