import { expect, it } from 'vitest';
import { isOlder, RELEASES, type Release, refusalOf } from './releases.ts';

it.each([
  ['0.1.0', '0.1.1', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.3', false],
  ['1.2.3', '1.2.3', false],
])('%s is older than %s: %s', (one, other, older) => {
  expect(isOlder(one, other)).toBe(older);
});

it('each release can follow the one before it, and names an older one or itself', () => {
  expect(RELEASES.length).toBeGreaterThan(0);
  for (const [place, { version, oldest }] of RELEASES.entries()) {
    const before = RELEASES[place - 1]?.version ?? oldest;
    expect(isOlder(before, version) || place === 0, version).toBe(true);
    expect(isOlder(before, oldest), version).toBe(false);
    expect(
      RELEASES.slice(0, place + 1).map((release) => release.version),
      version,
    ).toContain(oldest);
  }
});

/** 0.3.0 takes away what only 0.1.0 uses, 0.5.0 what 0.4.0 stopped using. */
const releases: Release[] = [
  { version: '0.1.0', oldest: '0.1.0' },
  { version: '0.2.0', oldest: '0.1.0' },
  { version: '0.3.0', oldest: '0.2.0' },
  { version: '0.4.0', oldest: '0.2.0' },
  { version: '0.5.0', oldest: '0.4.0' },
];

it.each([
  ['0.4.0', '0.5.0', null],
  ['0.5.0', '0.5.0', null],
  ['0.4.2', '0.5.0', null],
  ['0.3.0', '0.5.0', 'Install 0.4.0 first, then 0.5.0'],
  ['0.2.0', '0.5.0', 'Install 0.4.0 first, then 0.5.0'],
  // Not 0.4.0, which can't follow it either.
  ['0.1.0', '0.5.0', 'Install 0.2.0 first, then 0.5.0'],
  ['0.1.0', '0.2.0', null],
  ['0.1.0', '0.4.0', 'Install 0.2.0 first, then 0.4.0'],
])('from %s to %s: %s', (from, to, said) => {
  const upTo = (version: string) =>
    releases.slice(0, releases.findIndex((release) => release.version === version) + 1);
  const refusal = refusalOf({ version: from, oldest: '0.1.0' }, upTo(to));
  if (said === null) expect(refusal).toBeNull();
  else expect(refusal).toContain(said);
});

it('goes back to what still works, and no further', () => {
  const newer = { version: '0.6.0', oldest: '0.4.0' };
  expect(refusalOf(newer, releases)).toBeNull();
  expect(refusalOf(newer, releases.slice(0, 4))).toBeNull();
  expect(refusalOf(newer, releases.slice(0, 3))).toBe(
    "A newer version has changed this database so that Hiretext 0.3.0 can't work with it. Install 0.4.0 or a later version.",
  );
});

it('has nothing against a database without anything', () => {
  expect(refusalOf(null, releases)).toBeNull();
});
