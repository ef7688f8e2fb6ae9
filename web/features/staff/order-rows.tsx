import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LandlineRejection, landlineRejections } from '../../../contract/landlines.ts';
import * as routes from '../../../contract/routes.ts';
import type { StaffLandlineOrder } from '../../../contract/staff/numbers.ts';
import { call } from '../../lib/api/api.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { dateTime, elapsed } from '../../lib/dates.ts';
import { showDone } from '../../lib/notices.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Ask, ReasonDialog } from './reason-dialog.tsx';
import { Rows } from './rows.tsx';
import classes from './staff.module.css';
import { ordersQuery } from './staff-queries.ts';
import { carrierName } from './words.ts';

const rejections = LandlineRejection.options.map((value) => ({
  value,
  label: landlineRejections[value].sentence,
}));

/** As the person reads it. */
function inFull(rejection: string): string {
  const { sentence, advice } = landlineRejections[LandlineRejection.parse(rejection)];
  return `${sentence} ${advice}`;
}

function stateOf(order: StaffLandlineOrder): string {
  if (order.keptAt !== null) return 'Withdrawn, but the carrier keeps the order';
  return order.letterSubmitted ? 'Letter submitted' : 'Letter not submitted yet';
}

/** Landlines in review, or withdrawn while the carrier keeps the order. */
export function OrderRows({ timezone }: { timezone: string }) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const list = useInfiniteQuery(ordersQuery());
  const queryClient = useQueryClient();

  const decide = async (order: StaffLandlineOrder, reason: string, rejection: LandlineRejection | null) => {
    try {
      await call(routes.decideLandlineOrder, {
        params: { id: order.id },
        body: { accountId: order.account.id, rejection, reason },
      });
      showDone(rejection === null ? 'The number can text.' : 'The number is rejected.');
    } finally {
      void loadAgain(queryClient, routes.listLandlineOrders);
    }
  };
  const hint = "Their admins see it, with your name, in the account's activity.";
  const approve = (order: StaffLandlineOrder): Ask => ({
    title: `Approve ${order.phoneNumberFormatted}?`,
    text: 'It can text right away if the carrier already has it as ours. We email the person.',
    hint,
    button: 'Approve',
    run: (reason) => decide(order, reason, null),
  });
  const reject = (order: StaffLandlineOrder): Ask => ({
    title: `Reject ${order.phoneNumberFormatted}?`,
    text: 'We email the person what to do.',
    hint,
    button: 'Reject',
    isFinal: true,
    choice: { label: 'What they are told', data: rejections, initial: 'carrierRefused', inFull },
    run: (reason, choice) => decide(order, reason, LandlineRejection.parse(choice)),
  });

  const release = (order: StaffLandlineOrder): Ask => ({
    title: `Release ${order.phoneNumberFormatted}?`,
    text: 'Anyone can set the number up again. Have the carrier end its order first.',
    hint,
    button: 'Release',
    run: async (reason) => {
      try {
        await call(routes.releaseLandlineOrder, {
          params: { id: order.id },
          body: { accountId: order.account.id, reason },
        });
        showDone('The number can be set up again.');
      } finally {
        void loadAgain(queryClient, routes.listLandlineOrders);
      }
    },
  });
  const ways = (order: StaffLandlineOrder) =>
    order.keptAt === null
      ? [
          { label: 'Approve', ask: approve },
          { label: 'Reject', ask: reject },
        ]
      : [{ label: 'Release', ask: release }];

  return (
    <>
      <Rows
        list={list}
        label="Landlines"
        empty={
          <EmptyState icon={<IconCircleCheck size={32} stroke={1.5} />} title="No landlines are in review" />
        }
      >
        {(order) => (
          <>
            <div className={classes.who}>
              <span className={classes.name}>{order.phoneNumberFormatted}</span>
              <div className={classes.below}>
                <Link to={paths.staffAccount} params={{ accountId: order.account.id }}>
                  {order.account.name}
                </Link>
                {order.person && <span>{order.person.name}</span>}
                <span>{carrierName(order.carrier)}</span>
                <span>{stateOf(order)}</span>
                <span title={dateTime(order.changedAt, timezone)}>For {elapsed(order.changedAt)}</span>
              </div>
            </div>
            <div className={classes.actions}>
              {ways(order).map(({ label, ask: askFor }) => (
                <Button
                  key={label}
                  size="xs"
                  variant="default"
                  aria-label={`${label} ${order.phoneNumberFormatted}`}
                  onClick={() => setAsk(askFor(order))}
                >
                  {label}
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
