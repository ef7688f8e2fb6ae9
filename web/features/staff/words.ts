import type { StaffAccount } from '../../../contract/staff/accounts.ts';

const plans = { free: 'No plan', payg: 'Pay as you go', monthly: 'Monthly', annual: 'Yearly' };
const types = { none: '', personal: 'personal', team: 'team', rectxt: 'internal' };

export function planInWords({ planType, type }: Pick<StaffAccount, 'planType' | 'type'>): string {
  return [plans[planType], types[type]].filter(Boolean).join(', ');
}

/** As it writes itself. */
export function carrierName(carrier: string): string {
  return carrier.charAt(0).toUpperCase() + carrier.slice(1);
}
