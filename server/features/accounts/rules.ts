import { Failure } from '../../failure.ts';

/** What only an admin of the account may do. */
export function requireAdmin(session: { userType: 'admin' | 'member' }): void {
  if (session.userType !== 'admin') throw new Failure('forbidden');
}
