import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../lib/session/use-me.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { plansQuery } from '../billing/billing-query.ts';
import { PlanChooser } from './plan-chooser.tsx';
import classes from './plan-selection-screen.module.css';

export function PlanSelectionScreen() {
  const { user, account } = useMe();
  const plans = useQuery(plansQuery());
  return (
    <Page
      title="Choose a plan"
      width="wide"
      lead="Every plan comes with your own texting number. You can change plans anytime."
    >
      {plans.isError && !plans.data ? (
        <LoadFailure what="The plans" retry={() => void plans.refetch()} />
      ) : plans.data ? (
        <>
          {user.userType !== 'admin' ? (
            <Alert color="iris" variant="light" mb="lg">
              Only an admin at your company can choose a plan. Ask one of them.
            </Alert>
          ) : (
            account.subscriptionInfo.off && (
              <Alert color="iris" variant="light" mb="lg">
                Billing is off on this server.
              </Alert>
            )
          )}
          <PlanChooser account={account} user={user} plans={plans.data} />
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
