import { Modal } from '@mantine/core';
import { useRef } from 'react';
import { personName } from '../../../../contract/person-name.ts';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { noticeOfInvitation } from '../notices.ts';
import { ConfirmForm } from '../seat-actions/confirm-form.tsx';
import type { Confirmation } from '../seat-actions/confirmations.ts';
import type { SeatCounts } from '../seats/find-seats.ts';
import type { FormerMember } from '../team-query.ts';
import { useIsTeamChanging } from '../use-team-change.ts';
import { NoFreeSeat } from './no-free-seat.tsx';

export function ReinviteDialog({
  person,
  seats: { available, total },
  onClose,
  onPurchase,
}: {
  person: FormerMember | null;
  seats: Pick<SeatCounts, 'available' | 'total'>;
  onClose: () => void;
  onPurchase: () => void;
}) {
  const shown = useRef(person);
  if (person) shown.current = person;
  // The last available seat may be the one that this takes.
  const isInviting = useIsTeamChanging();
  if (!shown.current) return null;
  const { title, ...confirmation } = confirmationFor(shown.current, available);
  return (
    <Modal opened={person !== null} onClose={onClose} title={title}>
      {available > 0 || isInviting ? (
        <ConfirmForm key={shown.current.id} confirmation={{ title, ...confirmation }} onClose={onClose} />
      ) : (
        <NoFreeSeat total={total} onClose={onClose} onPurchase={onPurchase} />
      )}
    </Modal>
  );
}

function confirmationFor(person: FormerMember, available: number): Confirmation {
  const { email } = person;
  const name = personName(person) || email;
  return {
    title: `Invite ${name} again?`,
    points: [
      'They can sign in again right away, as before, and we email them that they can.',
      `They come back as a member and a texter. They take ${available === 1 ? 'the last available seat' : `one of ${available} available seats`}; your bill stays the same.`,
      'Conversations that stayed with their old seat belong to the person who has that seat now.',
    ],
    button: 'Invite again',
    run: async () => {
      const { status } = await call(routes.resendInvitation, { body: { email } });
      return noticeOfInvitation(status);
    },
  };
}
