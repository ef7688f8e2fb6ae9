import { describe, expect, it } from 'vitest';
import areaCodes from './area-codes.json' with { type: 'json' };
import { findAreaCode } from './area-codes.ts';
import { isZone } from './local-time.ts';
import { findZipArea } from './zip-codes.ts';

const PREFIXES = Array.from({ length: 1000 }, (_, prefix) => String(prefix).padStart(3, '0'));

describe('a ZIP code is in', () => {
  it.each([
    ['10001', 'NY', ['America/New_York']],
    ['02134', 'MA', ['America/New_York']],
    ['60601', 'IL', ['America/Chicago']],
    ['32401', 'FL', ['America/New_York', 'America/Chicago']],
    ['32501', 'FL', ['America/Chicago']],
    ['37321', 'TN', ['America/New_York', 'America/Chicago']],
    ['47906', 'IN', ['America/New_York', 'America/Chicago']],
    ['79821', 'TX', ['America/Chicago', 'America/Denver']],
    ['79901', 'TX', ['America/Denver']],
    ['83501', 'ID', ['America/Denver', 'America/Los_Angeles']],
    ['86045', 'AZ', ['America/Phoenix', 'America/Denver']],
    ['85001', 'AZ', ['America/Phoenix']],
    ['99546', 'AK', ['America/Anchorage', 'America/Adak']],
    ['96813', 'HI', ['Pacific/Honolulu']],
    ['00901', 'PR', ['America/Puerto_Rico']],
  ])('%s: %s', (zipCode, state, zones) => expect(findZipArea(zipCode)).toEqual({ state, zones }));

  it.each(['09012', '96201', '00000'])('no state: %s', (zipCode) => expect(findZipArea(zipCode)).toBe(null));
});

it('each state has the clocks that its area codes have', () => {
  const clocks = (zones: string[]) =>
    new Set(
      zones.map((timeZone) => {
        expect(isZone(timeZone)).toBe(true);
        return ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']
          .map((at) => new Date(at).toLocaleTimeString('en-US', { timeZone }))
          .join(' ');
      }),
    );
  const byState = Map.groupBy(
    PREFIXES.flatMap((prefix) => findZipArea(prefix) ?? []),
    ({ state }) => state,
  );
  const codes = Object.keys(areaCodes).flatMap((code) => findAreaCode(code) ?? []);
  // The numbering plan has the Aleutians with Hawaii, whose clocks don't change.
  byState.delete('AK');
  for (const [state, areas] of byState) {
    const theirs = clocks(codes.filter((each) => each.state === state).flatMap(({ zones }) => zones));
    // Those of neighbors that some towns keep are only known by ZIP code.
    expect([...clocks(areas.flatMap(({ zones }) => zones))], state).toEqual(
      expect.arrayContaining([...theirs]),
    );
  }
});
