import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { routes } from '../../../../contract/routes.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { PointList } from '../../../ui/point-list.tsx';
import { notices } from '../notices.ts';
import { useTeamChange } from '../use-team-change.ts';
import { NO_BILL } from './confirmations.ts';

interface Values {
  /** Empty while nothing is typed. */
  quantity: number | string;
}

const validate = schemaValidator<Values>(routes.purchaseSeats.body);

export function PurchaseForm({
  total,
  quantity: proposed = 1,
  onClose,
}: {
  total: number;
  /** So many are missing. */
  quantity?: number;
  onClose: () => void;
}) {
  const purchaseSeats = useCallOnce(routes.purchaseSeats);
  const form = useForm<Values>({ initialValues: { quantity: proposed }, validate });
  const purchase = useTeamChange({
    change: async (body: { quantity: number }) => {
      await purchaseSeats({ body });
      return notices.purchased;
    },
    onDone: onClose,
    onRefused: form.setErrors,
  });
  const { quantity } = form.values;
  const isRight = Object.keys(validate(form.values)).length === 0;
  return (
    <form
      onSubmit={form.onSubmit((values) => purchase.run({ quantity: Number(values.quantity) }))}
      noValidate
    >
      <Stack gap="md">
        <NumberInput
          label="How many seats"
          data-autofocus
          autoFocus
          clampBehavior="none"
          maw={160}
          {...form.getInputProps('quantity')}
        />
        <PointList
          points={[
            'Each seat is for one person, with a number if they text. You can invite people right away.',
            NO_BILL,
          ]}
        />
        <Text size="sm" role="status">
          {isRight
            ? `Your plan will have ${total + Number(quantity)} seats instead of ${total}.`
            : `Your plan has ${total} ${total === 1 ? 'seat' : 'seats'}.`}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={purchase.loading}>
            Purchase {isRight ? `${quantity} ${Number(quantity) === 1 ? 'seat' : 'seats'}` : 'seats'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
