import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Account } from '../../../contract/accounts.ts';
import { longDate } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted } from '../../lib/words.ts';
import { paths } from '../../paths.ts';
import { currentChoice } from '../billing/billing-query.ts';
import { useRenewal } from '../billing/plan/use-renewal.ts';
import { nextPlanWords, planName, renewalWords } from '../billing/plan-words.ts';

/** The account's plan, and a link to others for people who may change it. */
export function PlanSummary() {
  const { account, user } = useMe();
  const { used, total } = account.seats;
  const { off, remainingTexts } = account.subscriptionInfo;
  const isAdmin = user.userType === 'admin';
  return (
    <Stack gap={4} align="flex-start">
      <Text fw={500}>{planName(account)}</Text>
      {account.type === 'team' && (
        <Text c="dimmed">
          {used} of {total} seats in use
        </Text>
      )}
      {account.planType === 'payg' && remainingTexts !== null && (
        <Text c="dimmed">{counted(remainingTexts, 'text')} left</Text>
      )}
      {off ? (
        <Text c="dimmed">Billing is off on this server.</Text>
      ) : (
        isAdmin && <NextPayment account={account} timezone={user.timezone} />
      )}
      {isAdmin && (
        <Group gap="md">
          <Anchor component={Link} to={paths.planSelection}>
            {account.planType === 'free' ? 'Choose a plan' : 'Change plan'}
          </Anchor>
          <Anchor component={Link} to={paths.billing}>
            Go to Billing
          </Anchor>
        </Group>
      )}
    </Stack>
  );
}

function NextPayment({ account, timezone }: { account: Account; timezone: string }) {
  const { cancelAt } = account.subscriptionInfo;
  const current = currentChoice(account);
  const { data: renewal } = useRenewal(account);
  if (current === null) return null;
  if (cancelAt !== null) return <Text c="dimmed">Ends on {longDate(cancelAt, timezone)}.</Text>;
  const next = nextPlanWords(account, timezone);
  if (next !== null) return <Text c="dimmed">{next}</Text>;
  return renewal ? <Text c="dimmed">{renewalWords(renewal, current, timezone)}</Text> : null;
}
