import { randomInt } from 'node:crypto';
import { CODE_LENGTH } from '../../../../contract/calendars.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CODE = new RegExp(`^[0-9A-Za-z]{${CODE_LENGTH}}$`);

/** Can't be guessed: 54 bits. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const isCode = (text: string): boolean => CODE.test(text);

export const shortUrl = (linkBaseUrl: string, code: string): string => `${linkBaseUrl}/l/${code}`;

/** As long as any other. */
export const sampleUrl = (linkBaseUrl: string): string => shortUrl(linkBaseUrl, 'x'.repeat(CODE_LENGTH));
