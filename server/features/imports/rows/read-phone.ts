import { parsePhone } from '../../../phone.ts';

/** What spreadsheets and other programs do to phone numbers: '+1..., tel:+1..., 2125550123.0, 0044... */
export function readPhone(cell: string, country?: string): string | null {
  const typed = cell
    .trim()
    .replace(/^'(?=[+\d(])/, '')
    .replace(/^tel:/i, '')
    .replace(/^(\d{7,15})\.0+$/, '$1')
    .replace(/^00(?=[1-9])/, '+');
  return typed.length > MOST_OF_A_PHONE ? null : parsePhone(typed, country);
}

const MOST_OF_A_PHONE = 32;
