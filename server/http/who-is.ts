import { seatTypeBy, type Who } from '../../contract/access.ts';
import type { Session } from './session.ts';

/** What restrictions look at in who asks. */
export function whoIs(session: Session): Who {
  const { isStaff, userType, accountType, planType, seatRole } = session;
  return { isStaff, userType, accountType, planType, seatRole, seatType: seatTypeBy(session) };
}
