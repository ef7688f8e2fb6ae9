import type { z } from 'zod';
import type { AtsRecordKind } from '../../../../contract/ats.ts';
import { allNumbered } from '../all-pages.ts';
import type { AtsApi } from '../api.ts';
import { orGone } from '../failures.ts';
import { oneOf, rowsOf } from './replies.ts';

const API = 'https://api.resumatorapi.com/v1';
export const PAGE_SIZE = 100;

export const addressOf = (path: string) => `${API}/${path}`;

/** The page number is in the path. A short page is the last. */
export async function readPage<T>(
  api: AtsApi,
  what: string,
  { path, page, kind, only = false }: { path: string; page: number; kind: AtsRecordKind; only?: boolean },
  row: z.ZodType<T>,
): Promise<{ rows: T[]; isLast: boolean }> {
  const url = addressOf(`${path}/page/${page}`);
  const { body } = await api.read(what, { method: 'GET', url }, rowsOf(api, kind, row, { only }));
  return { rows: body.items, isLast: body.count < PAGE_SIZE };
}

export function readAll<T>(
  api: AtsApi,
  what: string,
  list: { path: string; kind: AtsRecordKind },
  row: z.ZodType<T>,
): Promise<T[]> {
  return allNumbered(what, 1, async (page) => {
    const { rows, isLast } = await readPage(api, what, { ...list, page }, row);
    return { items: rows, next: isLast ? null : page + 1 };
  });
}

/** Null: there is none. */
export async function readOne<T>(api: AtsApi, what: string, path: string, row: z.ZodType<T>) {
  const answer = await orGone(api.read(what, { method: 'GET', url: addressOf(path) }, oneOf(row)));
  return answer?.body ?? null;
}
