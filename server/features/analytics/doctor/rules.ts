import type { DoctorWarning } from '../../../../contract/delivery-doctor.ts';
import { isAmong, linksIn, SHORTENERS } from '../../../../contract/links-in.ts';

/** One of the latest texts that a person typed. */
export interface LatestText {
  body: string;
  /** No one of the company had texted in the conversation before. */
  isFirst: boolean;
}

interface Facts {
  companyName: string;
  sent: number;
  filtered: number;
  optOuts: number;
  latest: readonly LatestText[];
}

/** Fewer texts say nothing, and neither does one candidate. */
const ENOUGH_TEXTS = 50;
const ENOUGH_CANDIDATES = 2;
const ENOUGH_LATEST = 20;
const ENOUGH_FIRST = 10;
/** Carriers restrict numbers from about 1.5 % of opt-outs in 30 days; this is before that. */
const WARNED_SHARE = 0.01;

/** What spoils the name of a number with carriers and candidates. */
export function warningsOf({ companyName, sent, filtered, optOuts, latest }: Facts): DoctorWarning[] {
  const isMuch = (count: number) =>
    sent >= ENOUGH_TEXTS && count >= ENOUGH_CANDIDATES && count / sent > WARNED_SHARE;
  const first = latest.filter(({ isFirst }) => isFirst);
  const company = companyName.trim().toLowerCase();
  const unnamed = first.filter(({ body }) => !body.toLowerCase().includes(company));
  const found: Record<DoctorWarning, boolean> = {
    optOuts: isMuch(optOuts),
    filtered: isMuch(filtered),
    sameText: latest.length >= ENOUGH_LATEST && mostFrequent(latest) > latest.length / 2,
    shortLinks: latest.some(({ body }) => linksIn(body).some(({ host }) => isAmong(host, SHORTENERS))),
    noCompanyName: company !== '' && first.length >= ENOUGH_FIRST && unnamed.length > first.length / 2,
  };
  return (Object.keys(found) as DoctorWarning[]).filter((warning) => found[warning]);
}

/** How often the most frequent words were sent, whatever the name in them. */
function mostFrequent(texts: readonly LatestText[]): number {
  const counts = new Map<string, number>();
  for (const { body } of texts) {
    const words = withoutNames(body);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

/** Names, times and numbers differ in what is the same text. "Hi Maria, ..." */
const withoutNames = (body: string) =>
  body
    .replace(/^(\p{L}+)[\s,]+\p{Lu}\p{L}*/u, '$1')
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
