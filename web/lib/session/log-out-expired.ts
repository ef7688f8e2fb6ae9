import * as routes from '../../../contract/routes.ts';
import { requestHeaders, urlOf } from '../api/api.ts';
import { endSession, expiredToken } from './session.ts';

/** No one waits longer for a server that doesn't answer. */
const LIMIT_MS = 3000;

/** The session's time is over, or isn't known: the server is asked to end it, and this browser forgets it. */
export async function logOutExpired(): Promise<void> {
  const token = expiredToken();
  if (token !== null)
    await fetch(urlOf(routes.logout), {
      method: routes.logout.method,
      headers: requestHeaders(token),
      credentials: 'include',
      signal: AbortSignal.timeout(LIMIT_MS),
    }).catch(() => {});
  endSession();
}
