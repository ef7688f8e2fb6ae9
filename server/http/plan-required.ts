import { type PaidPlan, planNeeded } from '../../contract/access.ts';
import { Failure } from '../failure.ts';
import type { Session } from './session.ts';

/** 402 that names the plan. */
export function planRequired(plans: readonly PaidPlan[], { planType }: Pick<Session, 'planType'>): Failure {
  return new Failure('plan_required', { missing: 'plan' }, planNeeded(plans, planType));
}
