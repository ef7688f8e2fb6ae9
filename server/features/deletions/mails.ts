import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';
import { keepToken } from '../users/keep-token.ts';

interface Leaving {
  accountId: string;
  userId: string;
  timezone: string;
  deletesAt: Date;
  scope: 'user' | 'account';
  /** Null: there is none, or it stays. */
  planEndsAt: Date | null;
}

export function deletionAsked(who: Leaving, deps: Pick<Deps, 'signer' | 'publicUrl'>): Composed {
  return mailWithWayBack(who, deps, {
    subject: `Your account will be deleted on ${dayOf(who)}`,
    opening:
      'You asked us to delete your account. We signed you out everywhere and canceled your scheduled texts.',
  });
}

export function deletionNear(who: Leaving, deps: Pick<Deps, 'signer' | 'publicUrl'>): Composed {
  return mailWithWayBack(who, deps, {
    subject: `Reminder: Your account will be deleted on ${dayOf(who)}`,
    opening:
      "A few weeks ago, you asked us to delete your account. In a few days, you won't be able to undo that.",
  });
}

export function deletionTakenBack(
  { plan, timezone }: { plan: { plan: 'renews' | 'ended'; at: Date } | null; timezone: string },
  deps: Pick<Deps, 'publicUrl'>,
): Composed {
  const aboutPlan =
    plan === null
      ? []
      : plan.plan === 'renews'
        ? [`Your plan renews again on ${dayIn(plan.at, timezone)}.`]
        : ['Your plan has ended. Choose a plan under Billing to text again.'];
  return compose({
    subject: "We're keeping your account",
    paragraphs: [
      "Your account won't be deleted. Texts that were scheduled stay canceled.",
      ...aboutPlan,
      "If this wasn't you, sign in, set a new password and delete the account again.",
    ],
    button: { label: 'Sign in', url: `${deps.publicUrl}/login` },
  });
}

function mailWithWayBack(
  who: Leaving,
  deps: Pick<Deps, 'signer' | 'publicUrl'>,
  words: { subject: string; opening: string },
): Composed {
  const token = keepToken(deps, { ...who, by: 'mail', goodUntil: who.deletesAt });
  const gone =
    who.scope === 'account'
      ? "your company's account with its numbers, candidates and texts"
      : 'your name, your picture and your sign-in. Your texts and your seat stay with your company';
  return compose({
    subject: words.subject,
    paragraphs: [
      words.opening,
      ...(who.planEndsAt === null
        ? []
        : [`Your plan won't renew. It ends on ${dayIn(who.planEndsAt, who.timezone)}.`]),
      `On ${dayOf(who)}, we'll erase ${gone}.`,
    ],
    button: { label: 'Keep my account', url: `${deps.publicUrl}/keep-account?token=${token}` },
    footnote:
      "If you want it deleted, you don't need to do anything. If you didn't ask for this, keep it and set a new password.",
  });
}

const dayOf = ({ deletesAt, timezone }: Leaving) => dayIn(deletesAt, timezone);

const dayIn = (date: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(date);
