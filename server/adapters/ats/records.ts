import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AtsRecordKind } from '../../../contract/ats.ts';
import { type AtsApi, orSetAside, type RecordKey, type Records, type SetAsideRecord } from './api.ts';

export { orSetAside };

/*
 * Lists are read record by record: one that doesn't fit is set aside and keeps no other from being read. What was set aside is
 * collected with the calls, so that connectors answer what they could read and nothing else.
 */

/** More are refused as a whole: nothing we ask for has as many at once. */
const MOST_ROWS = 50_000;
/** Of one `AtsApi`. More are counted only. */
const MOST_SET_ASIDE = 1000;
const LONGEST_KEY = 200;
const LONGEST_NAME = 120;

export function createRecords(): Records {
  const setAside: SetAsideRecord[] = [];
  const read: RecordKey[] = [];
  return {
    setAside,
    read,
    keep: (kind, record) => {
      const { externalId } = labelOf(record);
      if (externalId !== null) read.push({ kind, key: externalId });
    },
    refuse: (kind, record, field) => {
      if (setAside.length >= MOST_SET_ASIDE) return;
      const label = labelOf(record);
      setAside.push({ kind, key: label.externalId ?? `#${hashOf(record)}`, ...label, field });
    },
  };
}

export interface Rows<T> {
  items: T[];
  /** With those set aside, as pages are counted. */
  count: number;
}

/**
 * The schema of a list. `only`: rows name who is to be read by another call, so these aren't read yet. Throws what isn't a list.
 */
export function rows<T>(
  { records }: Pick<AtsApi, 'records'>,
  kind: AtsRecordKind,
  row: z.ZodType<T>,
  { only = false } = {},
): z.ZodType<Rows<T>> {
  return z
    .array(z.unknown())
    .max(MOST_ROWS)
    .transform((list) => ({
      items: list.flatMap((record) => {
        const parsed = row.safeParse(record);
        if (parsed.success) {
          if (!only) records.keep(kind, record);
          return [parsed.data];
        }
        records.refuse(kind, record, placeOf(parsed.error));
        return [];
      }),
      count: list.length,
    }));
}

/** The same, for who needs no count. */
export const items = <T>(
  api: Pick<AtsApi, 'records'>,
  kind: AtsRecordKind,
  row: z.ZodType<T>,
  how: { only?: boolean } = {},
): z.ZodType<T[]> => rows(api, kind, row, how).transform((read) => read.items);

/** Names of fields only; anything else in a path may be about a person. */
export function placeOf(error: z.ZodError): string {
  const path = error.issues[0]?.path ?? [];
  return path.map((part) => (/^\w{1,40}$/.test(String(part)) ? String(part) : '?')).join('.') || 'the top';
}

const IDS = ['id', '_id', 'shortcode', 'slug', 'key'];
const FIRST_NAMES = ['first_name', 'firstName', 'firstname', 'first-name'];
const LAST_NAMES = ['last_name', 'lastName', 'lastname', 'last-name'];
const NAMES = ['name', 'title', 'text', 'subject'];

function labelOf(raw: unknown): { externalId: string | null; name: string | null } {
  const record = asObject(raw);
  const inside = { ...record, ...asObject(record.attributes), ...asObject(record.applicant) };
  const first = (names: string[], most: number, from: Record<string, unknown> = inside) => {
    for (const name of names) {
      const value = from[name];
      const isText = typeof value === 'string' && value.trim() !== '' && value.length <= most;
      if (isText || typeof value === 'number') return String(value).trim();
    }
    return null;
  };
  const person = [first(FIRST_NAMES, LONGEST_NAME), first(LAST_NAMES, LONGEST_NAME)]
    .filter(Boolean)
    .join(' ');
  return {
    externalId: first(IDS, LONGEST_KEY, record),
    name: (person || first(NAMES, LONGEST_NAME))?.slice(0, LONGEST_NAME) ?? null,
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

const hashOf = (record: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(record) ?? 'undefined')
    .digest('hex')
    .slice(0, 32);
