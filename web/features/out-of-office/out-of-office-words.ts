import type { OutOfOffice } from '../../../contract/out-of-office.ts';
import { dateTime } from '../../lib/dates.ts';

export type Period = Pick<OutOfOffice, 'startsAt' | 'endsAt'>;

export function spanText({ startsAt, endsAt }: Period, timezone: string): string {
  const from = startsAt === null ? '' : ` from ${dateTime(startsAt, timezone)}`;
  const until = endsAt === null ? '' : ` until ${dateTime(endsAt, timezone)}`;
  return from + until;
}

/** When it is on. */
export function periodText(
  { outOfOfficeMessageEnabled, startsAt, endsAt }: Period & Pick<OutOfOffice, 'outOfOfficeMessageEnabled'>,
  timezone: string,
): string {
  if (!outOfOfficeMessageEnabled) return 'Out of office is off.';
  const from = startsAt === null ? 'On' : `On from ${dateTime(startsAt, timezone)}`;
  const until = endsAt === null ? "until it's turned off" : `until ${dateTime(endsAt, timezone)}`;
  return `${from} ${until}.`;
}
