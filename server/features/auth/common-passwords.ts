import { invalidField } from '../../failure.ts';

const PRODUCT = 'Hiretext';
/** Shorter ones occur in other words. */
const SHORTEST_WORD = 4;

let common: Promise<ReadonlySet<string>> | undefined;

/** The most frequent leaked passwords. Megabytes, so loaded when someone sets one. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Attackers try the common passwords first, in any case and with a year or a sign at either end; then what is made of the
 * product's name and of what is known of the person. At least half of a password has to be something else.
 */
export async function requireUncommon(password: string, aboutThePerson: string[]): Promise<void> {
  common ??= loadCommon();
  const list = await common;
  const written = password.toLowerCase();
  const [core = ''] = /\p{L}.*\p{L}/u.exec(written) ?? [];
  const guessed = wordsIn([PRODUCT, ...aboutThePerson]).concat(list.has(core) ? core : []);
  const rest = guessed.reduce((left, word) => left.replaceAll(word, ''), written);
  if (list.has(written) || rest.length * 2 <= written.length)
    throw invalidField('password', 'This password is too easy to guess. Choose another one.');
}

/** The longest first, since one may begin another. */
function wordsIn(texts: string[]): string[] {
  return texts
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length);
}
