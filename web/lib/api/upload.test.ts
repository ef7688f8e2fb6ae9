import { expect, test, vi } from 'vitest';
import { endSession } from '../session/session.ts';
import { uploadMedia } from './upload.ts';

/** An upload that runs until it's aborted. */
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

test('an upload that something else on the way answers has failed', async () => {
  class Answered extends Endless {
    readonly status = 200;
    readonly responseText = '<html>Sign in to this network</html>';
    onload = () => {};
    override send() {
      setTimeout(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Answered);
  const uploading = uploadMedia(new File(['x'], 'desk.png'), {});
  await expect(
    Promise.race([uploading, new Promise((resolve) => setTimeout(resolve, 1000))]),
  ).rejects.toThrow();
});
