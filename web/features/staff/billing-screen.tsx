import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BillingDifference } from '../../../contract/staff/billing.ts';
import { dateTime, elapsed } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Rows } from './rows.tsx';
import classes from './staff.module.css';
import { StaffFrame } from './staff-frame.tsx';
import { billingQuery } from './staff-queries.ts';

const kinds: Record<BillingDifference['kind'], string> = {
  plan: 'Plan',
  subscription: 'Subscription',
  seats: 'Seats',
  invoice: 'Invoice',
  texts: 'Texts bought',
};

export function BillingScreen() {
  return (
    <StaffFrame
      tab={paths.staffBilling}
      lead="What differed last night between Hiretext and the payment gateway. Review what couldn't be fixed automatically."
    >
      {(timezone) => <Differences timezone={timezone} />}
    </StaffFrame>
  );
}

function Differences({ timezone }: { timezone: string }) {
  const list = useInfiniteQuery(billingQuery());
  return (
    <Rows
      list={list}
      label="Billing differences"
      empty={<EmptyState icon={<IconCircleCheck size={32} stroke={1.5} />} title="Nothing differs" />}
    >
      {(difference) => (
        <div className={classes.who}>
          <span className={classes.name}>
            {kinds[difference.kind]}: {difference.here} here, {difference.there} at the gateway
          </span>
          <div className={classes.below}>
            <span>{difference.repaired ? 'Repaired' : 'To decide'}</span>
            <span>{difference.subject}</span>
            <span title={dateTime(difference.foundAt, timezone)}>{elapsed(difference.foundAt)} ago</span>
            <Link to={paths.staffAccount} params={{ accountId: difference.accountId }}>
              {difference.accountName}
            </Link>
          </div>
        </div>
      )}
    </Rows>
  );
}
