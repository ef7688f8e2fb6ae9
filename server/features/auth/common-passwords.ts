import { MIN_PASSWORD_LENGTH } from '../../../contract/auth.ts';
import { invalidField } from '../../failure.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/** The most frequent of leaked passwords, as far as they are long enough for us. Megabytes, so loaded when somebody sets one. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= MIN_PASSWORD_LENGTH));
}

/** Whoever tries passwords tries these first, in any case. */
export async function requireUncommon(password: string): Promise<void> {
  common ??= loadCommon();
  if ((await common).has(password.toLowerCase()))
    throw invalidField('password', 'This password is too common. Choose another one.');
}
