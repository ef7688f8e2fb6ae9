import { expect, test, vi } from 'vitest';
import { endSession } from '../session/session.ts';
import { uploadMedia } from './upload.ts';

/** An upload that goes on until it is aborted. */
class Endless {
  readonly upload = {};
  onabort = () => {};
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort();
  }
}

test.each(['its owner', 'the session'])('an upload ends with %s', async (what) => {
  vi.stubGlobal('XMLHttpRequest', Endless);
  const owner = new AbortController();
  const uploading = uploadMedia(new File(['x'], 'desk.png'), { signal: owner.signal });
  if (what === 'its owner') owner.abort();
  else endSession();
  await expect(uploading).rejects.toThrow('canceled');
});
