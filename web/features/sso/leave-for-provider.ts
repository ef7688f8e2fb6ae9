import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { atField } from '../../lib/forms/form-errors.ts';
import { keepNext } from './next-screen.ts';

/** To the company's provider, and from there to `next`. The page stays for a moment after this is done. */
export async function leaveForProvider(email: string, next: string | undefined): Promise<void> {
  const { ssoUrl } = await call(routes.getSsoUrl, { query: { email } }).catch((error) => {
    throw atField(error, 'sso_unknown_domain', 'email');
  });
  keepNext(next);
  window.location.assign(ssoUrl);
}
