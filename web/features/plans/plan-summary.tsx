import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Account } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/users.ts';
import { paths } from '../../paths.ts';

const periods = { monthly: 'billed monthly', annual: 'billed yearly' };

function nameOf({ type, planType }: Account): string {
  if (planType === 'free') return 'No plan chosen yet';
  if (planType === 'payg') return 'Pay as you go';
  return `${type === 'team' ? 'Team' : 'Personal'} unlimited, ${periods[planType]}`;
}

/** What the account is on, and the way to another plan for those who may choose one. */
export function PlanSummary({ account, user }: { account: Account; user: User }) {
  const { used, total } = account.seats;
  return (
    <Stack gap={4} align="flex-start">
      <Text fw={500}>{nameOf(account)}</Text>
      {account.type === 'team' && (
        <Text c="dimmed">
          {used} of {total} seats in use
        </Text>
      )}
      {user.userType === 'admin' && (
        <Anchor component={Link} to={paths.planSelection}>
          {account.planType === 'free' ? 'Choose a plan' : 'Change plan'}
        </Anchor>
      )}
    </Stack>
  );
}
