import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../mails/compose.ts';

const changes = {
  password: { subject: 'Your password was changed', sentence: 'The password of your account was changed.' },
  mfaOn: {
    subject: 'Two-factor authentication is on',
    sentence: 'From now on, signing in needs a code from a mail as well.',
  },
  mfaOff: {
    subject: 'Two-factor authentication is off',
    sentence: 'Signing in needs the password only, and no code any more.',
  },
  authenticatorOn: {
    subject: 'An authenticator app was added',
    sentence: 'From now on, signing in needs a code from your authenticator app as well.',
  },
  authenticatorOff: {
    subject: 'Your authenticator app was removed',
    sentence: 'From now on, the code to sign in comes by mail again.',
  },
  recoveryCodesRenewed: {
    subject: 'You have new recovery codes',
    sentence: 'New recovery codes were made. The earlier ones no longer work.',
  },
};

type SecurityChange = keyof typeof changes;

/** What somebody who has taken over an account would like to keep quiet. */
export function securityNotice(change: SecurityChange, deps: Pick<Deps, 'publicUrl'>): Composed {
  return notice(changes[change], deps);
}

export function passkeyAdded(name: string, deps: Pick<Deps, 'publicUrl'>): Composed {
  return notice(
    {
      subject: 'A passkey was added',
      sentence: `From now on, the passkey “${name}” signs in to your account. With the password, a second step is asked for.`,
    },
    deps,
  );
}

export function passkeyRemoved(name: string, deps: Pick<Deps, 'publicUrl'>): Composed {
  return notice(
    {
      subject: 'A passkey was removed',
      sentence: `The passkey “${name}” no longer signs in to your account.`,
    },
    deps,
  );
}

export function recoveryCodeUsed(left: number, deps: Pick<Deps, 'publicUrl'>): Composed {
  const howMany = left === 0 ? 'none is left' : left === 1 ? '1 is left' : `${left} are left`;
  const renew = left <= 3 ? ' Make new ones on your account page.' : '';
  return notice(
    {
      subject: 'A recovery code was used',
      sentence: `Somebody signed in with one of your recovery codes; ${howMany}.${renew}`,
    },
    deps,
  );
}

function notice(what: { subject: string; sentence: string }, deps: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: what.subject,
    paragraphs: [
      what.sentence,
      "If that was you, there is nothing to do. If it wasn't, set a new password now.",
    ],
    button: { label: 'Set a new password', url: `${deps.publicUrl}/reset-password` },
  });
}
