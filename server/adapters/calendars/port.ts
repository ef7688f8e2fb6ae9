import type { CalendarProvider } from '../../../contract/calendar-connections.ts';
import type { CalendarApi } from './api.ts';

export type { CalendarProvider } from '../../../contract/calendar-connections.ts';

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

export interface BusyTime {
  startsAt: Date;
  endsAt: Date;
}

/** Half open: what ends at `from` or starts at `to` is outside. */
export interface TimeRange {
  from: Date;
  to: Date;
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

  /** Invites and e-mails nobody. Null: read only. */
  addEvent: ((api: CalendarApi, event: NewEvent) => Promise<void>) | null;
  /** One that we added. What isn't there (any more) is removed. */
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

/** What of them is in the range, in order, with those that touch made one. */
export function mergeBusy(times: readonly BusyTime[], { from, to }: TimeRange): BusyTime[] {
  const cut = times
    .map(({ startsAt, endsAt }) => ({
      start: Math.max(startsAt.getTime(), from.getTime()),
      end: Math.min(endsAt.getTime(), to.getTime()),
    }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
  const merged: typeof cut = [];
  for (const time of cut) {
    const last = merged.at(-1);
    if (last && time.start <= last.end) last.end = Math.max(last.end, time.end);
    else merged.push(time);
  }
  return merged.map(({ start, end }) => ({ startsAt: new Date(start), endsAt: new Date(end) }));
}
