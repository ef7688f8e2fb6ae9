import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../mails/compose.ts';

/** What somebody who has taken over an account would like to keep quiet. */
export function securityNotice(
  change: 'password' | 'mfaOn' | 'mfaOff',
  deps: Pick<Deps, 'publicUrl'>,
): Composed {
  const what = {
    password: { subject: 'Your password was changed', sentence: 'The password of your account was changed.' },
    mfaOn: {
      subject: 'Two-factor authentication is on',
      sentence: 'From now on, signing in needs a code from a mail as well.',
    },
    mfaOff: {
      subject: 'Two-factor authentication is off',
      sentence: 'Signing in needs the password only, and no code any more.',
    },
  }[change];
  return compose({
    subject: what.subject,
    paragraphs: [
      what.sentence,
      "If that was you, there is nothing to do. If it wasn't, set a new password now.",
    ],
    button: { label: 'Set a new password', url: `${deps.publicUrl}/reset-password` },
  });
}
