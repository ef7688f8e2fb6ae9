import { z } from 'zod';
import type { AtsRecordKind } from '../../../contract/ats.ts';
import { allPages } from './all-pages.ts';
import type { AtsAnswer, AtsApi, AtsRequest } from './api.ts';
import { needing } from './failures.ts';
import { items } from './records.ts';

/** What a system is asked for. */
export interface Call {
  what: string;
  /** The right that it takes, for systems that refuse without naming it. */
  right?: string;
  /** Below the base. */
  path: string;
  query?: AtsRequest['query'];
  json?: unknown;
  /** Of what it lists. */
  kind?: AtsRecordKind;
  /** It only says who is to be read by another call. */
  only?: true;
}

type WriteCall = Call & { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' };

export interface Page<T> {
  items: T[];
  next: string | null;
}

interface Paging<S extends z.ZodRawShape> {
  /** The field that has the list. */
  list: string;
  /** The fields that point to the next page. */
  envelope: S;
  /** The parameter that the next page is asked for by. */
  cursor: string;
  /** Null: that was the last one. */
  next(envelope: z.output<z.ZodObject<S>>): string | null;
}

/** How one system is asked: where it is, and how it's read there. `AtsApi` signs, paces and repeats. */
export function rest({
  base,
  headers,
  asks = 'GET',
}: {
  base: string | ((api: AtsApi) => string);
  headers?: NonNullable<AtsRequest['headers']>;
  /** How reads are sent. */
  asks?: 'GET' | 'POST';
}) {
  const requestOf = (api: AtsApi, method: AtsRequest['method'], { path, query, json }: Call): AtsRequest => ({
    method,
    url: (typeof base === 'string' ? base : base(api)) + path,
    query,
    json,
    headers,
  });

  const bodyOf = async <T>({ right }: Call, answer: Promise<AtsAnswer<T>>): Promise<T> =>
    (await (right === undefined ? answer : needing(right, answer))).body;

  const read = <T>(api: AtsApi, call: Call, schema: z.ZodType<T>): Promise<T> =>
    bodyOf(call, api.read(call.what, requestOf(api, asks, call), schema));

  const write = <T>(api: AtsApi, call: WriteCall, schema: z.ZodType<T>): Promise<T> =>
    bodyOf(call, api.write(call.what, requestOf(api, call.method, call), schema));

  /** For systems whose lists all go on in the same way. */
  function paged<S extends z.ZodRawShape>({ list, envelope, cursor: parameter, next }: Paging<S>) {
    async function readPage<T>(
      api: AtsApi,
      call: Call,
      cursor: string | null,
      item: z.ZodType<T>,
    ): Promise<Page<T>> {
      const rows = items(api, call.kind ?? 'other', item, { only: call.only === true });
      const query = { ...call.query, [parameter]: cursor ?? undefined };
      const reply: unknown = await read(api, { ...call, query }, z.object({ ...envelope, [list]: rows }));
      const { [list]: found = [] } = reply as Record<string, T[]>;
      return { items: found, next: next(reply as z.output<z.ZodObject<S>>) };
    }

    const readAll = <T>(api: AtsApi, call: Call, item: z.ZodType<T>): Promise<T[]> =>
      allPages(call.what, (cursor) => readPage(api, call, cursor, item));

    return { readPage, readAll };
  }

  return { read, write, paged };
}
