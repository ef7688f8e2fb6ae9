import { z } from 'zod';
import { allPages } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import { RefusedByAts, RightsMissing } from '../failures.ts';
import { type Call, type Page, rest } from '../rest.ts';

const { read, write, paged } = rest({ base: 'https://api.lever.co/v1' });
const lists = paged({
  list: 'data',
  envelope: { next: z.string().nullish(), hasNext: z.boolean().nullish() },
  cursor: 'offset',
  next: ({ next, hasNext }) => (hasNext === false ? null : (next ?? null)),
});

export { write };

/** What is confidential is left out, without a word, unless it's asked for. */
export const EVERYTHING = { confidentiality: 'all' };

/** A key is given access to confidential data when it's created; without, asking for all is refused as a whole. */
export async function readPage<T>(
  api: AtsApi,
  call: Call,
  cursor: string | null,
  item: z.ZodType<T>,
): Promise<Page<T>> {
  const query: NonNullable<Call['query']> = { limit: 100, ...call.query };
  try {
    return await lists.readPage(api, { ...call, query }, cursor, item);
  } catch (error) {
    const isRefused = error instanceof RightsMissing || error instanceof RefusedByAts;
    if (!isRefused || query.confidentiality === undefined) throw error;
    const open = { ...query, confidentiality: undefined };
    return await lists.readPage(api, { ...call, query: open }, cursor, item);
  }
}

export const readAll = <T>(api: AtsApi, call: Call, item: z.ZodType<T>): Promise<T[]> =>
  allPages(call.what, (cursor) => readPage(api, call, cursor, item));

export const readOne = async <T>(api: AtsApi, call: Call, item: z.ZodType<T>): Promise<T> =>
  (await read(api, call, z.object({ data: item }))).data;
