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
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
