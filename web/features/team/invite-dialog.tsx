import { Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Seat, SeatRole } from '../../../contract/seats.ts';
import { countSeats } from './find-seats.ts';
import { InviteOneForm } from './invite-one-form.tsx';
import { InviteSeveralForm } from './invite-several-form.tsx';
import { NoFreeSeat } from './no-free-seat.tsx';

/** For one person, or for a pasted list of them. */
export function InviteDialog({
  seatRole,
  seats,
  opened,
  onClose,
  onPurchase,
}: {
  seatRole: SeatRole;
  seats: Seat[];
  opened: boolean;
  onClose: () => void;
  onPurchase: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={seatRole === 'hiringManager' ? 'Invite hiring managers' : 'Invite people'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Invite seatRole={seatRole} seats={seats} onClose={onClose} onPurchase={onPurchase} />
    </Modal>
  );
}

function Invite({
  seatRole,
  seats,
  onClose,
  onPurchase,
}: {
  seatRole: SeatRole;
  seats: Seat[];
  onClose: () => void;
  onPurchase: () => void;
}) {
  const [many, setMany] = useState(false);
  const { available, total } = countSeats(seats);
  // The outcomes of a list stay on the screen when they have taken the last seat.
  const [wasFree] = useState(available > 0);
  if (!wasFree && available === 0)
    return <NoFreeSeat total={total} onClose={onClose} onPurchase={onPurchase} />;
  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label="Whom to invite"
        value={many ? 'many' : 'one'}
        onChange={(value) => setMany(value === 'many')}
        data={[
          { value: 'one', label: 'One person' },
          { value: 'many', label: 'Several people' },
        ]}
      />
      <Text size="sm" c="dimmed" role="status">
        {available} of {total} seats {available === 1 ? 'is' : 'are'} available. Inviting takes one for each
        person; the bill stays the same.
      </Text>
      {many ? (
        <InviteSeveralForm seatRole={seatRole} available={available} onClose={onClose} />
      ) : (
        <InviteOneForm seatRole={seatRole} seats={seats} seat={null} onClose={onClose} />
      )}
    </Stack>
  );
}
