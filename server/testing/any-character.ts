import fc from 'fast-check';

/** Lone halves of a pair too. `unit: 'binary'` says the same with a table of all of them, which takes a second to make. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
