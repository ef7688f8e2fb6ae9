import type { z } from 'zod';
import type { AtsApi } from '../api.ts';
import { NotFound } from '../failures.ts';
import { rowsOf } from './replies.ts';

const API = 'https://api.resumatorapi.com/v1';
export const PAGE_SIZE = 100;

export const addressOf = (path: string) => `${API}/${path}`;

/** Pages stand in the path. A short one is the last. */
export async function readPage<T>(
  api: AtsApi,
  what: string,
  { path, page }: { path: string; page: number },
  row: z.ZodType<T>,
): Promise<{ rows: T[]; isLast: boolean }> {
  const url = addressOf(`${path}/page/${page}`);
  const { body: rows } = await api.read(what, { method: 'GET', url }, rowsOf(row));
  return { rows, isLast: rows.length < PAGE_SIZE };
}

export async function readAll<T>(api: AtsApi, what: string, path: string, row: z.ZodType<T>): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, isLast } = await readPage(api, what, { path, page }, row);
    found.push(...rows);
    if (isLast) return found;
  }
}

/** Null: there is none. */
export async function readOne<T>(
  api: AtsApi,
  what: string,
  path: string,
  row: z.ZodType<T>,
): Promise<T | null> {
  try {
    const { body } = await api.read(what, { method: 'GET', url: addressOf(path) }, rowsOf(row));
    return body[0] ?? null;
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
