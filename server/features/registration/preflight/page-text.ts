import { isEnglish } from './words.ts';

/*
 * What stands on a page. Pages come from whoever owns the address, so everything here is linear in their size: a pattern
 * that looks for the end of a tag from every beginning could be kept busy for hours.
 */

const UNSEEN = /<\/(script|style|noscript|template)\b/gi;
const BREAKS = /^(?:\/(?:p|div|li|h\d|td|th|tr|section|article|footer|header|label|option)|br)\b/i;

/** The words that people see. Blocks end as sentences do. */
export function textOf(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    parts.push(html.slice(at, open));
    const end = endOfTag(html, open);
    if (end === -1) return clean(parts);
    if (BREAKS.test(html.slice(open + 1, open + 12))) parts.push('. ');
    else parts.push(' ');
    at = end;
  }
  parts.push(html.slice(at));
  return clean(parts);
}

/** Past the tag, or past all of what is not shown; -1: it never ends. */
function endOfTag(html: string, open: number): number {
  const past = (mark: string) => {
    const found = html.indexOf(mark, open);
    return found === -1 ? -1 : found + mark.length;
  };
  if (html.startsWith('<!--', open)) return past('-->');
  const name = /^(?:script|style|noscript|template)\b/i.exec(html.slice(open + 1, open + 12))?.[0];
  if (name === undefined) return past('>');
  UNSEEN.lastIndex = open;
  for (let close = UNSEEN.exec(html); close !== null; close = UNSEEN.exec(html))
    if (close[1]?.toLowerCase() === name.toLowerCase()) {
      const end = html.indexOf('>', close.index);
      return end === -1 ? -1 : end + 1;
    }
  return -1;
}

const ENTITIES: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  rsquo: "'",
  lsquo: "'",
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
};

function clean(parts: string[]): string {
  return parts
    .join('')
    .replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/[’]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/(?:\s?\.){2,}/g, '.')
    .trim();
}

/** Little to read, because a program in the browser draws it. */
export const isDrawnByScript = (html: string, text: string) => text.length < 200 && /<script\b/i.test(html);

/** A page that asks who one is, and shows little else. */
export const asksToSignIn = (html: string, text: string) =>
  text.length < 600 && /\btype\s*=\s*["']?password\b/i.test(html);

/** A box that is ticked before anybody has ticked it. */
export function hasTickedBox(html: string): boolean {
  for (const [tag] of html.matchAll(/<input\b[^<>]{0,1000}>/gi))
    if (/\btype\s*=\s*["']?checkbox\b/i.test(tag) && /\schecked(?![\w-])/i.test(tag)) return true;
  return false;
}

const ENOUGH_WORDS = 400;

export function isPageInEnglish(html: string, text: string): boolean {
  if (text.length < ENOUGH_WORDS) return true;
  return isEnglish(text) || /<html\b[^<>]{0,300}\blang\s*=\s*["']?en\b/i.test(html);
}
