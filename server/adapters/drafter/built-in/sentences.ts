/** Sentences with the white space that follows them. */
const SENTENCE = /[^.!?…]*[.!?…]+["')\]]*\s*|[^.!?…]+$/g;

const sentencesOf = (text: string): string[] => text.match(SENTENCE) ?? [];

const POLITE =
  /^(?:i hope (?:you|this)[^.!?]*[.!?]|(?:thanks|thank you)(?: (?:so|very) much)?(?: (?:in advance|for your time))?[.!,]|(?:best|kind) regards[^.!?]*|looking forward to[^.!?]*[.!])\s*$/i;

/** Without closing and filler; what is left of one that is nothing else stays. */
export function shorten(text: string): string {
  const kept = sentencesOf(text)
    .filter((sentence) => !POLITE.test(sentence.trim()))
    .join('')
    .replace(/\b(?:just wanted to|wanted to|was wondering if|would like to know if)\s+/gi, '')
    .replace(/\b(?:really|very|quite|actually|basically|simply|kindly)\s+/gi, '')
    .trim();
  return kept === '' ? text.trim() : kept[0]?.toUpperCase() + kept.slice(1);
}

/** Whole sentences only, as many as fit; of one that doesn't, its words. */
export function withinLength(text: string, maxLength: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= maxLength) return trimmed;
  let kept = '';
  for (const sentence of sentencesOf(trimmed)) {
    if ((kept + sentence).trimEnd().length > maxLength) break;
    kept += sentence;
  }
  if (kept.trim() !== '') return kept.trim();
  const words = trimmed.slice(0, maxLength + 1);
  return words.slice(0, Math.max(words.lastIndexOf(' '), 1)).trim();
}
