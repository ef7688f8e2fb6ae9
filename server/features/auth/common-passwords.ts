import { dictionary } from '@zxcvbn-ts/language-common';
import { MIN_PASSWORD_LENGTH } from '../../../contract/auth.ts';
import { invalidField } from '../../failure.ts';

/** The most frequent of leaked passwords, as far as they are long enough for us. */
const common = new Set(dictionary['passwords-common'].filter((word) => word.length >= MIN_PASSWORD_LENGTH));

/** Whoever tries passwords tries these first, in any case. */
export function requireUncommon(password: string): void {
  if (common.has(password.toLowerCase()))
    throw invalidField('password', 'This password is too common. Choose another one.');
}
