import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Account, MIN_TEAM_RECRUITERS } from '../../../../contract/accounts.ts';
import { longDate } from '../../../lib/dates.ts';
import { useTaskDialog } from '../../../lib/use-task-dialog.ts';
import { isEnding } from '../billing-query.ts';
import { FewerSeatsDialog } from './fewer-seats-dialog.tsx';
import { PurchaseForm } from './purchase-form.tsx';

/** How many there are, and the ways to more and to fewer. */
export function SeatsSection({ account, timezone }: { account: Account; timezone: string }) {
  const { used, pending, total } = account.seats;
  const { seats: paid, renewsAt, off } = account.subscriptionInfo;
  const [buying, { open, close }] = useDisclosure(false);
  const fewer = useTaskDialog<null>();
  const taken = used + pending;
  const canBeFewer =
    total > MIN_TEAM_RECRUITERS && !isEnding(account) && account.subscriptionInfo.nextPlan === null;
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <Text fw={500}>
          {used} of {total} seats in use{pending > 0 ? `, ${pending} invited` : ''}
        </Text>
        <Progress
          value={total === 0 ? 0 : Math.min(100, (taken / total) * 100)}
          size="sm"
          aria-label="Seats taken"
        />
        {!off && paid < total && renewsAt !== null && (
          <Text size="sm" c="dimmed">
            From {longDate(renewsAt, timezone)}, you pay for {paid} seats.
          </Text>
        )}
      </Stack>
      <Group gap="sm">
        <Button variant="default" onClick={open}>
          Buy seats
        </Button>
        {canBeFewer && (
          <Button variant="subtle" color="gray" onClick={() => fewer.open(null)}>
            Use fewer seats
          </Button>
        )}
      </Group>
      <Modal opened={buying} onClose={close} title="Buy seats">
        <PurchaseForm total={total} onClose={close} />
      </Modal>
      {fewer.asked && (
        <FewerSeatsDialog key={fewer.asked.time} account={account} timezone={timezone} {...fewer.state} />
      )}
    </Stack>
  );
}
