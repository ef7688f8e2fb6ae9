import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, userQuery } from '../../lib/session/me.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { plansQuery } from '../billing/billing-query.ts';
import { PlanChooser } from './plan-chooser.tsx';
import classes from './plan-selection-screen.module.css';

export function PlanSelectionScreen() {
  const user = useQuery(userQuery());
  const account = useQuery(accountQuery());
  const plans = useQuery(plansQuery());
  const failed = [user, account, plans].filter((query) => query.isError && !query.data);
  return (
    <Page
      title="Choose a plan"
      width="wide"
      lead="Every plan comes with your own texting number. You can change plans anytime."
    >
      {failed.length > 0 ? (
        <LoadFailure what="The plans" retry={() => failed.forEach((query) => void query.refetch())} />
      ) : user.data && account.data && plans.data ? (
        <>
          {user.data.userType !== 'admin' ? (
            <Alert color="iris" variant="light" mb="lg">
              Only an admin at your company can choose a plan. Ask one of them.
            </Alert>
          ) : (
            account.data.subscriptionInfo.off && (
              <Alert color="iris" variant="light" mb="lg">
                Billing is off on this server.
              </Alert>
            )
          )}
          <PlanChooser account={account.data} user={user.data} plans={plans.data} />
        </>
      ) : (
        <div className={classes.plans} role="status" aria-busy="true" aria-label="Loading plans">
          <Skeleton height={320} />
          <Skeleton height={320} />
          <Skeleton height={320} />
        </div>
      )}
    </Page>
  );
}
