import type { z } from 'zod';
import type { AtsRecordKind } from '../../../contract/ats.ts';
import type { AtsAccess } from './access.ts';
import { NotFound, RefusedByAts, UnexpectedReply } from './failures.ts';

/** What a connector asks with: signed in, paced, retried where that is harmless, and never logged with keys or names. */
export interface AtsApi {
  readonly access: AtsAccess;
  /** What the lists read through it returned. */
  readonly records: Records;
  /** What was answered so far, in bytes. */
  readonly bytesRead: number;
  /** Ours, for what the vendor compares with its own time. */
  now(): Date;
  /** Where people open the vendor's page: there, or on the screen of the simulated one. */
  page(url: string): string;
  /**
   * Reads, also by POST where the system reads so: repeated after a lost answer, a 5xx and a 429, within the time limit. `what`
   * names the call in errors, e.g. "list candidates". The reply that doesn't fit `schema` is `AtsUnavailable`; lists are `rows`, of
   * which one that doesn't fit is set aside.
   */
  read<T>(what: string, request: AtsRequest, schema: z.ZodType<T>): Promise<AtsAnswer<T>>;
  /** Changes something: sent once, or again only when it certainly wasn't done (never reached, 429). */
  write<T>(what: string, request: AtsRequest, schema: z.ZodType<T>): Promise<AtsAnswer<T>>;
}

export interface AtsRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * In full, of the vendor's real host; `<PREFIX>_API_BASE_URL` replaces scheme and host of every one of them. Redirects are
   * followed for GET only, by the same rules. A function, where the host comes with the tokens.
   */
  url: string | ((access: AtsAccess) => string);
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON, or as a form. */
  json?: unknown;
  form?: Readonly<Record<string, string>> | undefined;
  /** Without `SignIn.headers` and `SignIn.query`: for the call that gets them. */
  unsigned?: true | undefined;
  /** The answer is the address in the `location` header, which isn't followed. */
  answeredByRedirect?: true | undefined;
}

export interface AtsAnswer<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface RecordKey {
  kind: AtsRecordKind;
  /** The system's own ID; where it gives none, one made from the record. */
  key: string;
}

/** As far as it's known. */
export interface SetAsideRecord extends RecordKey {
  externalId: string | null;
  name: string | null;
  /** What doesn't fit, by the names of fields. */
  field: string;
}

export interface Records {
  readonly setAside: readonly SetAsideRecord[];
  /** Those that fit. */
  readonly read: readonly RecordKey[];
  keep(kind: AtsRecordKind, record: unknown): void;
  refuse(kind: AtsRecordKind, record: unknown, field: string): void;
}

/** The details of one in a list. Null: it was set aside, or is gone by now. */
export async function orSetAside<T>(
  { records }: Pick<AtsApi, 'records'>,
  { kind, id }: { kind: AtsRecordKind; id: string },
  reading: Promise<T>,
): Promise<T | null> {
  try {
    const record = await reading;
    records.keep(kind, { id });
    return record;
  } catch (error) {
    if (error instanceof NotFound) return null;
    if (error instanceof RefusedByAts) records.refuse(kind, { id }, 'refused');
    else if (error instanceof UnexpectedReply)
      records.refuse(kind, { id, ...(typeof error.body === 'object' ? error.body : null) }, error.field);
    else throw error;
    return null;
  }
}
