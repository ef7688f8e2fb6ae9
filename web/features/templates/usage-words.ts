import type { Template } from '../../../contract/templates.ts';
import { inDigits } from '../../lib/words.ts';

/** How often it was sent and, once that is meaningful, how many answered. */
export function usageWords({ sent, replyRate }: Template['usage']): string {
  if (sent === 0) return 'Not sent yet';
  const times = `Sent ${sent === 1 ? 'once' : `${inDigits(sent)} times`}`;
  return replyRate === null ? times : `${times}, ${Math.round(replyRate * 100)}% replied`;
}
