import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Seat, SeatRole, UserType } from '../../../contract/seats.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { PurchaseForm } from '../billing/plan/purchase-form.tsx';
import { InviteDialog } from './invite/invite-dialog.tsx';
import type { SeatAction } from './seat-actions/seat-actions.ts';
import { type Asked, SeatDialog } from './seat-actions/seat-dialog.tsx';
import { countSeats, findSeats, type SeatFilter, seatsFor } from './seats/find-seats.ts';
import { FormerMembers } from './seats/former-members.tsx';
import { SeatFilters } from './seats/seat-filters.tsx';
import { findMenu } from './seats/seat-menu.tsx';
import { SeatSummary } from './seats/seat-summary.tsx';
import { SeatTable, SeatTableSkeleton } from './seats/seat-table.tsx';
import { seatsQuery } from './team-query.ts';
import { UncoveredNotice } from './uncovered/uncovered-notice.tsx';

/** The people of one role, who is invited, and the available seats. */
export function PeoplePage({
  seatRole,
  title,
  lead,
  filter,
  onFilter,
}: {
  seatRole: SeatRole;
  title: string;
  lead: string;
  filter: SeatFilter;
  /** With what is different now; null for everything. */
  onFilter: (change: SeatFilter | null) => void;
}) {
  const seats = useQuery(seatsQuery());
  const { user: me } = useMe();
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback((seat: Seat, action: SeatAction) => setAsked({ action, seatId: seat.id }), []);
  const [inviting, invite] = useDisclosure(false);
  const [purchasing, purchase] = useDisclosure(false);
  const field = useRef<HTMLInputElement>(null);
  useLeaveWithoutRight(me.userType);

  const all = seats.data;
  const ours = useMemo(() => seatsFor(seatRole, all ?? []), [seatRole, all]);
  const lookedFor = useDeferredValue(filter);
  const found = useMemo(() => findSeats(ours, lookedFor), [ours, lookedFor]);
  const counts = useMemo(() => all && countSeats(all), [all]);
  const listed = useMemo(() => all && countSeats(ours), [all, ours]);
  const timezone = me.timezone;

  const inviteButton = (
    <Button leftSection={<IconUserPlus size={16} />} disabled={!all} onClick={invite.open}>
      Invite
    </Button>
  );
  if (seats.isError && !all)
    return (
      <Page title={title} lead={lead} width="full">
        <LoadFailure what="Your team" retry={() => void seats.refetch()} />
      </Page>
    );
  return (
    <Page title={title} lead={lead} width="full" actions={inviteButton}>
      <UncoveredNotice />
      <SeatSummary
        counts={listed}
        elsewhere={all ? all.length - ours.length : 0}
        seatRole={seatRole}
        onPurchase={purchase.open}
      />
      <SeatFilters filter={filter} onChange={onFilter} field={field} />
      {!all ? (
        <SeatTableSkeleton />
      ) : found.length > 0 ? (
        <SeatTable
          label={title}
          seats={found}
          page={JSON.stringify(lookedFor)}
          me={me.id}
          timezone={timezone}
          onAsk={ask}
        />
      ) : ours.length > 0 ? (
        <EmptyState
          title="No match"
          text="No seats match these filters."
          action={
            <Button variant="default" size="xs" onClick={() => onFilter(null)}>
              Show all
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={<IconUsersGroup size={32} stroke={1.5} />}
          title={seatRole === 'hiringManager' ? 'No hiring managers yet' : 'No one here yet'}
          text="All seats are taken. Buy another one to invite someone."
          action={<Button onClick={purchase.open}>Buy seats</Button>}
        />
      )}
      {all && counts && (
        <>
          {seatRole === 'recruiter' && (
            <FormerMembers seats={counts} timezone={timezone} onPurchase={purchase.open} />
          )}
          <SeatDialog
            asked={asked}
            seatRole={seatRole}
            seats={all}
            onClose={(closed) => setAsked((now) => (now === closed ? null : now))}
            onClosed={(seatId) => (findMenu(seatId) ?? field.current)?.focus()}
          />
          <InviteDialog seatRole={seatRole} seats={all} opened={inviting} onClose={invite.close} />
          <Modal opened={purchasing} onClose={purchase.close} title="Buy seats">
            <PurchaseForm total={counts.total} onClose={purchase.close} />
          </Modal>
        </>
      )}
    </Page>
  );
}

/** The screen itself tells someone who is no longer an admin. */
function useLeaveWithoutRight(userType: UserType | undefined): void {
  const router = useRouter();
  useEffect(() => {
    if (userType === 'member') void router.invalidate();
  }, [userType, router]);
}
