import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { BodyInput } from '../../../../contract/route.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import type { ScheduledTexts } from '../../../../contract/team.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { PointList } from '../../../ui/point-list.tsx';
import { NameFields } from '../invite/invited-as-fields.tsx';
import { alreadyUsed } from '../invite/parse-addresses.ts';
import { notices } from '../notices.ts';
import { seatName } from '../seats/find-seats.ts';
import { useTeamChange } from '../use-team-change.ts';
import { ScheduledTextsChoice, useScheduledTexts } from './scheduled-texts-choice.tsx';

interface Values {
  email: string;
  firstName: string;
  lastName: string;
}

const fitsContract = schemaValidator<Values>(routes.transferHiringManagerSeat.body);

export function TransferForm({ seat, seats, onClose }: { seat: Seat; seats: Seat[]; onClose: () => void }) {
  const transferSeat = useCallOnce(routes.transferHiringManagerSeat);
  const scheduled = useScheduledTexts(seat.id);
  const [texts, setTexts] = useState<ScheduledTexts>('send');
  const form = useForm<Values>({
    initialValues: { email: '', firstName: '', lastName: '' },
    validate: (values) => ({ ...alreadyUsed(values.email, seats), ...fitsContract(values) }),
  });
  const transfer = useTeamChange({
    change: async (body: BodyInput<typeof routes.transferHiringManagerSeat>) => {
      await transferSeat({ params: { id: seat.id }, body });
      return notices.transferred;
    },
    onDone: onClose,
    onRefused: form.setErrors,
  });
  const number = seat.twilioNumberFormatted;
  return (
    <form onSubmit={form.onSubmit((values) => transfer.run({ ...values, scheduledTexts: texts }))} noValidate>
      <Stack gap="md">
        <PointList
          points={[
            `${seatName(seat)} is signed out everywhere right away and can't sign in anymore.`,
            'We email the new person a link. Former members can sign in again right away.',
            number
              ? `${number}, candidates and conversations stay with the seat.`
              : 'Candidates and conversations stay with the seat.',
            'Your bill stays the same.',
          ]}
        />
        <TextInput
          label="Email of the new person"
          type="email"
          autoComplete="off"
          data-autofocus
          {...fieldProps(form, 'email')}
        />
        <NameFields form={form} />
        <ScheduledTextsChoice
          scheduled={scheduled}
          firstName={seat.user?.firstName || seatName(seat)}
          from={number}
          value={texts}
          onChange={setTexts}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!scheduled.data} loading={transfer.loading}>
            Transfer seat
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
