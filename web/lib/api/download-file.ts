import { saveFile } from '../save-file.ts';
import { sessionToken } from '../session/session.ts';
import { failureOf, requestHeaders } from './api.ts';
import { offlineError } from './api-error.ts';

/** Asked with the token, which an address can't carry; so the file is read first, and handed to the browser then. */
export async function downloadFile(url: string, name: string): Promise<void> {
  const token = sessionToken();
  let response: Response;
  try {
    response = await fetch(url, { headers: requestHeaders(token), credentials: 'include' });
  } catch {
    throw offlineError();
  }
  if (!response.ok) throw failureOf(response.status, await response.text(), token);
  saveFile(await response.blob(), name);
}
