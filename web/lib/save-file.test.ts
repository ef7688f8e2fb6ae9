import { expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

test('a file stays there while the browser reads it, and is let go then', () => {
  vi.useFakeTimers();
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:report');
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  saveFile(new Blob(['a,b']), 'report.csv');
  expect(made).toHaveBeenCalledTimes(1);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5 * 60_000);
  expect(revoked.mock.calls).toEqual([['blob:report']]);
});
