import type { Answer, Wanted } from './reading.ts';

/** What a connector asks with: signed in, limited in time and size, and never logged with keys or what is in events. */
export interface CalendarApi {
  /** Of the connection, but for tokens. */
  readonly credentials: Readonly<Record<string, string>>;
  /** IANA name. The person's own: for days and times that a calendar gives without a zone. */
  readonly timezone: string;
  now(): Date;
  /**
   * Any reply below 500 but 429 is the connector's to read; the others are `CalendarUnavailable`, like no reply. With tokens, a 401 is
   * asked once more with new ones, then it is `CalendarRefused`. `what` names the call in errors, e.g. "list busy times".
   */
  ask(what: string, request: CalendarRequest): Promise<CalendarReply>;
  /** Answers that may be anyone's are read beside everything else. `bytes` are gone afterwards. */
  read: CalendarBudget['read'];
}

/** What one calendar may use up, of what all those of one ask may (`ask-budget.ts`). */
export interface CalendarBudget {
  /** The time is over. */
  signal: AbortSignal;
  /** Throws `CalendarTooLarge`. */
  takeBytes(count: number): void;
  read<W extends Wanted>(reading: { bytes: Uint8Array } & W): Promise<Answer<W>>;
}

export interface CalendarRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'PROPFIND' | 'REPORT';
  /**
   * In full. `<PREFIX>_API_BASE_URL` replaces scheme and host. Redirects are followed where nothing is changed; to another company's
   * host without the sign-in.
   */
  url: string;
  query?: Readonly<Record<string, string | undefined>> | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON, as a form, or as it is. */
  json?: unknown;
  form?: Readonly<Record<string, string>> | undefined;
  text?: { type: string; body: string } | undefined;
  /** For the calls that get tokens, and links that are secrets themselves. */
  unsigned?: true | undefined;
}

export interface CalendarReply {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  readonly text: string;
  /** Where it came from, after redirects. */
  url: URL;
}
