import type { CalendarProvider } from '../../../contract/calendar-connections.ts';
import type { CalendarApi } from './api.ts';
import type { BusyTime, TimeRange } from './busy-times.ts';

export type { CalendarProvider } from '../../../contract/calendar-connections.ts';
export { type BusyTime, mergeBusy, type TimeRange } from './busy-times.ts';

/** What is kept sealed for a connection. */
export interface CalendarAccess {
  /** `url`, and for CalDAV `username` and `password`. Empty for OAuth. */
  credentials: Readonly<Record<string, string>>;
  tokens: CalendarTokens | null;
}

export interface CalendarTokens {
  accessToken: string;
  refreshToken: string | null;
  expiresAt: Date;
}

export interface NewEvent {
  /** Ours. Adding the same one twice makes one event. */
  uid: string;
  title: string;
  /** Plain text. */
  description: string;
  location: string | null;
  startsAt: Date;
  endsAt: Date;
  /** IANA name: in which the calendar shows it. */
  timezone: string;
}

/**
 * One kind of calendars. It keeps nothing between calls: what it needs to ask with comes as `api`. Calls throw `CalendarRefused`
 * and `CalendarUnavailable` of `failures.ts`, and `NoCalendarThere` where a person entered the address. What is added or removed
 * may be repeated after any of them.
 */
export interface CalendarConnector {
  readonly provider: CalendarProvider;
  /** As people write it, e.g. Google Calendar. */
  readonly name: string;
  /** Null: a person enters an address, and perhaps a password. */
  readonly oauth: CalendarOauth | null;

  /** The cheapest call that proves access. `name` is whose calendar it is, or what it is called there. */
  test(api: CalendarApi): Promise<{ name: string }>;

  /**
   * When the person is busy in that range, and nothing outside of it: merged, and in order. Events that repeat are there as often as
   * they happen, events of whole days from midnight to midnight. What is canceled or shown as free isn't.
   */
  listBusy(api: CalendarApi, range: TimeRange): Promise<BusyTime[]>;

  /** Invites and e-mails no one. Null: read only. */
  addEvent: ((api: CalendarApi, event: NewEvent) => Promise<void>) | null;
  /** One that we added. What isn't there (anymore) is removed. */
  removeEvent: ((api: CalendarApi, uid: string) => Promise<void>) | null;
}

export interface OauthClient {
  id: string;
  secret: string;
}

export interface CalendarOauth {
  /** Where the person consents. `state` comes back with the code. */
  authorizeUrl(input: { clientId: string; redirectUri: string; state: string }): string;
  /** For the code that came back. Throws `CalendarRefused` also when less was granted than we need. */
  exchange(
    api: CalendarApi,
    input: { code: string; redirectUri: string; client: OauthClient },
  ): Promise<CalendarTokens>;
  /** Called by one process at a time for each connection. */
  renew(api: CalendarApi, input: { refreshToken: string; client: OauthClient }): Promise<CalendarTokens>;
  /** Null: the provider takes nothing back for a single person. */
  revoke: ((api: CalendarApi, tokens: CalendarTokens) => Promise<void>) | null;
}
