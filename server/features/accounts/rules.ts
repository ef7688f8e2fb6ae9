import { Failure } from '../../failure.ts';

/** What only an admin of the account may do. */
export function requireAdmin(session: { userType: 'admin' | 'member' }): void {
  if (session.userType !== 'admin') throw new Failure('forbidden');
}

/** Texting and numbers come with a plan. */
export function requirePlan(session: { planType: string }): void {
  if (session.planType === 'free') throw new Failure('plan_required');
}
