import { Button, SegmentedControl } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import type { LinkDecision, StaffNumber } from '../../../contract/staff/numbers.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { dateTime, elapsed } from '../../lib/dates.ts';
import { showDone } from '../../lib/notices.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OrderRows } from './order-rows.tsx';
import { type Ask, ReasonDialog } from './reason-dialog.tsx';
import { Rows } from './rows.tsx';
import classes from './staff.module.css';
import { StaffFrame } from './staff-frame.tsx';
import { numbersQuery } from './staff-queries.ts';
import { carrierName } from './words.ts';

type Unlinked = 'linking' | 'rejected';

export function NumbersScreen() {
  return (
    <StaffFrame
      tab={paths.staffNumbers}
      lead="Numbers the carrier hasn't linked. Decide the ones it leaves open."
    >
      {(timezone) => <Numbers timezone={timezone} />}
    </StaffFrame>
  );
}

function Numbers({ timezone }: { timezone: string }) {
  const [shown, setShown] = useState<Unlinked | 'reviewing'>('linking');
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label="Which numbers"
        value={shown}
        onChange={(value) => setShown(value as typeof shown)}
        data={[
          { value: 'linking', label: 'Linking' },
          { value: 'rejected', label: 'Rejected' },
          { value: 'reviewing', label: 'Landlines' },
        ]}
      />
      {shown === 'reviewing' ? (
        <OrderRows timezone={timezone} />
      ) : (
        <NumberRows status={shown} timezone={timezone} />
      )}
    </>
  );
}

function NumberRows({ status, timezone }: { status: Unlinked; timezone: string }) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const list = useInfiniteQuery(numbersQuery(status));
  const queryClient = useQueryClient();

  const askFor = (number: StaffNumber, way: Way): Ask => ({
    title: way.title(number.phoneNumberFormatted),
    text: way.text,
    hint: number.person
      ? `${number.person.name} gets it by email, and admins see it in the account's activity.`
      : "Admins see it in the account's activity.",
    button: way.button,
    isFinal: way.decision === 'reject',
    run: async (reason) => {
      try {
        await call(routes.decideNumber, {
          params: { id: number.id },
          body: { accountId: number.account.id, decision: way.decision, reason },
        });
        showDone(way.done);
      } finally {
        // Someone else may have decided it in the meantime.
        void loadAgain(queryClient, routes.listStaffNumbers);
      }
    },
  });

  return (
    <>
      <Rows
        list={list}
        label="Numbers"
        empty={
          <EmptyState
            icon={<IconCircleCheck size={32} stroke={1.5} />}
            title={status === 'linking' ? 'No numbers are linking' : 'No numbers are rejected'}
          />
        }
      >
        {(number) => (
          <>
            <div className={classes.who}>
              <span className={classes.name}>{number.phoneNumberFormatted}</span>
              <div className={classes.below}>
                <Link to={paths.staffAccount} params={{ accountId: number.account.id }}>
                  {number.account.name}
                </Link>
                <span>{number.person?.name ?? 'No one has this seat'}</span>
                <span>{carrierName(number.carrier)}</span>
                <span title={dateTime(number.createdAt, timezone)}>
                  Ordered {elapsed(number.createdAt)} ago
                </span>
                {status === 'linking' && !number.can.approve && (
                  <span>The carrier hasn't given it to us yet</span>
                )}
              </div>
            </div>
            <div className={classes.actions}>
              {ways
                .filter(({ decision }) => number.can[decision])
                .map((way) => (
                  <Button
                    key={way.decision}
                    size="xs"
                    variant="default"
                    aria-label={`${way.button} ${number.phoneNumberFormatted}`}
                    onClick={() => setAsk(askFor(number, way))}
                  >
                    {way.button}
                  </Button>
                ))}
            </div>
          </>
        )}
      </Rows>
      <ReasonDialog ask={ask} onClose={() => setAsk(null)} />
    </>
  );
}

interface Way {
  decision: LinkDecision;
  title: (number: string) => string;
  text: string;
  button: string;
  done: string;
}

const ways: Way[] = [
  {
    decision: 'approve',
    title: (number) => `Approve ${number}?`,
    text: 'It becomes active, and its user can text from it right away.',
    button: 'Approve',
    done: 'The number is active.',
  },
  {
    decision: 'reject',
    title: (number) => `Reject ${number}?`,
    text: "Its user can't text from it and is told why.",
    button: 'Reject',
    done: 'The number is rejected.',
  },
  {
    decision: 'reopen',
    title: (number) => `Ask the carrier about ${number} again?`,
    text: 'It goes back to linking until the carrier answers.',
    button: 'Ask again',
    done: 'We asked the carrier again.',
  },
];
