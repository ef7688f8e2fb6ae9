import { describe, expect, it } from 'vitest';
import { createSealer } from './seal.ts';

const sealer = createSealer('a secret that is long enough for tests');

describe('what was sealed', () => {
  it.each(['', '123456', 'Zoë 👩🏽‍💻\n"quoted"', 'x'.repeat(100_000)])('opens as it was', (text) => {
    expect(sealer.open(sealer.seal(text))).toBe(text);
  });

  it('opens with the same key elsewhere', () => {
    const elsewhere = createSealer('a secret that is long enough for tests');
    expect(elsewhere.open(sealer.seal('123456'))).toBe('123456');
  });

  it('shows nothing of the text, and never looks the same twice', () => {
    const [one, two] = [sealer.seal('123456'), sealer.seal('123456')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one.slice('v1.'.length), 'base64url').includes('123456')).toBe(false);
  });

  it('does not open with another key', () => {
    expect(() => createSealer('another secret that is long enough').open(sealer.seal('text'))).toThrow();
  });

  it('does not open after any of its characters was changed', () => {
    const sealed = sealer.seal('123456');
    for (const [place, character] of [...sealed].entries()) {
      const other = character === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, place) + other + sealed.slice(place + 1);
      expect(() => sealer.open(changed), `character ${place}`).toThrow();
    }
  });

  it('does not open shortened, lengthened or under another version', () => {
    const sealed = sealer.seal('123456');
    const spoilt = [
      sealed.slice(0, -1),
      `${sealed}A`,
      `${sealed}=`,
      `v2.${sealed.slice(3)}`,
      sealed.slice(3),
    ];
    for (const each of [...spoilt, 'v1.', '', 'v1.AAAA', 'not sealed at all'])
      expect(() => sealer.open(each), each).toThrow();
  });
});

it('opens what another key sealed, if it is named, and seals with its own', () => {
  const former = 'the former secret, long enough for tests';
  const both = createSealer('the new secret, which is long enough too', former);
  expect(both.open(createSealer(former).seal('text'))).toBe('text');
  expect(() => createSealer(former).open(both.seal('text'))).toThrow();
  expect(() => both.open(sealer.seal('text'))).toThrow();
});
