import { parseTemplate } from '../../../../contract/render-template.ts';
import type { DraftRequest } from '../port.ts';
import { isSad } from './commands.ts';
import { shorten } from './sentences.ts';
import { after, greet, inTone, pick } from './tones.ts';

const GREETING = /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b([^,.!?\n]*)[,!.]\s*/i;

const closings = {
  formal: ['Please let me know if you have any questions.', 'I look forward to hearing from you.'],
  casual: [
    'Let me know if you have any questions.',
    'Just text me back here.',
    'Happy to answer any questions.',
  ],
  friendly: ['Any questions, just text me! 😊', 'Text me anytime! 😊'],
} as const;

const ended = (text: string) =>
  text.trimEnd().replace(/[,;:]?$/, (mark) => (/[.!?…]$/.test(text.trimEnd()) ? mark : '.'));

const capitalized = (text: string) => (text[0] ?? '').toUpperCase() + text.slice(1);

/** The same text in another tone, shorter or longer. Its words for people, times, places and links aren't touched. */
export function rewrite(text: string, request: DraftRequest): string {
  const { tone, version, instructions } = request;
  const asked = instructions ?? '';
  const calm = isSad(text);
  const kept = keepAttributes(text);
  let draft = kept.text;
  if (/\bshort|\bbrief|\bconcise|\bless\b/i.test(asked)) draft = shorten(draft);
  const greeting = GREETING.exec(draft);
  if (greeting)
    draft = after(
      greet(tone, greeting[1]?.trim() ?? '', { version, calm }),
      capitalized(draft.slice(greeting[0].length)),
    );
  draft = inTone(draft, tone, { calm });
  if (/\blong|\bmore detail|\bwarmer|\bpolite/i.test(asked) || (version > 0 && !asked))
    draft = `${ended(draft)} ${pick(closings[calm ? 'formal' : tone], version)}`;
  return kept.restore(draft);
}

/** Merge attributes and links are replaced meanwhile, by characters that nothing changes. */
function keepAttributes(text: string): { text: string; restore(draft: string): string } {
  const aside: string[] = [];
  const put = (source: string) => String.fromCodePoint(0xe000 + aside.push(source) - 1);
  const marked = parseTemplate(text.replace(/[\ue000-\uf8ff]/g, ''))
    .map((token) =>
      token.kind === 'text' ? token.text.replace(/\bhttps?:\/\/\S*[^\s.,;:!?)\]]/g, put) : put(token.source),
    )
    .join('');
  return {
    text: marked,
    restore: (draft) =>
      draft.replace(/[\ue000-\uf8ff]/g, (mark) => aside[mark.charCodeAt(0) - 0xe000] ?? mark),
  };
}
