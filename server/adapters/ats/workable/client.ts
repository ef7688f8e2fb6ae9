import { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import { allPages } from '../all-pages.ts';
import type { AtsApi, AtsRequest } from '../api.ts';
import { AtsUnavailable, KeyRefused, needing } from '../failures.ts';
import type { AtsAccess } from '../port.ts';
import { items } from '../records.ts';
import { type Call, rest } from '../rest.ts';

/** Part of the address that is asked: nothing else may come in by it. */
export function subdomainOf({ connectedBy, credentials, tokens }: AtsAccess): string {
  const subdomain =
    (connectedBy === 'key' ? credentials.subdomain : tokens?.extra.subdomain)?.trim().toLowerCase() ?? '';
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(subdomain))
    throw new KeyRefused(
      'the subdomain is none',
      'Enter what comes before .workable.com in your address there.',
    );
  return subdomain;
}

const hostOf = (access: AtsAccess) => `${subdomainOf(access)}.workable.com`;
const urlOf = (access: AtsAccess, path: string) => `https://${hostOf(access)}/spi/v3${path}`;

export const { read, write } = rest({ base: ({ access }) => urlOf(access, '') });

const Paging = z.object({ next: z.string().nullish() }).nullish();

/** `cursor` is the whole address of the page, as Workable gives it; a key goes to its own account only. */
export async function readPage<K extends string, T>(
  api: AtsApi,
  call: Call & { right: string },
  page: { key: K; kind: AtsRecordKind; item: z.ZodType<T>; cursor: string | null },
): Promise<{ items: T[]; next: string | null }> {
  const schema = z.object({ [page.key]: items(api, page.kind, page.item), paging: Paging });
  const request: AtsRequest =
    page.cursor === null
      ? { method: 'GET', url: urlOf(api.access, call.path), query: call.query }
      : { method: 'GET', url: ownAddress(api.access, page.cursor) };
  const { body } = await needing(call.right, api.read(call.what, request, schema));
  const { paging, [page.key]: found } = body as { paging: z.infer<typeof Paging> } & Record<K, T[]>;
  return { items: found, next: paging?.next ? ownAddress(api.access, paging.next) : null };
}

export async function readAll<K extends string, T>(
  api: AtsApi,
  call: Call & { right: string },
  list: { key: K; kind: AtsRecordKind; item: z.ZodType<T> },
): Promise<T[]> {
  return allPages(call.what, (cursor) => readPage(api, call, { ...list, cursor }));
}

function ownAddress(access: AtsAccess, address: string): string {
  const url = URL.parse(address);
  const isOwn =
    url?.protocol === 'https:' && url.host === hostOf(access) && url.pathname.startsWith('/spi/v3/');
  if (!isOwn) throw new AtsUnavailable('the next page is elsewhere');
  return url.href;
}
