import { Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Seat, SeatRole } from '../../../../contract/seats.ts';
import { pluralOf } from '../../../lib/words.ts';
import { PurchaseForm } from '../../billing/plan/purchase-form.tsx';
import { countSeats } from '../seats/find-seats.ts';
import { InviteOneForm } from './invite-one-form.tsx';
import { InviteSeveralForm } from './invite-several-form.tsx';
import { NoFreeSeat } from './no-free-seat.tsx';

/** For one person, or for a pasted list of them. */
export function InviteDialog({
  seatRole,
  seats,
  opened,
  onClose,
}: {
  seatRole: SeatRole;
  seats: Seat[];
  opened: boolean;
  onClose: () => void;
}) {
  /** How many seats are missing, and about to be purchased. */
  const [missing, setMissing] = useState<number | null>(null);
  const title = seatRole === 'hiringManager' ? 'Invite hiring managers' : 'Invite people';
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setMissing(null)}
      title={missing === null ? title : 'Buy seats'}
    >
      {missing !== null && (
        <PurchaseForm total={countSeats(seats).total} quantity={missing} onClose={() => setMissing(null)} />
      )}
      <Invite
        seatRole={seatRole}
        seats={seats}
        isAside={missing !== null}
        onClose={onClose}
        onPurchase={setMissing}
      />
    </Modal>
  );
}

function Invite({
  seatRole,
  seats,
  isAside,
  onClose,
  onPurchase,
}: {
  seatRole: SeatRole;
  seats: Seat[];
  /** While seats are purchased what has been typed stays. */
  isAside: boolean;
  onClose: () => void;
  onPurchase: (missing: number) => void;
}) {
  const [many, setMany] = useState(false);
  const { available, total } = countSeats(seats);
  // The outcomes of a list stay on the screen when they have taken the last seat.
  const [wasFree, setWasFree] = useState(available > 0);
  if (!wasFree && available > 0) setWasFree(true);
  const place = useRef<HTMLDivElement>(null);
  const wasAside = useRef(isAside);
  useEffect(() => {
    if (wasAside.current && !isAside) place.current?.focus();
    wasAside.current = isAside;
  }, [isAside]);
  return (
    <div ref={place} tabIndex={-1} hidden={isAside} style={{ outline: 'none' }}>
      {!wasFree && available === 0 ? (
        <NoFreeSeat total={total} onClose={onClose} onPurchase={() => onPurchase(1)} />
      ) : (
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            aria-label="Who to invite"
            value={many ? 'many' : 'one'}
            onChange={(value) => setMany(value === 'many')}
            data={[
              { value: 'one', label: 'One person' },
              { value: 'many', label: 'Several people' },
            ]}
          />
          <Text size="sm" c="dimmed" role="status">
            {available} of {total} seats {pluralOf(available, 'is', 'are')} available. Each invitation takes
            one; your bill stays the same.
          </Text>
          {many ? (
            <InviteSeveralForm seatRole={seatRole} seats={seats} onClose={onClose} onPurchase={onPurchase} />
          ) : (
            <InviteOneForm seatRole={seatRole} seats={seats} seat={null} onClose={onClose} />
          )}
        </Stack>
      )}
    </div>
  );
}
