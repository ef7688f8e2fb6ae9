import type pg from 'pg';
import type { Env } from '../../server/env.ts';

export interface Finding {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  /** What is so. */
  found: string;
  /** What to do about it; null: nothing. */
  cure: string | null;
}

/** What checks look at, once the settings are right. */
export interface Checked {
  env: Env;
  clock: () => Date;
  pool: pg.Pool;
}

export const ok = (name: string, found: string): Finding => ({ name, status: 'ok', found, cure: null });
export const warn = (name: string, found: string, cure: string): Finding => ({
  name,
  status: 'warn',
  found,
  cure,
});
export const fail = (name: string, found: string, cure: string): Finding => ({
  name,
  status: 'fail',
  found,
  cure,
});

/** How long, as people say it. */
export function howLong(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7200
        ? [seconds / 60, 'minute']
        : seconds < 172_800
          ? [seconds / 3600, 'hour']
          : [seconds / 86_400, 'day'];
  return counted(Math.round(count), unit);
}

export const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** What an error says of itself that names no one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'for no known reason';
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
}
