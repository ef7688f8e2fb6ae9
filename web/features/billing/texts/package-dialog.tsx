import { Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { price } from '../../../lib/money.ts';
import { showDone } from '../../../lib/notices.ts';
import { accountQuery } from '../../../lib/session/me.ts';
import { counted } from '../../../lib/words.ts';
import { cardQuery } from '../billing-query.ts';
import { DueNow } from '../pay/due-now.tsx';
import { PaymentForm } from '../pay/payment-form.tsx';
import { usePayment } from '../pay/use-payment.ts';

export interface TextPackage {
  count: number;
  price: number;
  currency: string;
}

export function PackageDialog({
  bought,
  left,
  opened,
  onClose,
}: {
  bought: TextPackage;
  left: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { count, currency } = bought;
  const queryClient = useQueryClient();
  const buy = useCallOnce(routes.buyTextPackage);
  const card = useQuery(cardQuery());
  const payment = usePayment({
    loader: 'Buying texts',
    needsCard: card.data === null,
    pay: async () => {
      const body = { count } as BodyInput<typeof routes.buyTextPackage>;
      putAnswer(queryClient, accountQuery().queryKey, await buy({ body }));
      showDone('Text package successfully purchased');
    },
    onPaid: onClose,
  });
  const amount = price(bought.price, currency);
  const texts = counted(count, 'text');
  return (
    <Modal opened={opened} onClose={onClose} title={`Buy ${texts}?`}>
      <PaymentForm payment={payment} button={`Pay ${amount}`} byCard onCancel={onClose}>
        <DueNow lines={[{ description: texts, amount }]} dueNow={amount} />
        <Text size="sm">
          You'll have {counted(Math.max(0, left) + count, 'text')}. Pay once; they don't renew.
        </Text>
      </PaymentForm>
    </Modal>
  );
}
