import { parseTemplate, type Token } from './render-template.ts';

export interface ShortcutLink {
  shortcut: string;
  url: string;
}

/** After a space, opening bracket or quote, so that a hashtag inside a word or a link with a `#` doesn't count. */
const BORDER = /(?<![^\s([{"'“‘«—])/;
const SHORTCUT = new RegExp(`${BORDER.source}#([\\w-]{1,40})(?![\\p{L}\\p{N}_-])`, 'gu');

/** Whether a `#` that is typed after this text can begin a shortcut. */
export const mayBegin = (before: string): boolean => new RegExp(`${BORDER.source}$`).test(before);

/** A text with the links of its shortcuts. Unknown names stay, and links are never changed. */
export function withLinks(text: string, links: readonly ShortcutLink[]): string {
  if (links.length === 0 || !text.includes('#')) return text;
  const urls = new Map(links.map(({ shortcut, url }) => [shortcut.toLowerCase(), url]));
  return text.replace(SHORTCUT, (source, name: string) => urls.get(name.toLowerCase()) ?? source);
}

/** A body's tokens, with the links of its shortcuts. Values of merge attributes are never changed. */
export function parseWithLinks(body: string, links: readonly ShortcutLink[]): Token[] {
  return parseTemplate(body).map((token, index) => {
    if (token.kind !== 'text') return token;
    // Right after a value, no shortcut can begin.
    const before = index === 0 ? '' : '}';
    return { ...token, text: withLinks(before + token.text, links).slice(before.length) };
  });
}
