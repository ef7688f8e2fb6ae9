import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Seat, SeatRole } from '../../../../contract/seats.ts';
import { InviteOneForm } from '../invite/invite-one-form.tsx';
import { seatInWords, seatName } from '../seats/find-seats.ts';
import { RenameForm } from '../service-seats/rename-form.tsx';
import { CHANGED_MEANWHILE, useIsTeamChanging } from '../use-team-change.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { confirmationOf, isConfirmed } from './confirmations.ts';
import { CoverForm } from './cover-form.tsx';
import { RemovePersonForm } from './remove-person-form.tsx';
import { isPossible, type SeatAction, subjectOf } from './seat-actions.ts';
import { TagsForm } from './tags-form.tsx';
import { TransferForm } from './transfer-form.tsx';

const OutOfOfficeForm = lazy(() =>
  import('../../out-of-office/out-of-office-form.tsx').then((module) => ({
    default: module.OutOfOfficeForm,
  })),
);
const NewNumberForm = lazy(() =>
  import('./new-number-form.tsx').then((module) => ({ default: module.NewNumberForm })),
);

/** Another one each time that something is asked for. */
export interface Asked {
  action: SeatAction;
  seatId: string;
}

/** One time that the dialog was asked for. */
interface Opening {
  asked: Asked;
  /** As the dialog shows it. */
  seat: Seat;
  subject: string;
  number: number;
}

/** The dialog of an action on one seat, as the seat is now. */
export function SeatDialog({
  asked,
  seatRole,
  seats,
  onClose,
  onClosed,
}: {
  asked: Asked | null;
  /** As what people are invited. */
  seatRole: SeatRole;
  seats: Seat[];
  /** What was asked for, since something else may be by now. */
  onClose: (asked: Asked) => void;
  /** Called once it has closed. */
  onClosed: (seatId: string) => void;
}) {
  const isBusy = useIsTeamChanging();
  const [opening, setOpening] = useState<Opening | null>(null);
  const seat = seats.find(({ id }) => id === asked?.seatId);
  if (asked && seat && asked !== opening?.asked)
    setOpening({
      asked,
      seat,
      subject: subjectOf(asked.action, seat),
      number: (opening?.number ?? 0) + 1,
    });
  if (opening === null) return null;
  const { subject, number, asked: shown } = opening;
  const close = () => onClose(shown);
  const isAsAsked =
    asked && seat && isPossible(asked.action, seat) && subjectOf(asked.action, seat) === subject;
  // While it closes, and while the change that it asked for is made, it stays as it was.
  if (isAsAsked && !isBusy && asked === shown && seat !== opening.seat) setOpening({ ...opening, seat });
  const isGone = asked !== null && !isAsAsked && !isBusy;
  const { title, content } = isGone
    ? { title: 'This has changed', content: <Gone onClose={close} /> }
    : dialogOf(shown.action, opening.seat, { seatRole, seats, onClose: close });
  const { id } = opening.seat;
  return (
    <Modal opened={asked !== null} onClose={close} title={title} onExitTransitionEnd={() => onClosed(id)}>
      <Suspense key={number} fallback={<Skeleton height={200} />}>
        {content}
      </Suspense>
    </Modal>
  );
}

function Gone({ onClose }: { onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text role="alert">{CHANGED_MEANWHILE}</Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>OK</Button>
      </Group>
    </Stack>
  );
}

function dialogOf(
  action: SeatAction,
  seat: Seat,
  { seatRole, seats, onClose }: { seatRole: SeatRole; seats: Seat[]; onClose: () => void },
): { title: string; content: ReactNode } {
  if (isConfirmed(action)) {
    const confirmation = confirmationOf(action, seat);
    return {
      title: confirmation.title,
      content: <ConfirmForm confirmation={confirmation} onClose={onClose} />,
    };
  }
  switch (action) {
    case 'invite':
      return {
        title: `Invite to ${seatInWords(seat)}`,
        content: <InviteOneForm seatRole={seatRole} seats={seats} seat={seat} onClose={onClose} />,
      };
    case 'cover':
      return {
        title: `Cover ${seatInWords(seat)}`,
        content: <CoverForm seat={seat} seats={seats} onClose={onClose} />,
      };
    case 'rename':
      return {
        title: `Rename ${seatName(seat)}`,
        content: <RenameForm seat={seat} onClose={onClose} />,
      };
    case 'tags':
      return {
        title: `Tags for ${seatInWords(seat)}`,
        content: <TagsForm seat={seat} known={tagsOf(seats)} onClose={onClose} />,
      };
    case 'outOfOffice':
      return {
        title: `Out of office: ${seatName(seat)}`,
        content: <OutOfOfficeForm userId={seat.user?.id ?? null} />,
      };
    case 'newNumber':
      return {
        title: `A ${seat.twilioNumber === null ? '' : 'new '}number for ${seatInWords(seat)}`,
        content: <NewNumberForm seat={seat} onClose={onClose} />,
      };
    case 'transfer':
      return {
        title: `Transfer the seat of ${seatName(seat)}`,
        content: <TransferForm seat={seat} seats={seats} onClose={onClose} />,
      };
    case 'removePerson':
      return {
        title: `Remove ${seatName(seat)} from ${seat.user?.isService ? 'its' : 'their'} seat?`,
        content: <RemovePersonForm seat={seat} seats={seats} onClose={onClose} />,
      };
  }
}

const tagsOf = (seats: Seat[]): string[] => [...new Set(seats.flatMap(({ tags }) => tags))].sort();
