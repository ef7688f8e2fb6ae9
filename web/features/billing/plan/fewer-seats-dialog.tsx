import { Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, MIN_TEAM_RECRUITERS } from '../../../../contract/accounts.ts';
import * as routes from '../../../../contract/routes.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { showDone } from '../../../lib/notices.ts';
import { accountQuery } from '../../../lib/session/me.ts';
import { PointList } from '../../../ui/point-list.tsx';
import { currentChoice, type PlanChoice, previewQuery } from '../billing-query.ts';
import { PreviewPending } from '../pay/due-now.tsx';
import { PaymentForm } from '../pay/payment-form.tsx';
import { usePayment } from '../pay/use-payment.ts';
import { changesOf, renewalWords } from '../plan-words.ts';

/** Fewer seats count from the next period; nothing is paid back. */
export function FewerSeatsDialog({
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
  const queryClient = useQueryClient();
  const changePlan = useCallOnce(routes.changePlan);
  // As it was when the dialog was opened: the answer is about fewer.
  const [total] = useState(account.seats.total);
  const [wanted, setWanted] = useState<number | string>(total - 1);
  const isRight = Number.isInteger(wanted) && Number(wanted) >= MIN_TEAM_RECRUITERS && Number(wanted) < total;
  const choice: PlanChoice | null = isRight ? currentChoice(account, Number(wanted)) : null;
  const [asked] = useDebouncedValue(choice, 250);
  const isAsked = choice !== null && asked?.recruiters === choice.recruiters;
  const preview = useQuery({
    ...previewQuery(asked ?? { accountType: 'team', planType: 'monthly', recruiters: total }),
    enabled: opened && isAsked,
    staleTime: 0,
  });
  const known = isAsked ? preview.data : undefined;
  const payment = usePayment({
    loader: 'Changing your plan',
    needsCard: false,
    pay: async () => {
      if (choice === null) return;
      const changed = await changePlan({ body: choice });
      putAnswer(queryClient, accountQuery().queryKey, changed);
      showDone('Plan updated');
    },
    onPaid: onClose,
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Use fewer seats">
      <PaymentForm
        payment={payment}
        button={isRight ? `Keep ${wanted} seats` : 'Keep fewer seats'}
        byCard={false}
        disabled={!known}
        onCancel={onClose}
      >
        <NumberInput
          label="Seats to keep"
          description={`At least ${MIN_TEAM_RECRUITERS}. You have ${total}.`}
          data-autofocus
          clampBehavior="none"
          maw={200}
          value={wanted}
          onChange={setWanted}
          error={isRight ? undefined : `Choose ${MIN_TEAM_RECRUITERS} to ${total - 1} seats`}
        />
        {choice &&
          (known ? (
            <Stack gap="sm" role="status">
              <PointList
                points={[
                  ...(account.subscriptionInfo.off ? [] : [renewalWords(known, choice, timezone)]),
                  ...changesOf(known, account, choice),
                ]}
              />
              {!account.subscriptionInfo.off && (
                <Text size="sm" c="dimmed">
                  What you have paid for this period isn't refunded.
                </Text>
              )}
            </Stack>
          ) : (
            <PreviewPending preview={preview} />
          ))}
      </PaymentForm>
    </Modal>
  );
}
