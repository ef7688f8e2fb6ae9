import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deliveryErrors } from '../../../contract/delivery-error.ts';
import * as routes from '../../../contract/routes.ts';
import type { StaffAccountDetails } from '../../../contract/staff/accounts.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { dateTime } from '../../lib/dates.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Loading, RowSkeletons } from '../../ui/paged-list.tsx';
import { FeatureSwitches } from './feature-switches.tsx';
import { PeopleRows } from './people-rows.tsx';
import { type Ask, ReasonDialog } from './reason-dialog.tsx';
import classes from './staff.module.css';
import { StaffFrame } from './staff-frame.tsx';
import { planInWords } from './words.ts';

const route = getRouteApi(`/dashboard/staff/accounts/$accountId`);

export function OneAccountScreen() {
  const { accountId } = route.useParams();
  const account = useQuery(routeQuery(routes.getStaffAccount, { params: { id: accountId } }));
  return (
    <StaffFrame tab={paths.staff} title={account.data?.name ?? 'Account'}>
      {(timezone) =>
        account.data ? (
          <AccountParts account={account.data} timezone={timezone} />
        ) : account.error instanceof ApiError && account.error.code === 'not_found' ? (
          <EmptyState
            title="Account not found"
            text="It may have been erased."
            action={
              <Anchor component={Link} to={paths.staff}>
                All accounts
              </Anchor>
            }
          />
        ) : account.isError ? (
          <LoadFailure what="The account" retry={() => void account.refetch()} />
        ) : (
          <Loading what="the account">
            <RowSkeletons />
          </Loading>
        )
      }
    </StaffFrame>
  );
}

function AccountParts({ account, timezone }: { account: StaffAccountDetails; timezone: string }) {
  const [ask, setAsk] = useState<Ask | null>(null);
  const { seats } = account;
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>Plan</dt>
          <dd>{planInWords(account)}</dd>
        </div>
        <div>
          <dt>Seats</dt>
          <dd>
            {seats.used} used, {seats.pendingInvitation} invited, {seats.available} available
          </dd>
        </div>
        <div>
          <dt>Two-factor authentication</dt>
          <dd>{account.mfaRequired ? 'Required for everyone' : 'Up to each person'}</dd>
        </div>
        <div>
          <dt>Since</dt>
          <dd>{dateTime(account.createdAt, timezone)}</dd>
        </div>
        {account.deletesAt && (
          <div>
            <dt>Will be erased</dt>
            <dd>{dateTime(account.deletesAt, timezone)}</dd>
          </div>
        )}
      </dl>
      <section className={classes.part} aria-labelledby="people">
        <h2 id="people">People</h2>
        <PeopleRows account={account} timezone={timezone} onAsk={setAsk} />
      </section>
      <section className={classes.part} aria-labelledby="features">
        <h2 id="features">Features</h2>
        <FeatureSwitches account={account} onAsk={setAsk} />
      </section>
      <section className={classes.part} aria-labelledby="failures">
        <h2 id="failures">Recent failures</h2>
        <Failures failures={account.recentFailures} timezone={timezone} />
      </section>
      <ReasonDialog ask={ask} onClose={() => setAsk(null)} />
    </>
  );
}

function Failures({
  failures,
  timezone,
}: {
  failures: StaffAccountDetails['recentFailures'];
  timezone: string;
}) {
  if (failures.length === 0) return <p className={classes.nothing}>No texts have failed.</p>;
  return (
    <ul className={classes.list} aria-label="Recent failures">
      {failures.map((failure) => (
        <li key={failure.messageId} className={classes.row}>
          <div className={classes.who}>
            <span className={classes.name}>{inWords(failure.errorCode) ?? 'Outcome unknown'}</span>
            <div className={classes.below}>
              <span>{failure.status}</span>
              <time dateTime={failure.createdAt}>{dateTime(failure.createdAt, timezone)}</time>
              <span>{failure.messageId}</span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function inWords(code: string | null): string | null {
  if (code === null) return null;
  return Object.hasOwn(deliveryErrors, code) ? deliveryErrors[code as keyof typeof deliveryErrors] : code;
}
