import type { Template } from '../../../contract/templates.ts';

/** How often it was sent and, once that is meaningful, how many answered. */
export function usageWords({ sent, replyRate }: Template['usage']): string {
  if (sent === 0) return 'Not sent yet';
  const times = `Sent ${sent === 1 ? 'once' : `${sent.toLocaleString('en-US')} times`}`;
  return replyRate === null ? times : `${times}, ${Math.round(replyRate * 100)}% replied`;
}
