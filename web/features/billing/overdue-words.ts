import type { Account } from '../../../contract/accounts.ts';
import { monthDay } from '../../lib/dates.ts';

/** The grace is over, and no text goes out. */
export function isStopped({ subscriptionInfo }: Account, now = new Date()): boolean {
  const { status, graceUntil } = subscriptionInfo;
  return status === 'pastDue' && graceUntil !== null && now >= new Date(graceUntil);
}

/** For admins, while a payment has failed; null while none has. */
export function overdueWords(account: Account, timezone: string, now = new Date()): string | null {
  const { status, graceUntil, billingMode } = account.subscriptionInfo;
  if (status !== 'pastDue') return null;
  const byInvoice = billingMode === 'invoicing';
  const failed = byInvoice ? 'An invoice is overdue' : 'Your last payment failed';
  const fix = byInvoice ? 'Pay it' : 'Update your card';
  if (isStopped(account, now)) return `${failed}, so texts don't go out. ${fix} to text again.`;
  return graceUntil === null
    ? `${failed}. ${fix} so texts keep going out.`
    : `${failed}. ${fix} by ${monthDay(graceUntil, timezone, now)} so texts keep going out.`;
}
