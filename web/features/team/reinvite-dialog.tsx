import { Modal } from '@mantine/core';
import { useRef } from 'react';
import { routes } from '../../../contract/routes.ts';
import { call } from '../../lib/api.ts';
import { personName } from '../../lib/person-name.ts';
import { ConfirmForm } from './confirm-form.tsx';
import type { Confirmation } from './confirmations.ts';
import { noticeOfInvitation } from './notices.ts';
import type { FormerMember } from './team-query.ts';

export function ReinviteDialog({
  person,
  available,
  onClose,
}: {
  person: FormerMember | null;
  available: number;
  onClose: () => void;
}) {
  const shown = useRef(person);
  if (person) shown.current = person;
  if (!shown.current) return null;
  const { title, ...confirmation } = confirmationFor(shown.current, available);
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ConfirmForm confirmation={{ title, ...confirmation }} onClose={onClose} />
    </Modal>
  );
}

function confirmationFor(person: FormerMember, available: number): Confirmation {
  const { email } = person;
  const name = personName(person) || email;
  return {
    title: `Invite ${name} again?`,
    points: [
      'They can sign in again at once, as before, and get a mail that says so.',
      available > 0
        ? `They are a member and a texter, on one of ${available} available seats; the bill stays the same.`
        : 'They need a free seat, and there is none. Purchase one first, or remove somebody from theirs.',
      'Conversations that stayed with their old seat belong to whoever has that seat.',
    ],
    button: 'Invite again',
    run: async () => {
      const { status } = await call(routes.resendInvitation, { body: { email } });
      return noticeOfInvitation(status);
    },
  };
}
