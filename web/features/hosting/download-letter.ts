import { routes } from '../../../contract/routes.ts';
import { failureOf, requestHeaders, urlOf } from '../../lib/api.ts';
import { offlineError } from '../../lib/api-error.ts';

/** Asked with the token, which an address can't carry; so the file is read first, and handed to the browser then. */
export async function downloadLetter(): Promise<void> {
  let response: Response;
  try {
    response = await fetch(urlOf(routes.getLandlineLetter), {
      headers: requestHeaders(),
      credentials: 'same-origin',
    });
  } catch {
    throw offlineError();
  }
  if (!response.ok) throw failureOf(response.status, await response.text());
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = 'letter-of-authorization.pdf';
  link.click();
  URL.revokeObjectURL(address);
}
