import { showDone } from '../../../lib/notices.ts';
import { PaymentForm } from '../pay/payment-form.tsx';
import { usePayment } from '../pay/use-payment.ts';

/** Only the card: nothing is bought. */
export function CardDialogForm({ onDone }: { onDone: () => void }) {
  const payment = usePayment({
    loader: 'Saving your card',
    needsCard: true,
    pay: async () => {
      showDone('Card saved');
    },
    onPaid: onDone,
  });
  return (
    <PaymentForm payment={payment} button="Save card" byCard={false} onCancel={onDone}>
      {null}
    </PaymentForm>
  );
}
