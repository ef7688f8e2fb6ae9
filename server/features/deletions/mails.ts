import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../mails/compose.ts';
import { keepToken } from '../users/keep-token.ts';

interface Leaving {
  accountId: string;
  userId: string;
  timezone: string;
  deletesAt: Date;
  scope: 'user' | 'account';
}

export function deletionAsked(who: Leaving, deps: Pick<Deps, 'tokens' | 'publicUrl'>): Composed {
  return mailWithWayBack(who, deps, {
    subject: `Your account will be deleted on ${dayOf(who)}`,
    said: 'You asked us to delete your account. You are signed out everywhere, and nothing is sent any more.',
  });
}

export function deletionNear(who: Leaving, deps: Pick<Deps, 'tokens' | 'publicUrl'>): Composed {
  return mailWithWayBack(who, deps, {
    subject: `Your account is deleted on ${dayOf(who)}`,
    said: 'Some weeks ago you asked us to delete your account. In a few days that can no longer be undone.',
  });
}

export function deletionTakenBack(deps: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: 'Your account stays',
    paragraphs: [
      'Your account is not deleted any more. Texts that were scheduled stay canceled.',
      "If that wasn't you, sign in, set a new password, and delete the account again.",
    ],
    button: { label: 'Sign in', url: `${deps.publicUrl}/login` },
  });
}

function mailWithWayBack(
  who: Leaving,
  deps: Pick<Deps, 'tokens' | 'publicUrl'>,
  words: { subject: string; said: string },
): Composed {
  const token = keepToken(deps, { ...who, by: 'mail', goodUntil: who.deletesAt });
  const gone =
    who.scope === 'account'
      ? 'the company, its numbers, all candidates and every text'
      : 'your name, your picture and your sign-in; the texts and your seat stay with your company';
  return compose({
    subject: words.subject,
    paragraphs: [words.said, `What is erased on ${dayOf(who)}: ${gone}.`],
    button: { label: 'Keep my account', url: `${deps.publicUrl}/keep-account?token=${token}` },
    footnote:
      "If you want it deleted, there is nothing to do. If you didn't ask for this, keep it and set a new password.",
  });
}

function dayOf({ deletesAt, timezone }: Leaving): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: timezone }).format(deletesAt);
}
