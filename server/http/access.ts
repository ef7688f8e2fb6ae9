import { type PaidPlan, planNeeded, seatTypeBy, type Who } from '../../contract/access.ts';
import type { Scope } from '../../contract/scopes.ts';
import { Failure } from '../failure.ts';
import type { Session } from './session.ts';

/** What restrictions look at in who asks. */
export function whoIs(session: Session): Who {
  const { isStaff, userType, accountType, planType, seatRole } = session;
  return { isStaff, userType, accountType, planType, seatRole, seatType: seatTypeBy(session) };
}

/** 402 that names the plan. */
export function planRequired(plans: readonly PaidPlan[], { planType }: Pick<Session, 'planType'>): Failure {
  return new Failure('plan_required', { missing: 'plan' }, planNeeded(plans, planType));
}

/** For a part of a call that takes another scope than its row names. */
export function requireScope(session: Pick<Session, 'key'>, scope: Scope): void {
  if (!hasScope(session, scope)) throw new Failure('scope_missing', { scope });
}

/** People have all of them. */
export function hasScope({ key }: Pick<Session, 'key'>, scope: Scope): boolean {
  return key === null || key.scopes.includes(scope);
}
