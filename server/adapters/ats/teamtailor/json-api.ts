import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import { allNumbered } from '../all-pages.ts';
import type { AtsApi, AtsRequest } from '../api.ts';
import { orGone } from '../failures.ts';
import { items } from '../records.ts';
import { rest } from '../rest.ts';
import { TextId } from '../values.ts';

/* JSON:API, as Teamtailor speaks it: resources with attributes, and relations that are given only for what is included. */

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

const { read, write: send } = rest({
  base: ({ access }) => `${HOSTS[access.credentials.region ?? 'eu'] ?? HOSTS.eu}/v1/`,
  headers: { 'content-type': 'application/vnd.api+json' },
});

type Query = NonNullable<AtsRequest['query']>;

/** What is listed, and as which kind it is reported when it can't be read. */
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
  return await read(api, { what, right: ADMIN, path, query: { ...query, ...paging } }, manyIn(api, kind));
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
export const readOne = (api: AtsApi, what: string, path: string, query: Query) =>
  orGone(read(api, { what, right: ADMIN, path, query }, oneIn(api)));

export const write = (
  api: AtsApi,
  what: string,
  method: 'POST' | 'PATCH',
  path: string,
  data: Record<string, unknown>,
) => send(api, { what, right: ADMIN, method, path, json: { data } }, oneIn(api));

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
