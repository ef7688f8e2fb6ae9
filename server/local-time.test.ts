import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { isZone, wallClock } from './local-time.ts';

it('knows a zone however it is written, and keeps one formatter of it', () => {
  const at = Date.parse('2026-03-10T12:00Z');
  const there = wallClock(at, 'Antarctica/Troll');
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  for (const zone of ['antarctica/troll', 'ANTARCTICA/TROLL', 'aNtArCtIcA/tRoLl'])
    expect(wallClock(at, zone)).toBe(there);
  expect(isZone('ANTARCTICA/Troll')).toBe(true);
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

it('reads every clock as the tables of the world have it', () => {
  const zones = [
    'America/New_York',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Asia/Kathmandu',
  ];
  const instant = fc.date({ min: new Date('1890-01-01'), max: new Date('2150-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), (at, timeZone) => {
      const shown = new Date(wallClock(at.getTime(), timeZone)).toISOString().slice(0, 19).replace('T', ', ');
      const format = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
      expect(shown).toBe(new Intl.DateTimeFormat('sv-SE', format).format(at).replace(' ', ', '));
    }),
    { numRuns: 300 },
  );
});

it('reads it in the hours in which clocks change', () => {
  const at = Date.parse('2026-11-01T05:30Z');
  const shown = [0, 1, 2].map((hours) => wallClock(at + hours * 3600_000, 'America/New_York'));
  expect(shown.map((wall) => new Date(wall).toISOString().slice(11, 16))).toEqual([
    '01:30',
    '01:30',
    '02:30',
  ]);
});
