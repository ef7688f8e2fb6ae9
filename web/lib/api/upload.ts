import type { AccountImport } from '../../../contract/account-exports.ts';
import type { LandlineOrder } from '../../../contract/landlines.ts';
import type { Media } from '../../../contract/media.ts';
import type { ReplyOutput, Route } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import type { User } from '../../../contract/users.ts';
import { onOtherPerson, onSessionEnd, sessionToken } from '../session/session.ts';
import { failureOf, requestHeaders, urlOf } from './api.ts';
import { offlineError } from './api-error.ts';

interface Progress {
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

export const uploadMedia = (file: File, progress: Progress): Promise<Media> =>
  upload(routes.uploadMedia, file, progress);

export const uploadAvatar = (picture: Blob): Promise<User> => upload(routes.uploadAvatar, picture, {});

export const uploadLandlineBill = (bill: File): Promise<LandlineOrder> =>
  upload(routes.uploadLandlineBill, bill, {});

/** Everything another account had. */
export const uploadAccountExport = (zip: File, progress: Progress): Promise<AccountImport> =>
  upload(routes.startAccountImport, zip, progress);

/** A list of people, with what is said of it. */
export const uploadList = <R extends typeof routes.previewImport | typeof routes.startImport>(
  route: R,
  file: File,
  fields: Record<string, string>,
  progress: Progress = {},
): Promise<ReplyOutput<R>> => upload(route, file, progress, fields);

/** One file. By XMLHttpRequest, since fetch does not report upload progress. */
function upload<R extends Route>(
  route: R,
  file: Blob,
  { onProgress, signal }: Progress,
  fields: Record<string, string> = {},
): Promise<ReplyOutput<R>> {
  const request = new XMLHttpRequest();
  const token = sessionToken();
  const abort = () => request.abort();
  // What is answered to one person is nothing for the next.
  const offs = [onSessionEnd(abort), onOtherPerson(abort)];
  signal?.addEventListener('abort', abort);
  return new Promise<void>((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    request.open(route.method, urlOf(route));
    request.withCredentials = true;
    for (const [name, value] of Object.entries(requestHeaders(token))) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => resolve();
    request.onerror = () => reject(offlineError());
    request.onabort = () => reject(new DOMException('The upload was canceled', 'AbortError'));
    request.send(form);
  })
    .then(() => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) return JSON.parse(responseText) as ReplyOutput<R>;
      throw failureOf(status, responseText, token);
    })
    .finally(() => {
      for (const off of offs) off();
      signal?.removeEventListener('abort', abort);
    });
}
