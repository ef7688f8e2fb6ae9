import type { Retention, RetentionCounts } from '../../../contract/retention.ts';
import type { ReplyOutput } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { dateTime } from '../../lib/dates.ts';
import { counted, listed } from '../../lib/words.ts';

/** "1,200 texts, 3 pictures and other files, and 1 candidate" */
export function countsInWords({ texts, media, candidates }: RetentionCounts): string {
  const goes = [
    ...(texts > 0 ? [counted(texts, 'text')] : []),
    ...(media > 0 ? [counted(media, 'picture or other file', 'pictures and other files')] : []),
    ...(candidates > 0 ? [counted(candidates, 'candidate')] : []),
  ];
  return goes.length > 0 ? listed(goes) : 'nothing';
}

export function lastRunInWords(run: NonNullable<Retention['lastRun']>, timezone: string): string {
  return `Last run: ${dateTime(run.finishedAt, timezone)}. It deleted ${countsInWords(run)}.`;
}

type Preview = ReplyOutput<typeof routes.previewRetention>;

export function previewInWords(preview: Preview): string {
  const counts = countsInWords(preview);
  if (preview.complete) return `Today, this rule would delete ${counts}.`;
  return counts === 'nothing'
    ? "There was too much to count, so we can't say how much this rule would delete."
    : `Today, this rule would delete at least ${counts}. There was too much to count everything.`;
}

/** Who stays although they are old enough. */
export function whoStays({ onHold, inUse }: Preview): string[] {
  return [
    ...(onHold > 0 ? [`${counted(onHold, 'candidate')} on legal hold, with everything that is theirs.`] : []),
    ...(inUse > 0 ? [`${counted(inUse, 'candidate')} as old, whom someone still needs.`] : []),
  ];
}
