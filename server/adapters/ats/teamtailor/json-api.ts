import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import { allNumbered } from '../all-pages.ts';
import type { AtsApi, AtsRequest } from '../api.ts';
import { NotFound, needing } from '../failures.ts';
import { items } from '../records.ts';
import { TextId } from '../values.ts';

/* JSON:API, as Teamtailor speaks it: resources with attributes, and relations that are told for what is included only. */

const Identifier = z.object({ id: TextId, type: z.string() });
const Relation = z.object({ data: z.union([Identifier, z.array(Identifier)]).nullish() });

export const Resource = z.object({
  id: TextId,
  type: z.string(),
  attributes: z.record(z.string(), z.unknown()).default({}),
  relationships: z.record(z.string(), Relation).default({}),
});
export type Resource = z.infer<typeof Resource>;

const includedIn = (api: AtsApi) => items(api, 'other', Resource, { only: true }).default([]);
const oneIn = (api: AtsApi) => z.object({ data: Resource, included: includedIn(api) });
const manyIn = (api: AtsApi, kind: AtsRecordKind) =>
  z.object({
    data: items(api, kind, Resource),
    included: includedIn(api),
    links: z.object({ next: z.string().nullish() }).default({}),
  });
export type Many = z.infer<ReturnType<typeof manyIn>>;

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

/** What is listed, and of what kind it is to be told where it can't be read. */
export interface ManyCall {
  what: string;
  kind: AtsRecordKind;
  path: string;
}

export async function readMany(
  api: AtsApi,
  { what, kind, path }: ManyCall,
  { page, ...query }: Query & { page: number },
): Promise<Many> {
  const paging = { 'page[number]': page, 'page[size]': PAGE_SIZE };
  const request = { method: 'GET', url: addressOf(api, path), query: { ...query, ...paging } } as const;
  return (await needing(ADMIN, api.read(what, request, manyIn(api, kind)))).body;
}

export const hasMore = ({ links }: Many) => typeof links.next === 'string';

/** All pages, for what companies have few of. */
export async function readAll(api: AtsApi, call: ManyCall, query: Query): Promise<Many> {
  const pages = await allNumbered(call.what, 1, async (page) => {
    const many = await readMany(api, call, { ...query, page });
    return { items: [many], next: hasMore(many) ? page + 1 : null };
  });
  return {
    data: pages.flatMap(({ data }) => data),
    included: pages.flatMap(({ included: all }) => all),
    links: {},
  };
}

/** Null: there is none. */
export async function readOne(api: AtsApi, what: string, path: string, query: Query) {
  try {
    const request = { method: 'GET', url: addressOf(api, path), query } as const;
    return (await needing(ADMIN, api.read(what, request, oneIn(api)))).body;
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
  return needing(
    ADMIN,
    api.write(what, { method, url: addressOf(api, path), headers, json: { data } }, oneIn(api)),
  );
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
