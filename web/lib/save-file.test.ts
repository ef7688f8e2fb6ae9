import { expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

test('a file stays there while the browser reads it, and is let go then', () => {
  vi.useFakeTimers();
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:report');
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  // The test's browser would follow the link, and the screens of later tests would be at its address.
  const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  saveFile(new Blob(['a,b']), 'report.csv');
  expect(made).toHaveBeenCalledTimes(1);
  expect(followed).toHaveBeenCalledTimes(1);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5 * 60_000);
  expect(revoked.mock.calls).toEqual([['blob:report']]);
});
