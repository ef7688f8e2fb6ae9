import { Alert, Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DialogFoot } from '../../../ui/form-dialog.tsx';
import { cardQuery } from '../billing-query.ts';
import { CardFields } from '../card/card-fields.tsx';
import { cardName } from '../card/card-words.ts';
import type { Payment } from './use-payment.ts';

/** What is paid for, by which card, and the way to do it. */
export function PaymentForm({
  payment,
  button,
  byCard,
  disabled = false,
  onCancel,
  children,
}: {
  payment: Payment;
  button: string;
  /** Something is charged to the card, now or later. */
  byCard: boolean;
  disabled?: boolean;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog may be inside another form.
        event.stopPropagation();
        payment.submit();
      }}
    >
      <Stack gap="md">
        {children}
        {payment.asksCard ? (
          <CardFields ref={payment.entry} refusal={payment.refusal} />
        ) : (
          byCard && <CardOnFile onChange={() => payment.askCard(true)} />
        )}
        {payment.problem !== null && (
          <Alert color="red" variant="light" role="alert">
            {payment.problem}
          </Alert>
        )}
        <DialogFoot submit={button} isSaving={payment.loading} disabled={disabled} onClose={onCancel} />
      </Stack>
    </form>
  );
}

function CardOnFile({ onChange }: { onChange: () => void }) {
  const card = useQuery(cardQuery());
  if (card.isPending) return <Skeleton height={20} width="50%" />;
  return (
    <Text size="sm">
      {`We'll charge ${card.data ? cardName(card.data) : 'your card'}. `}
      <Anchor component="button" type="button" inherit underline="always" onClick={onChange}>
        Use another card
      </Anchor>
    </Text>
  );
}
