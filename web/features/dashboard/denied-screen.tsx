import { Button, Group } from '@mantine/core';
import { Link, useMatches } from '@tanstack/react-router';
import { UNLIMITED_PLANS } from '../../../contract/access.ts';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import type { Denied, Missed } from '../../lib/session/access.ts';
import { adminsOf } from '../../lib/session/access.ts';
import { paths } from '../../paths.ts';
import classes from './denied-screen.module.css';

interface Answer {
  title: string;
  text: string;
  /** What the person can do about it. */
  action?: { label: string; to: string };
}

const seePlans = { label: 'See plans', to: paths.planSelection };

/** In place of a closed screen: what is missing, who to ask for it, and where to go. */
export function DeniedScreen({ missed, user, account }: Denied) {
  const screen = useMatches().findLast((match) => match.staticData.title)?.staticData.title;
  const { title, text, action } = answerTo(missed, user, account);
  return (
    <div className={classes.page}>
      {screen && <p className={classes.screen}>{screen}</p>}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <Group gap="sm" justify="center">
        {action && (
          <Button component={Link} to={action.to}>
            {action.label}
          </Button>
        )}
        <Button component={Link} to={paths.account} variant="default">
          Go to Account
        </Button>
      </Group>
    </div>
  );
}

function answerTo(missed: Missed, user: User, account: Account): Answer {
  const ask = `Ask ${adminsOf(account)}`;
  const isAdmin = user.userType === 'admin';
  switch (missed.missing) {
    case 'admin':
      return { title: 'Only an admin can open this.', text: `${ask}.` };
    case 'recruiterSeat':
      return {
        title: 'You need a recruiter seat.',
        text: user.seat ? `You have a hiring manager seat. ${ask} to change it.` : `${ask} for one.`,
      };
    case 'teamAccount':
      return isAdmin
        ? { title: 'You need a team account.', text: 'Choose a team plan to get one.', action: seePlans }
        : { title: 'You need a team account.', text: `${ask} to change the plan.` };
    case 'nonTexterSeat':
      return {
        title: 'You already have a number.',
        text: `Candidates know you by ${user.seat?.twilioNumberFormatted}.`,
        action: { label: 'Go to Messages', to: paths.messages },
      };
    case 'plan': {
      const title =
        missed.plans === UNLIMITED_PLANS ? 'You need a monthly or annual plan.' : 'You need a plan.';
      const offer = presentPlan(account);
      return isAdmin
        ? { title, text: offer, action: seePlans }
        : { title, text: `${offer} ${ask} to choose one.` };
    }
  }
}

function presentPlan({ planType }: Account): string {
  if (planType === 'free') return "You don't have a plan yet.";
  return planType === 'payg' ? "You're on the pay as you go plan." : `You're on the ${planType} plan.`;
}
