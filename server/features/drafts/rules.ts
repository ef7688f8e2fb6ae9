import type { DraftMode } from '../../../contract/drafts.ts';
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
