import { Modal, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { schemaValidator } from '../../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useCallOnce } from '../../../lib/forms/use-call-once.ts';
import { DialogFoot } from '../../../ui/form-dialog.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { PurchaseForm } from '../../billing/plan/purchase-form.tsx';
import { NoFreeSeat } from '../invite/no-free-seat.tsx';
import { notices } from '../notices.ts';
import { NewNumberForm } from '../seat-actions/new-number-form.tsx';
import { countSeats, seatName } from '../seats/find-seats.ts';
import { seatsQuery } from '../team-query.ts';
import { useTeamChange } from '../use-team-change.ts';

/** Gives software a seat, then a number if the seat has none. */
export function AddServiceDialog({ onClose }: { onClose: () => void }) {
  const seats = useQuery(seatsQuery());
  const [addedTo, setAddedTo] = useState<string | null>(null);
  const [isPurchasing, setPurchasing] = useState(false);
  const all = seats.data;
  const added = all?.find(({ id }) => id === addedTo);
  const { title, content } = step();
  return (
    <Modal opened onClose={onClose} title={title}>
      {content}
    </Modal>
  );

  function step(): { title: string; content: ReactNode } {
    if (added) {
      const done = <NewNumberForm seat={added} onClose={onClose} />;
      return { title: `A number for ${seatName(added)}`, content: done };
    }
    const title = 'Add service seat';
    if (!all)
      return {
        title,
        content: seats.isError ? (
          <LoadFailure what="Your seats" retry={() => void seats.refetch()} />
        ) : (
          <Skeleton height={200} role="status" aria-label="Loading your seats" />
        ),
      };
    const { available, total } = countSeats(all);
    if (isPurchasing)
      return {
        title: 'Buy seats',
        content: <PurchaseForm total={total} quantity={1} onClose={() => setPurchasing(false)} />,
      };
    if (available === 0 && addedTo === null)
      return {
        title,
        content: <NoFreeSeat total={total} onClose={onClose} onPurchase={() => setPurchasing(true)} />,
      };
    return { title, content: <ServiceForm seats={all} onAdded={setAddedTo} onClose={onClose} /> };
  }
}

interface Values {
  name: string;
  seatId: string;
}

const ANY_SEAT = 'any';

const fits = schemaValidator<Pick<Values, 'name'>>(routes.addService.body);

function ServiceForm({
  seats,
  onAdded,
  onClose,
}: {
  seats: Seat[];
  /** The seat, which has no number yet. */
  onAdded: (seatId: string) => void;
  onClose: () => void;
}) {
  const addService = useCallOnce(routes.addService);
  const free = seats.filter(({ status }) => status === 'available');
  const withNumber = free.filter(({ twilioNumber }) => twilioNumber !== null);
  const form = useForm<Values>({
    initialValues: { name: '', seatId: ANY_SEAT },
    validate: ({ name }) => fits({ name }),
  });
  const add = useTeamChange({
    change: async ({ name, seatId }: Values) => {
      const added = await addService({ body: { name, ...(seatId === ANY_SEAT ? {} : { seatId }) } });
      const hasNumber = withNumber.some(({ id }) => id === added.seatId);
      if (hasNumber) onClose();
      else onAdded(added.seatId);
      return notices.serviceAdded;
    },
    onRefused: form.setErrors,
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.run(values))} noValidate>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Your team sees it as the sender of texts, e.g. Payroll."
          autoComplete="off"
          data-autofocus
          {...fieldProps(form, 'name')}
        />
        {withNumber.length > 0 && (
          <Select
            label="Seat"
            description="A seat with a number comes with its conversations."
            allowDeselect={false}
            data={[
              { value: ANY_SEAT, label: 'Any available seat' },
              ...withNumber.map(({ id, twilioNumberFormatted }) => ({
                value: id,
                label: `With ${twilioNumberFormatted}`,
              })),
            ]}
            {...form.getInputProps('seatId')}
          />
        )}
        <Text size="sm" c="dimmed">
          It takes {free.length === 1 ? 'the last available seat' : `one of ${free.length} available seats`},
          and your bill stays the same. No one can sign in as a service. Give it an API key next.
        </Text>
        <DialogFoot submit="Add service seat" isSaving={add.loading} onClose={onClose} />
      </Stack>
    </form>
  );
}
