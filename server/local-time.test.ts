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
