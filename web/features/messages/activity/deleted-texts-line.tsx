import { longDate } from '../../../lib/dates.ts';
import type { ThreadLine } from '../thread/thread-items.ts';
import classes from './activity.module.css';

/** Where a thread begins whose earlier texts were deleted by their age. */
export const deletedTextsLine = (until: string, timezone: string): ThreadLine => ({
  key: 'deleted texts',
  at: until,
  node: (
    <p className={classes.line}>
      Texts until {longDate(until, timezone)} were deleted by your company's retention rule.
    </p>
  ),
});
