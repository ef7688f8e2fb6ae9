import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { atField } from '../../lib/forms/form-errors.ts';
import { goToCell } from '../../lib/session/other-cell.ts';

/** To the company's provider, and from there to `next`. The page stays for a moment after this is done. */
export async function leaveForProvider(email: string, next: string | undefined): Promise<void> {
  const found = await call(routes.getSsoUrl, { query: { email } }).catch((error) => {
    if (goToCell(error, email)) return null;
    throw atField(error, 'sso_unknown_domain', 'email');
  });
  if (found === null) return;
  keepNext(next);
  window.location.assign(found.ssoUrl);
}

/** Where to go after signing in, kept in this tab while the browser is at the provider; a private window may refuse storage. */
const NEXT = 'hiretext:next';

function keepNext(next: string | undefined): void {
  try {
    if (next === undefined) sessionStorage.removeItem(NEXT);
    else sessionStorage.setItem(NEXT, next);
  } catch {
    // The person lands where everyone does.
  }
}

export function takeNext(): string | undefined {
  try {
    const next = sessionStorage.getItem(NEXT) ?? undefined;
    sessionStorage.removeItem(NEXT);
    return next;
  } catch {
    return undefined;
  }
}
