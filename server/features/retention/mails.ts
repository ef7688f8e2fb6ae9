import { personName } from '../../../contract/person-name.ts';
import type { RetentionDays } from '../../../contract/retention.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';
import type { DueCounts } from './store.ts';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

const kept = (what: string, days: number | null) =>
  days === null ? `${what}: kept for good` : `${what}: deleted after ${days.toLocaleString('en-US')} days`;

/** In time to take it back. */
export function retentionChanged(
  change: {
    by: { firstName: string; lastName: string };
    now: RetentionDays;
    before: RetentionDays;
    /** Null: unknown. */
    counts: DueCounts | null;
    startsAt: Date;
    timezone: string;
  },
  deps: Pick<Deps, 'publicUrl'>,
): Composed {
  const { now, before, counts, timezone: timeZone } = change;
  const rule = (days: RetentionDays) =>
    [
      kept('texts', days.textsAfterDays),
      kept('pictures and other files', days.mediaAfterDays ?? days.textsAfterDays),
      kept('candidates', days.candidatesAfterDays),
    ].join('; ');
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    change.startsAt,
  );
  return compose({
    subject: `Your company will delete more from ${when}`,
    paragraphs: [
      `${personName(change.by)} changed how long Hiretext keeps things.`,
      `From now on: ${rule(now)}.`,
      `Before: ${rule(before)}.`,
      `On ${when}, it begins to delete. ${todayInWords(counts)} Deleted texts and files can't be restored.`,
      'If that is a mistake, change it back before then. Nothing is deleted until then, and no one on legal hold is affected.',
    ],
    button: { label: 'Open retention', url: `${deps.publicUrl}/dashboard/account/retention` },
  });
}

function todayInWords(counts: DueCounts | null): string {
  if (counts === null) return "We couldn't count what that would be today.";
  const listed = [
    counted(counts.texts, 'text', 'texts'),
    counted(counts.media, 'picture or other file', 'pictures and other files'),
    counted(counts.candidates, 'candidate', 'candidates'),
  ].join(', ');
  return counts.complete
    ? `Today that would be ${listed}.`
    : `Today that would be at least ${listed}. There was too much to count everything.`;
}
