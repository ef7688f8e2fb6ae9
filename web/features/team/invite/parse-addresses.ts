import type { Seat } from '../../../../contract/seats.ts';
/** A pasted list, as mail programs, tables and people write them: "Ana Lopez <ana@x.example>; bo@x.example". */
export function parseAddresses(text: string): string[] {
  const found = withoutNames(text)
    .split(/[\r\n]+/)
    .flatMap(cellsOf)
    .flatMap((cell) => cell.split(/[,;]+/))
    .flatMap(addressesIn);
  return [...new Map(found.map((address) => [address.toLowerCase(), address])).values()];
}

/** Names with a comma, in quotes or as "Lopez, Ana", would fall apart. Programs add characters that no one sees. */
const withoutNames = (text: string) =>
  text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/"[^"\n]*"(?=\s*<)/g, '')
    .replace(/(?<![^,;<>@\n])[^,;<>@\n]+,[^,;<>@\n]*<([^<>\n]+)>/g, '<$1>');

/** A row of a table has names and more in its other columns. */
function cellsOf(line: string): string[] {
  const cells = line.split('\t');
  const withAddress = cells.filter((cell) => cell.includes('@'));
  return withAddress.length > 0 ? withAddress : cells;
}

function addressesIn(piece: string): string[] {
  const bracketed = [...piece.matchAll(/<([^<>]+)>/g)].map(([, address = '']) => bare(address));
  if (bracketed.length > 0) return bracketed.filter(Boolean);
  const words = piece.trim().split(/\s+/).filter(Boolean);
  const addresses = words.filter((word) => word.includes('@')).map(bare);
  // Without any, the piece stays as it is, to be refused by its own name.
  return addresses.length > 0 ? addresses : words.length > 0 ? [words.join(' ')] : [];
}

/** Without what stands around an address in a sentence or a link. */
const bare = (word: string) =>
  word
    .trim()
    .replace(/^["'([]+|(?<!["')\].:])["')\].:]+$/g, '')
    .replace(/^mailto:/i, '');

/** The error at the field for people who have a seat here or an invitation. */
export function alreadyUsed(email: string, seats: Seat[]): { email?: string } {
  const given = email.trim();
  const wanted = given.toLowerCase();
  const isUsed = seats.some(({ user, pendingEmail }) =>
    [user?.email, pendingEmail].some((used) => used?.toLowerCase() === wanted),
  );
  return isUsed ? { email: `${given} already used` } : {};
}
