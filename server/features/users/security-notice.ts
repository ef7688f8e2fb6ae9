import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';

const changes = {
  password: { subject: 'Your password was changed', sentence: 'The password for your account was changed.' },
  mfaOn: {
    subject: 'Two-factor authentication is on',
    sentence: "From now on, you'll also need a code from an email to sign in.",
  },
  mfaOff: {
    subject: 'Two-factor authentication is off',
    sentence: "From now on, you'll need only your password to sign in.",
  },
  authenticatorOn: {
    subject: 'An authenticator app was added',
    sentence: "From now on, you'll also need a code from your authenticator app to sign in.",
  },
  authenticatorOff: {
    subject: 'Your authenticator app was removed',
    sentence: "From now on, you'll get your sign-in codes by email again.",
  },
  passwordKnown: {
    subject: 'Someone may know your password',
    sentence: 'Someone entered your password several times but not the code that comes after it.',
  },
  recoveryCodesRenewed: {
    subject: 'You have new recovery codes',
    sentence: 'New recovery codes were created. The earlier ones no longer work.',
  },
};

type SecurityChange = keyof typeof changes;

/** What an attacker who has taken over an account would like to keep quiet. */
export function securityNotice(change: SecurityChange, deps: Pick<Deps, 'publicUrl'>): Composed {
  return notice(changes[change], deps);
}

export function passkeyAdded(name: string, deps: Pick<Deps, 'publicUrl'>): Composed {
  return notice(
    {
      subject: 'A passkey was added',
      sentence: `From now on, the passkey “${name}” can sign in to your account. Signing in with the password takes a second step.`,
    },
    deps,
  );
}

export function passkeyRemoved(name: string, deps: Pick<Deps, 'publicUrl'>): Composed {
  return notice(
    {
      subject: 'A passkey was removed',
      sentence: `The passkey “${name}” can no longer sign in to your account.`,
    },
    deps,
  );
}

export function recoveryCodeUsed(left: number, deps: Pick<Deps, 'publicUrl'>): Composed {
  const howMany = left === 0 ? 'You have none left.' : `You have ${left} left.`;
  const renew = left <= 3 ? ' Create new ones on your account page.' : '';
  return notice(
    {
      subject: 'A recovery code was used',
      sentence: `Someone signed in with one of your recovery codes. ${howMany}${renew}`,
    },
    deps,
  );
}

function notice(what: { subject: string; sentence: string }, deps: Pick<Deps, 'publicUrl'>): Composed {
  return compose({
    subject: what.subject,
    paragraphs: [
      what.sentence,
      "If this was you, you don't need to do anything. If it wasn't, set a new password now.",
    ],
    button: { label: 'Set a new password', url: `${deps.publicUrl}/reset-password` },
  });
}
