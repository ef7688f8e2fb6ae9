import { Button, Group, Select, Stack } from '@mantine/core';
import { personName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import type { Seat } from '../../../../contract/seats.ts';
import { call } from '../../../lib/api/api.ts';
import { fieldProps } from '../../../lib/forms/success.ts';
import { useFormOf } from '../../../lib/forms/use-form-of.ts';
import { PointList } from '../../../ui/point-list.tsx';
import { notices } from '../notices.ts';
import { seatName } from '../seats/find-seats.ts';
import { useTeamChange } from '../use-team-change.ts';

const NO_ONE = '';

/** Who reads what arrives for the seat until someone has it. */
export function CoverForm({ seat, seats, onClose }: { seat: Seat; seats: Seat[]; onClose: () => void }) {
  const form = useFormOf({ userId: seat.coveredBy?.id ?? NO_ONE }, () => ({}));
  const colleagues = seats.flatMap((other) =>
    other.user && !other.user.isService && other.status === 'used'
      ? [{ value: other.user.id, label: seatName(other) }]
      : [],
  );
  const cover = useTeamChange({
    change: async (userId: string) => {
      await call(routes.coverSeat, { params: { id: seat.id }, body: { userId: userId || null } });
      return userId ? notices.covered : notices.uncovered;
    },
    onDone: onClose,
    onRefused: form.setErrors,
  });
  const number = seat.twilioNumberFormatted;
  return (
    <form onSubmit={form.onSubmit(({ userId }) => cover.run(userId))} noValidate>
      <Stack gap="md">
        <PointList
          points={[
            number
              ? `They get the seat's conversations and new texts to ${number} in their own inbox, and reply from ${number}.`
              : "They get the seat's conversations in their own inbox.",
            'As soon as someone has the seat, the conversations are theirs.',
            'Your bill stays the same.',
          ]}
        />
        <Select
          label="Covered by"
          searchable
          allowDeselect={false}
          nothingFoundMessage="No colleague by that name"
          data={[
            { value: NO_ONE, label: 'No one' },
            // They may have lost their seat since.
            ...(seat.coveredBy && !colleagues.some(({ value }) => value === seat.coveredBy?.id)
              ? [{ value: seat.coveredBy.id, label: personName(seat.coveredBy) }]
              : []),
            ...colleagues,
          ]}
          {...fieldProps(form, 'userId')}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={cover.loading}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
