import { Anchor } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import { adminsOf } from '../../lib/session/access.ts';
import { useNow } from '../../lib/use-now.ts';
import { paths } from '../../paths.ts';
import classes from './billing-banner.module.css';
import { lowTexts } from './low-texts.ts';
import { isStopped, overdueWords } from './overdue-words.ts';

/** Over every screen but Billing, where it is fixed: texts don't go out, or soon won't. */
export function BillingBanner({ user, account }: { user: User; account: Account }) {
  const now = useNow();
  const isThere = useLocation().pathname === paths.billing;
  const words = wordsFor(user, account, now);
  if (words === null || isThere) return null;
  return (
    <div className={classes.banner} role="status" data-tone={words.tone}>
      <span>
        {words.sentence}{' '}
        {words.link && (
          <Anchor component={Link} to={paths.billing} inherit underline="always" c="inherit">
            {words.link}
          </Anchor>
        )}
      </span>
    </div>
  );
}

interface Words {
  sentence: string;
  link?: string;
  tone: 'danger' | 'warning';
}

function wordsFor(user: User, account: Account, now: Date): Words | null {
  const isAdmin = user.userType === 'admin';
  const overdue = overdueWords(account, user.timezone, now);
  if (overdue !== null) {
    const stopped = isStopped(account, now);
    if (isAdmin) return { sentence: overdue, link: 'Go to Billing', tone: stopped ? 'danger' : 'warning' };
    return stopped
      ? {
          sentence: `A payment for your plan is overdue, so texts don't go out. Ask ${adminsOf(account)}.`,
          tone: 'danger',
        }
      : null;
  }
  const left = lowTexts(account);
  if (left === null) return null;
  const sentence =
    left === 0
      ? 'You have no texts left.'
      : left === 1
        ? 'You have 1 text left.'
        : `You have ${left} texts left.`;
  const tone = left === 0 ? 'danger' : 'warning';
  return isAdmin
    ? { sentence, link: 'Buy a text package', tone }
    : { sentence: `${sentence} Ask ${adminsOf(account)}.`, tone };
}
