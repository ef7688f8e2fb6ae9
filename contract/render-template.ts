import {
  isMergeAttribute,
  MERGE_ATTRIBUTES,
  type MergeAttribute,
  type MergeValues,
  mergeAttributes,
} from './merge-attributes.ts';

/** A piece of a body: plain text, or a merge attribute. */
export type Token =
  | { kind: 'text'; text: string }
  /** `fallback`: what to write when the value is missing. Null without one. */
  | { kind: 'attribute'; source: string; attribute: MergeAttribute; fallback: string | null }
  | { kind: 'unknown'; source: string; name: string }
  /** Braces that look like an attribute but aren't: a brace is missing or extra, or there is no name. */
  | { kind: 'unfinished'; source: string };

export type Rendered =
  | { ok: true; text: string }
  | { ok: false; missing: MergeAttribute[]; unknown: string[] };

/** On one line and without braces inside. */
const ATTRIBUTE = /\{\{([^{}|\n\r]*)(?:\|([^{}\n\r]*))?\}\}/g;

const anyOf = (words: string[]) => `(?:${words.map((word) => word.replaceAll('.', '\\.')).join('|')})`;
const NAME = anyOf(MERGE_ATTRIBUTES);
const LABEL = anyOf([
  ...MERGE_ATTRIBUTES.map((name) => name.slice(name.lastIndexOf('.') + 1)),
  ...Object.values(mergeAttributes).map(({ label }) => label),
]);
const WORD = '[\\p{L}_][\\p{L}\\p{N}_.-]{0,60}';
const SPACE = '[ \\t]{0,9}';
const FALLBACK = '(?:\\|[^{}\\n\\r]{0,200})?';
/** Two braces always mean an attribute. One does close around a word, around a label, and at the name of an attribute. */
const UNFINISHED = new RegExp(
  [
    `\\{\\{(?:${SPACE}${WORD})?(?:${FALLBACK}\\})?`,
    `\\{(?:[\\p{L}_]${WORD}|${SPACE}(?:${NAME}|${LABEL})${SPACE})${FALLBACK}\\}{1,2}`,
    `\\{${SPACE}${NAME}`,
    `${NAME}${SPACE}${FALLBACK}\\}{1,2}`,
    '\\}\\}',
  ].join('|'),
  'giu',
);

/** Every body is the sources and texts of its tokens, one after the other. */
export function parseTemplate(body: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of body.matchAll(ATTRIBUTE)) {
    const [source, inside = '', after] = match;
    tokens.push(...textsOf(body.slice(end, match.index)));
    const isInBraces = body[match.index - 1] === '{' || body[match.index + source.length] === '}';
    end = match.index + source.length;
    const name = inside.trim();
    // A blank fallback would leave the gap that a fallback is there to fill.
    const fallback = after?.trim() || null;
    if (name === '' || isInBraces) tokens.push({ kind: 'unfinished', source });
    else if (isMergeAttribute(name)) tokens.push({ kind: 'attribute', source, attribute: name, fallback });
    else tokens.push({ kind: 'unknown', source, name });
  }
  return [...tokens, ...textsOf(body.slice(end))];
}

/** What is between attributes: text, and what might have become one. */
function textsOf(between: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const addText = (to: number) => {
    if (to > end) tokens.push({ kind: 'text', text: between.slice(end, to) });
  };
  for (const { 0: source, index } of between.matchAll(UNFINISHED)) {
    addText(index);
    tokens.push({ kind: 'unfinished', source });
    end = index + source.length;
  }
  addText(between.length);
  return tokens;
}

/** A piece of a body. */
export interface Placed {
  source: string;
  /** Where the body has it, in characters from 0. */
  position: number;
}

/** What looks like an attribute and can't be filled in, in the order of the body. */
export const unfinishedIn = (body: string): Placed[] => placedIn(body, ['unfinished']);

/** What would be filled in, or was meant to be. */
export const attributesIn = (body: string): Placed[] =>
  placedIn(body, ['attribute', 'unknown', 'unfinished']);

function placedIn(body: string, kinds: Token['kind'][]): Placed[] {
  const found: Placed[] = [];
  let position = 0;
  for (const token of parseTemplate(body)) {
    const source = token.kind === 'text' ? token.text : token.source;
    if (kinds.includes(token.kind)) found.push({ source, position });
    position += source.length;
  }
  return found;
}

export const placeOf = ({ source, position }: Placed) => `${source} (character ${position + 1})`;

export const unfinishedSentence = (unfinished: Placed) =>
  `Finish or remove ${placeOf(unfinished)}. Merge attributes look like {{candidate.firstName}}.`;

/** Values go in as they are and are never parsed: a candidate called `{{company.name}}` is called that in the text. */
export function renderTokens(tokens: readonly Token[], values: MergeValues): Rendered {
  const missing = new Set<MergeAttribute>();
  const unknown = new Set<string>();
  let text = '';
  for (const token of tokens) {
    if (token.kind === 'text') text += token.text;
    else if (token.kind === 'unknown') unknown.add(token.name);
    else if (token.kind === 'unfinished') unknown.add(token.source);
    else {
      const value = filledIn(values, token.attribute) ?? token.fallback;
      if (value === null) missing.add(token.attribute);
      else text += value;
    }
  }
  return missing.size + unknown.size === 0
    ? { ok: true, text }
    : { ok: false, missing: [...missing], unknown: [...unknown] };
}

export function renderTemplate(body: string, values: MergeValues): Rendered {
  return renderTokens(parseTemplate(body), values);
}

function filledIn(values: MergeValues, attribute: MergeAttribute): string | null {
  const value = Object.hasOwn(values, attribute) ? values[attribute] : null;
  return value == null || value.trim() === '' ? null : value;
}

/** The names in a body that no merge attribute has, each once. What is unfinished has none. */
export function unknownAttributesOf(body: string): string[] {
  return [...new Set(parseTemplate(body).flatMap((token) => (token.kind === 'unknown' ? [token.name] : [])))];
}
