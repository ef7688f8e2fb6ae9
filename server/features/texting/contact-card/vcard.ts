import { personName } from '../../../../contract/person-name.ts';

export interface Card {
  firstName: string;
  lastName: string;
  company: string;
  /** E.164. */
  phoneNumber: string;
  title: string | null;
  email: string | null;
  /** A JPEG. */
  picture: Buffer | null;
}

/** Version 3.0: the one that phones of all ages import together with the picture (RFC 2426). */
export function vcardOf(card: Card): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(card.lastName)};${escaped(card.firstName)};;;`,
    `FN:${escaped(personName(card))}`,
    `ORG:${escaped(card.company)}`,
    ...(card.title === null ? [] : [`TITLE:${escaped(card.title)}`]),
    `TEL;TYPE=WORK,VOICE,MSG:${card.phoneNumber}`,
    ...(card.email === null ? [] : [`EMAIL;TYPE=INTERNET,WORK:${escaped(card.email)}`]),
    ...(card.picture === null ? [] : [`PHOTO;ENCODING=b;TYPE=JPEG:${card.picture.toString('base64')}`]),
    'END:VCARD',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A line break would begin another property. */
const escaped = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[\\,;]/g, (character) => `\\${character}`);

/** Of a line, without its end. */
const MOST_BYTES = 75;

/** Long lines go on in the next one, behind a space; never within a character. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (bytes + more > MOST_BYTES) {
      text += '\r\n ';
      bytes = 1;
    }
    text += character;
    bytes += more;
  }
  return text;
}
