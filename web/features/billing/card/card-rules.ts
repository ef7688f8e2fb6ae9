import { CARD_EXPIRED } from '../../../../contract/failure.ts';
import { isFullName, NO_FULL_NAME } from '../../../../contract/payments.ts';

/* What a card has to look like. The sentences are the specification's, letter for letter. */

export const NOT_16_DIGITS = 'Card number must be 16 digits';
export const REQUIRED = {
  name: 'The full name is required',
  number: 'The card number is required',
  expiry: 'The expiry date is required',
  cvc: 'The security code is required',
};

export interface CardValues {
  name: string;
  number: string;
  /** MM/YY */
  expiry: string;
  cvc: string;
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

export function checkName(name: string): string | null {
  if (name.trim() === '') return REQUIRED.name;
  return isFullName(name) ? null : NO_FULL_NAME;
}

/** A card is good until its month is over. */
function isExpired(month: number, year: number, now: Date): boolean {
  return now >= new Date(2000 + year, month, 1);
}

function checkExpiry(expiry: string, now: Date): string | null {
  if (expiry.trim() === '') return REQUIRED.expiry;
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(digitsOf(expiry)) ?? [];
  if (month === undefined || year === undefined) return 'Enter the expiry date as MM/YY';
  return isExpired(Number(month), Number(year), now) ? CARD_EXPIRED : null;
}

/** The sentence for each field that isn't right. */
export function checkCard(card: CardValues, now = new Date()): Record<keyof CardValues, string | null> {
  const number = card.number.replaceAll(' ', '');
  return {
    name: checkName(card.name),
    number: number === '' ? REQUIRED.number : /^\d{16}$/.test(number) ? null : NOT_16_DIGITS,
    expiry: checkExpiry(card.expiry, now),
    cvc:
      card.cvc.trim() === ''
        ? REQUIRED.cvc
        : /^\d{3,4}$/.test(card.cvc.trim())
          ? null
          : 'The security code has 3 or 4 digits',
  };
}

/** 4242424242424242 -> 4242 4242 4242 4242; anything but digits is left for the check to refuse. */
export const groupedNumber = (text: string): string =>
  /^[\d ]*$/.test(text) ? digitsOf(text).replace(/(\d{4})(?=\d)/g, '$1 ') : text;

/** 429 -> 04/29 once the month is clear. */
export function groupedExpiry(text: string): string {
  if (!/^[\d/ ]*$/.test(text)) return text;
  const typed = digitsOf(text).slice(0, 4);
  const digits = /^[2-9]/.test(typed) ? `0${typed}`.slice(0, 4) : typed;
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}
