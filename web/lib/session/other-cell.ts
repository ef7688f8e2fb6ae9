import { ApiError } from '../api/api-error.ts';

/** The account is at another address of Hiretext: the same screen there, with what was typed. False for any other failure. */
export function goToCell(error: unknown, email = ''): boolean {
  if (!(error instanceof ApiError) || error.code !== 'account_elsewhere') return false;
  const { address } = error.details ?? {};
  if (typeof address !== 'string' || !/^https?:\/\//.test(address)) return false;
  const { pathname, search } = window.location;
  // Behind a #, where neither servers nor logs see it.
  window.location.assign(address + pathname + search + (email && `${HASH}${encodeURIComponent(email)}`));
  return true;
}

const HASH = '#email=';

/** The email that someone brings from another cell; empty for everyone else. */
export function emailIn(hash: string): string {
  if (!`#${hash}`.startsWith(HASH)) return '';
  try {
    return decodeURIComponent(hash.slice(HASH.length - 1));
  } catch {
    return '';
  }
}
