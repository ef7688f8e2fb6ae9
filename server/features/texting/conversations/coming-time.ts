import { whyNotLater } from '../../../../contract/coming-time.ts';
import { invalidField } from '../../../failure.ts';

/** A moment that a person chose in a field: still to come, and within a year. `lateMs`: how long ago it may have been. */
export function comingTime(field: string, chosen: string, now: Date, { lateMs = 0 } = {}): Date {
  const at = new Date(chosen);
  const problem = whyNotLater(at.getTime(), now.getTime(), lateMs);
  if (problem !== null) throw invalidField(field, problem);
  return at;
}
