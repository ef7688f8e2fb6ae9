/** At most so many words of what a person types are looked up. */
const MAX_WORDS = 5;
const MAX_TERM_LENGTH = 60;

/** Lower case, no accents: `José` is found by `jose`. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

function words(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}@._+-]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, MAX_TERM_LENGTH));
}

/** The fields whose words find a candidate. */
const FOUND_BY = ['firstName', 'lastName', 'email'] as const;

export type Found = { phoneNumber: string } & {
  [Field in (typeof FOUND_BY)[number]]?: string | null | undefined;
};

/**
 * Everything whose beginning finds the candidate: each word of these fields, and the phone number from its country code, area
 * code, exchange or last four digits on.
 */
export function termsOf(candidate: Found): string[] {
  const digits = candidate.phoneNumber.replace(/\D/g, '');
  const national = digits.startsWith('1') && digits.length === 11 ? digits.slice(1) : digits;
  return [
    ...new Set([
      ...FOUND_BY.flatMap((field) => words(candidate[field] ?? '')),
      digits,
      national,
      national.slice(3),
      national.slice(-4),
    ]),
  ].filter((term) => term !== '');
}

/** What a person typed, as beginnings of terms; all of them must be found. A phone number in any way of writing is one. */
export function prefixesOf(search: string): string[] {
  if (/^[\d\s()+.-]+$/.test(search) && /\d/.test(search)) return [search.replace(/\D/g, '')];
  return words(search).slice(0, MAX_WORDS);
}
