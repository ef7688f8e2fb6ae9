import type { Media } from '../../contract/media.ts';
import { routes } from '../../contract/routes.ts';
import { failureOf, requestHeaders, urlOf } from './api.ts';
import { offlineError } from './api-error.ts';

/** Uploads one file. By XMLHttpRequest, since fetch does not tell how far an upload is. */
export function uploadMedia(
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Media> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('file', file);
    request.open(routes.uploadMedia.method, urlOf(routes.uploadMedia));
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText) as Media);
      else reject(failureOf(request.status, request.responseText));
    };
    request.onerror = () => reject(offlineError());
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
