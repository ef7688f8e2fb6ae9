import { afterEach, expect, test, vi } from 'vitest';
import { CHUNK_LIMIT_MS, inTime } from './in-time.ts';

afterEach(() => vi.useRealTimers());

test('what loads is handed on, and a failure too', async () => {
  expect(await inTime(Promise.resolve('module'))).toBe('module');
  await expect(inTime(Promise.reject(new Error('offline')))).rejects.toThrow('offline');
});

test('what never loads has failed after two minutes', async () => {
  vi.useFakeTimers();
  const failed = vi.fn();
  inTime(new Promise(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(CHUNK_LIMIT_MS - 1);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalled();
  expect(CHUNK_LIMIT_MS).toBe(120_000);
});
