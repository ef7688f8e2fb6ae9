import { type CheckedText, replaceTyped } from './checked-text.ts';
import type { LintFacts, LintFinding } from './finding.ts';

const TIME = /(?<![\d:.])(?:(?:1[0-2]|0?[1-9])(?::[0-5]\d)?\s?(?:[ap]\.m\.|[ap]m\b)|\bnoon\b)/gi;
const SHORT_ZONE = /^(?:[ECMP][SD]?T|AK[SD]?T|HS?T|A[SD]T|UTC|GMT)$/;
const ZONE_AFTER =
  /^[\s(]{0,2}(?:[ecmp][sd]?t|ak[sd]?t|hs?t|a[sd]t|utc|gmt|eastern|central|mountain|pacific|alaska|hawaii|local)\b/i;
/** Anywhere. PT and CT are also jobs. */
const ZONE_NAMED =
  /\b(?:[ECMP][SD]T|AK[SD]T|HST|UTC|GMT)\b|\b(?:your|my|our|their|local|eastern|central|mountain|pacific)(?: standard| daylight)? time(?:zone| zone)?\b/;
/** "2 PM to 4 PM" needs its zone once. */
const GOES_ON = /^\s?(?:-|–|—|to|and|or|until|till)\s?$/i;

export function hasClockTime(body: string): boolean {
  return body.search(TIME) >= 0;
}

export function findClockTimes(text: CheckedText, { zones, at }: LintFacts): LintFinding[] {
  if (!zones) return [];
  const times = [...text.prose.matchAll(TIME)].map((match) => ({
    time: match[0],
    from: match.index,
    to: match.index + match[0].length,
    after: text.prose.slice(match.index + match[0].length, match.index + match[0].length + 16),
  }));
  const [first] = times;
  if (!first || ZONE_NAMED.test(text.prose) || times.some(({ after }) => ZONE_AFTER.test(after))) return [];
  const here = zoneAt(zones.sender, at);
  const there = zones.candidate.flatMap((zone) => zoneAt(zone, at) ?? []);
  if (!here || there.every(({ offset }) => offset === here.offset)) return [];
  const names = [...new Set(there.map(({ name }) => name))];
  const [name = ''] = names;
  const isSure = names.length === 1;
  const last = times.filter(
    ({ to }, index) => !GOES_ON.test(text.prose.slice(to, times[index + 1]?.from ?? to)),
  );
  return [
    {
      rule: 'timezone',
      owner: 'practice',
      sentence: `“${first.time}” has no time zone. You're on ${here.name}, and the candidate ${isSure ? 'is' : 'may be'} on ${list(names)}.`,
      range: text.sourceOf(first.from, first.to),
      fix:
        isSure && SHORT_ZONE.test(name)
          ? {
              label: `Add ${name}`,
              body: replaceTyped(
                text,
                last.map(({ from, to }) => ({ from, to, by: `${written(text, from, to)} ${name}` })),
              ),
            }
          : null,
    },
  ];
}

/** A merge attribute stays one. */
function written(text: CheckedText, from: number, to: number): string {
  return text.body.slice(...text.sourceOf(from, to));
}

const list = (names: string[]) =>
  names.length < 3 ? names.join(' or ') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Its offset and the name that people give it on that day. Null for one that isn't known here. */
function zoneAt(timeZone: string, at: Date): { offset: string; name: string } | null {
  try {
    const named = (timeZoneName: 'longOffset' | 'shortGeneric') =>
      new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
        .formatToParts(at)
        .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
    return { offset: named('longOffset'), name: named('shortGeneric') };
  } catch {
    return null;
  }
}
