import { setImmediate as turn } from 'node:timers/promises';
import { Tokenizer } from 'htmlparser2';
import { isEnglish } from './words.ts';

/** What a program can see of a page. */
export interface Page {
  /** The words that people see, up to a limit. Blocks end as sentences do. */
  text: string;
  /** Where its links lead, with spaces between, up to the same limit. */
  links: string;
  /** The language that the page declares, in lower case; '' if none. */
  lang: string;
  hasScript: boolean;
  hasPasswordField: boolean;
  /** A box that is checked before anyone has checked it. */
  hasCheckedBox: boolean;
}

const BLOCKS = new Set(
  'p div li h1 h2 h3 h4 h5 h6 td th tr section article footer header label option'.split(' '),
);
const UNSEEN = new Set(['script', 'style', 'noscript', 'template']);

/** Terms and privacy policies are long; what is longer than this is no page for people. */
const MOST_LETTERS = 100_000;
/** Takes a few milliseconds, then others get their turn. */
const PIECE = 50_000;

/** Reads a page in pieces: it may have megabytes, and everybody else waits meanwhile. */
export async function readPage(html: string): Promise<Page> {
  const reading = startReading(html);
  for (let start = 0; start < html.length; start += PIECE) {
    reading.write(start, start + PIECE);
    await turn();
  }
  return reading.end();
}

/**
 * Reads a page by its tokens alone. Anyone can own the address, and the library's parser, which also keeps track of what is
 * nested in what, takes minutes for a megabyte of tags that are never closed.
 */
function startReading(html: string): { write(start: number, end: number): void; end(): Page } {
  const page: Page = {
    text: '',
    links: '',
    lang: '',
    hasScript: false,
    hasPasswordField: false,
    hasCheckedBox: false,
  };
  let text = '';
  /** The element whose content isn't shown, while it is open. */
  let unseen: string | null = null;
  let tag = '';
  let attribute = '';
  let attributes: Record<string, string> = {};
  const say = (word: string) => {
    if (unseen === null && text.length < MOST_LETTERS) text += word;
  };
  const opened = () => {
    say(tag === 'br' ? '. ' : ' ');
    if (tag === 'html') page.lang = (attributes.lang ?? '').toLowerCase();
    if (tag === 'script') page.hasScript = true;
    if (attributes.href && page.links.length < MOST_LETTERS) page.links += `${attributes.href} `;
    if (tag === 'input') {
      const type = attributes.type?.toLowerCase();
      page.hasPasswordField ||= type === 'password';
      page.hasCheckedBox ||= type === 'checkbox' && attributes.checked !== undefined;
    }
    if (UNSEEN.has(tag)) unseen ??= tag;
  };
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        attributes = {};
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        attributes[attribute] ??= '';
      },
      onattribdata: (start, end) => {
        attributes[attribute] += html.slice(start, end);
      },
      onattribentity: (code) => {
        attributes[attribute] += String.fromCodePoint(code);
      },
      onopentagend: opened,
      onselfclosingtag: opened,
      onclosetag: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        if (name === unseen) unseen = null;
        say(BLOCKS.has(name) ? '. ' : ' ');
      },
      ontext: (start, end) => say(html.slice(start, end)),
      ontextentity: (code) => say(String.fromCodePoint(code)),
      onattribend: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  const end = () => {
    tokenizer.end();
    page.text = text
      .slice(0, MOST_LETTERS)
      .replace(/[‘’]/g, "'")
      .replace(/\s+/g, ' ')
      .replace(/(?:\s?\.){2,}/g, '.')
      .trim();
    page.links = page.links.slice(0, MOST_LETTERS);
    return page;
  };
  return { write: (start, stop) => tokenizer.write(html.slice(start, stop)), end };
}

/** Little to read, because a program in the browser draws it. */
export const isDrawnByScript = ({ text, hasScript }: Page) => hasScript && text.length < 200;

/** A page that asks you to sign in, and shows little else. */
export const asksToSignIn = ({ text, hasPasswordField }: Page) => hasPasswordField && text.length < 600;

const ENOUGH_WORDS = 400;

export function isPageInEnglish({ text, lang }: Page): boolean {
  return text.length < ENOUGH_WORDS || isEnglish(text) || /^en\b/.test(lang);
}
