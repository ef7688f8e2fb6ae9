/** What a connector asks with: signed in, limited in time and size, and never logged with keys or what is in events. */
export interface CalendarApi {
  /** Of the connection, but for tokens. */
  readonly credentials: Readonly<Record<string, string>>;
  /** IANA name. The person's own: for days and times that a calendar tells without a zone. */
  readonly timezone: string;
  now(): Date;
  /**
   * Any reply below 500 but 429 is the connector's to read; the others are `CalendarUnavailable`, like no reply. With tokens, a 401 is
   * asked once more with new ones, then it is `CalendarRefused`. `what` names the call in errors, e.g. "list busy times".
   */
  ask(what: string, request: CalendarRequest): Promise<CalendarReply>;
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
  text: string;
  /** Where it came from, after redirects. */
  url: URL;
}
