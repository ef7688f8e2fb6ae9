import type { DraftIntent, DraftMode } from '../../../contract/drafts.ts';
import { readableText } from '../../../contract/name.ts';
import { countSegments } from '../../../contract/segments.ts';

const USUAL_SEGMENTS = 2;
/** In segments of 153 characters. */
const USUAL_LENGTH = 306;

/** The drafter that an admin chose, unless this server no longer has a model. */
export function modeIn(chosen: DraftMode | null, { hasModel }: { hasModel: boolean }): DraftMode {
  if (chosen === null) return hasModel ? 'model' : 'builtIn';
  return chosen === 'model' && !hasModel ? 'builtIn' : chosen;
}

/** In characters, which a drafter can keep to while it writes. */
export function maxLengthFor(source: string | null): number {
  return Math.max(USUAL_LENGTH, source?.length ?? 0);
}

const SAYS: Record<DraftIntent, string> = {
  confirm: 'It confirms.',
  decline: 'It declines kindly.',
  askTimes: 'It asks for times.',
  followUp: 'It follows up.',
  remind: "It's a reminder.",
  thank: 'It says thank you.',
  shareLink: 'It shares a link.',
};

/** Why a draft by rules isn't what was asked for. Null if it is. */
export function noticeOf(
  asked: { intent: DraftIntent | null; instructions: string | null; text: string | null },
  { intent, isAway }: { intent: DraftIntent | null; isAway: boolean },
): string | null {
  const says = intent && asked.intent === null && (asked.instructions || asked.text) ? SAYS[intent] : null;
  const why = isAway
    ? "The language model didn't answer, so this draft was made by rules."
    : says && "Without a language model, this draft can't follow your words.";
  const noLink =
    asked.intent !== null && asked.intent !== intent
      ? 'You have no calendar link to share. This draft asks for times.'
      : null;
  return [why, says, noLink].filter(Boolean).join(' ') || null;
}

const PLAIN: Record<string, string> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
};

/** Typographic marks that models like, and that make a text take more than twice the segments, as a phone's keyboard has them. */
export function inPlainMarks(text: string): string {
  return text.replace(/[“”‘’–—…]/g, (mark) => PLAIN[mark] ?? mark).replace(/\u00a0/g, ' ');
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Without what isn't part of the text, and no longer than two segments, or than its source. */
export function tidied(draft: string, source: string | null): string {
  const text = readableText(inPlainMarks(draft).toWellFormed())
    .replace(/[^\P{Cc}\n]/gu, '')
    .trim()
    .replace(/^"([^"]*)"$/, '$1');
  const most = Math.max(USUAL_SEGMENTS, countSegments(source ?? '').segments);
  const parts = [...sentences.segment(text)].map(({ segment }) => segment);
  while (parts.length > 1 && countSegments(parts.join('').trim()).segments > most) parts.pop();
  return parts.join('').trim();
}
