import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Account } from '../../../../contract/accounts.ts';
import * as routes from '../../../../contract/routes.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { longDate } from '../../../lib/dates.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { accountQuery } from '../../../lib/session/me.ts';
import { useTaskDialog } from '../../../lib/use-task-dialog.ts';
import { paths } from '../../../paths.ts';
import { billingChanged, currentChoice, isEnding, type PlanChoice } from '../billing-query.ts';
import { nextPlanWords, planName, renewalWords } from '../plan-words.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { useRenewal } from './use-renewal.ts';

const badges = {
  none: null,
  active: { color: 'teal', label: 'Active' },
  pastDue: { color: 'red', label: 'Past due' },
  canceled: { color: 'orange', label: 'Canceled' },
} as const;

/** What the account is on, until when, and the ways to change that. */
export function PlanSection({ account, timezone }: { account: Account; timezone: string }) {
  const { status, cancelAt, off } = account.subscriptionInfo;
  const cancel = useTaskDialog<null>();
  const current = currentChoice(account);
  const badge = current === null || off ? null : badges[cancelAt === null ? status : 'canceled'];
  const ending = current !== null && isEnding(account);
  const next = nextPlanWords(account, timezone);
  return (
    <Stack gap="md" align="flex-start">
      <Stack gap={4}>
        <Group gap="sm">
          <Text fw={500}>{planName(account)}</Text>
          {badge && (
            <Badge variant="light" tt="none" color={badge.color}>
              {badge.label}
            </Badge>
          )}
        </Group>
        {off ? null : ending ? (
          <Text>
            Ends{cancelAt === null ? '' : ` on ${longDate(cancelAt, timezone)}`}. Until then, everything works
            as before.
          </Text>
        ) : next !== null ? (
          <Text>{next}</Text>
        ) : current ? (
          <Renewal account={account} current={current} timezone={timezone} />
        ) : (
          status === 'canceled' && <Text c="dimmed">Your plan has ended. Choose one to text again.</Text>
        )}
      </Stack>
      <Group gap="sm">
        {(ending || next !== null) && current && !off && <KeepPlan current={current} />}
        <Button component={Link} to={paths.planSelection} variant="default">
          {current ? 'Change plan' : 'Choose a plan'}
        </Button>
        {current && !ending && !off && status !== 'none' && (
          <Button variant="subtle" color="red" onClick={() => cancel.open(null)}>
            Cancel plan
          </Button>
        )}
      </Group>
      {cancel.asked && (
        <CancelDialog key={cancel.asked.time} account={account} timezone={timezone} {...cancel.state} />
      )}
    </Stack>
  );
}

function Renewal({
  account,
  current,
  timezone,
}: {
  account: Account;
  current: PlanChoice;
  timezone: string;
}) {
  const { renewsAt, seats, priceKnown } = account.subscriptionInfo;
  const renewal = useRenewal(account);
  if (renewsAt === null) return null;
  if (!priceKnown)
    return (
      <Text>
        Renews on {longDate(renewsAt, timezone)} at the price we agreed on with you. Ask us if you want to
        change it.
      </Text>
    );
  if (renewal.isPending)
    return <Skeleton height={20} width={260} role="status" aria-label="Loading the renewal" />;
  // The date is known, whatever the amount is.
  if (!renewal.data) return <Text>Renews on {longDate(renewsAt, timezone)}.</Text>;
  const words = renewalWords(renewal.data, current, timezone);
  return <Text>{current.accountType === 'team' ? words.replace(/\.$/, ` (${seats} seats).`) : words}</Text>;
}

/** Takes the cancellation back. */
function KeepPlan({ current }: { current: PlanChoice }) {
  const changePlan = useCallOnce(routes.changePlan);
  const keep = useSave({
    save: () => changePlan({ body: current }),
    keep: (queryClient, account) => putAnswer(queryClient, accountQuery().queryKey, account),
    done: 'You keep your plan',
    changes: billingChanged,
  });
  return (
    <Button loading={keep.isPending} onClick={() => keep.run()}>
      Keep my plan
    </Button>
  );
}
