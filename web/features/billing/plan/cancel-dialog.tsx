import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { Account } from '../../../../contract/accounts.ts';
import { QUARANTINE_DAYS } from '../../../../contract/numbers.ts';
import * as routes from '../../../../contract/routes.ts';
import { ApiError, SERVER_ERROR } from '../../../lib/api/api-error.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { longDate } from '../../../lib/dates.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { accountQuery } from '../../../lib/session/me.ts';
import { PointList } from '../../../ui/point-list.tsx';
import { billingChanged } from '../billing-query.ts';

export function CancelDialog({
  account,
  timezone,
  opened,
  onClose,
}: {
  account: Account;
  timezone: string;
  opened: boolean;
  onClose: () => void;
}) {
  const cancelPlan = useCallOnce(routes.cancelPlan);
  const cancel = useSave({
    save: () => cancelPlan({}),
    showsAll: true,
    loader: 'Canceling your plan',
    keep: (queryClient, changed) => putAnswer(queryClient, accountQuery().queryKey, changed),
    done: 'Plan canceled',
    changes: billingChanged,
  });
  const loading = cancel.isPending || cancel.isSuccess;
  return (
    <Modal opened={opened} onClose={onClose} title="Cancel your plan?">
      <Stack gap="md">
        <PointList points={pointsOf(account, timezone)} />
        {cancel.isError && (
          <Alert color="red" variant="light" role="alert">
            {cancel.error instanceof ApiError ? cancel.error.message : SERVER_ERROR}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Keep my plan
          </Button>
          <Button
            color="red.9"
            loading={loading}
            onClick={() => !loading && cancel.run(undefined, { onDone: onClose })}
          >
            Cancel plan
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function pointsOf({ subscriptionInfo, seats, type }: Account, timezone: string): string[] {
  const { renewsAt, remainingTexts } = subscriptionInfo;
  const until = renewsAt === null ? 'the end of what you have paid for' : longDate(renewsAt, timezone);
  const left = remainingTexts ?? 0;
  return [
    `Until ${until}, everything works as before. You aren't charged again.`,
    "What you have paid isn't refunded.",
    type === 'team' && seats.used > 1
      ? `After that, none of your ${seats.used} people can text.`
      : "After that, you can't text.",
    `Numbers still receive texts for ${QUARANTINE_DAYS} more days. Then they go back to the carrier.`,
    ...(left > 0
      ? [
          `Your ${left === 1 ? 'last text is' : `${left} texts are`} kept for when you choose pay as you go again.`,
        ]
      : []),
    'You can change your mind under Billing before it ends.',
  ];
}
