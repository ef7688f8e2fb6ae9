import { isMergeAttribute, type MergeAttribute, type MergeValues } from './merge-attributes.ts';

/** A piece of a body: text as it stands, or what a merge attribute stands for. */
export type Token =
  | { kind: 'text'; text: string }
  /** `fallback`: what to write when the value is missing. Null without one. */
  | { kind: 'attribute'; source: string; attribute: MergeAttribute; fallback: string | null }
  | { kind: 'unknown'; source: string; name: string };

export type Rendered =
  | { ok: true; text: string }
  | { ok: false; missing: MergeAttribute[]; unknown: string[] };

/** On one line and without braces inside. Braces that don't match this are text. */
const ATTRIBUTE = /\{\{([^{}|\n\r]*)(?:\|([^{}\n\r]*))?\}\}/g;

/** Every body is the sources and texts of its tokens, one after the other. */
export function parseTemplate(body: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const addText = (text: string) => {
    const last = tokens.at(-1);
    if (text === '') return;
    if (last?.kind === 'text') last.text += text;
    else tokens.push({ kind: 'text', text });
  };
  for (const match of body.matchAll(ATTRIBUTE)) {
    const [source, inside = '', after] = match;
    addText(body.slice(end, match.index));
    end = match.index + source.length;
    const name = inside.trim();
    // A blank fallback would leave the hole that a fallback is there to fill.
    const fallback = after?.trim() || null;
    if (name === '') addText(source);
    else if (isMergeAttribute(name)) tokens.push({ kind: 'attribute', source, attribute: name, fallback });
    else tokens.push({ kind: 'unknown', source, name });
  }
  addText(body.slice(end));
  return tokens;
}

/** Values go in as they are and are never parsed: a candidate called `{{company.name}}` is called that in the text. */
export function renderTokens(tokens: readonly Token[], values: MergeValues): Rendered {
  const missing = new Set<MergeAttribute>();
  const unknown = new Set<string>();
  let text = '';
  for (const token of tokens) {
    if (token.kind === 'text') text += token.text;
    else if (token.kind === 'unknown') unknown.add(token.name);
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

/** The names in a body that no merge attribute has, each once. */
export function unknownAttributesOf(body: string): string[] {
  return [...new Set(parseTemplate(body).flatMap((token) => (token.kind === 'unknown' ? [token.name] : [])))];
}
