import type { Account } from '../../../contract/accounts.ts';
import { type CalendarShortcut, CODE_LENGTH } from '../../../contract/calendars.ts';

/** What stands for every link of a shortcut where clicks are counted: only the server makes real ones. */
export function sampleOf(account: Account | undefined): string | null {
  const { isCounted, sample } = account?.linkClicks ?? {};
  return isCounted && sample ? sample : null;
}

/** With links as long as those that candidates get. */
export function withSamples(
  shortcuts: readonly CalendarShortcut[],
  sample: string | null,
): readonly CalendarShortcut[] {
  return sample === null ? shortcuts : shortcuts.map((one) => ({ ...one, url: sample }));
}

/** A text that was sent as it was counted: the sample for its short links. */
export function asCounted(body: string, sample: string | null): string {
  if (sample === null) return body;
  const before = sample.slice(0, -CODE_LENGTH);
  const [beginning = '', ...others] = body.split(before);
  return [beginning, ...others.map((rest) => sample.slice(-CODE_LENGTH) + rest.slice(CODE_LENGTH))].join(
    before,
  );
}
