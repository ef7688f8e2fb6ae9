import { onTestFinished, vi } from 'vitest';

/** Uploads use XMLHttpRequest, since they report progress: each is answered with this until the test is over. */
export function answerUploads(status: number, reply: object): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly status = status;
      readonly responseText = JSON.stringify(reply);
      readonly upload = {};
      onload = () => {};
      open() {}
      setRequestHeader() {}
      abort() {}
      send() {
        setTimeout(() => this.onload());
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}
