import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { routes } from '../../../contract/routes.ts';
import type { Seat } from '../../../contract/seats.ts';
import { call } from '../../lib/api.ts';
import { schemaValidator } from '../../lib/schema-validator.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { alreadyUsed } from './already-used.ts';
import { seatName } from './find-seats.ts';
import { notices } from './notices.ts';
import { PointList } from './point-list.tsx';
import { useTeamChange } from './use-team-change.ts';

interface Values {
  email: string;
  firstName: string;
  lastName: string;
}

const fitsContract = schemaValidator<Values>(routes.transferHiringManagerSeat.body);

export function TransferForm({ seat, seats, onClose }: { seat: Seat; seats: Seat[]; onClose: () => void }) {
  const keyFor = useIdempotencyKey();
  const form = useForm<Values>({
    initialValues: { email: '', firstName: '', lastName: '' },
    validate: (values) => ({ ...alreadyUsed(values.email, seats), ...fitsContract(values) }),
  });
  const transfer = useTeamChange({
    change: async (body: Values) => {
      const wanted = { params: { id: seat.id }, body };
      await call(routes.transferHiringManagerSeat, { ...wanted, idempotencyKey: keyFor(wanted) });
      return notices.transferred;
    },
    onDone: onClose,
    onRefused: form.setErrors,
  });
  const number = seat.twilioNumberFormatted;
  return (
    <form onSubmit={form.onSubmit((values) => transfer.run(values))} noValidate>
      <Stack gap="md">
        <PointList
          points={[
            `${seatName(seat)} is signed out everywhere at once and can't sign in any more.`,
            'The new person gets a mail with a link. Whoever was here before can sign in again at once.',
            number
              ? `${number}, candidates and conversations stay with the seat.`
              : 'Candidates and conversations stay with the seat.',
            'The bill stays the same.',
          ]}
        />
        <TextInput
          label="Email of the new person"
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Group grow gap="sm" align="flex-start">
          <TextInput label="First name" autoComplete="off" {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="off" {...form.getInputProps('lastName')} />
        </Group>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={transfer.loading}>
            Transfer seat
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
