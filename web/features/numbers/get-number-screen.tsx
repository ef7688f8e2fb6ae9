import { SegmentedControl, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { loadAgain } from '../../lib/api/cache.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { GetNumberDialog } from './get-number-dialog.tsx';
import classes from './get-number-screen.module.css';
import { GettingReadyDialog } from './getting-ready-dialog.tsx';
import { isOpen, useLandline } from './landlines/landline-query.ts';
import { LandlineSteps } from './landlines/landline-steps.tsx';
import { NonTexterNotice } from './non-texter-notice.tsx';
import { NumberSearch } from './number-search.tsx';

const screen = getRouteApi(paths.getNumber);

export function GetNumberScreen() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { user } = useMe();
  const [linking, setLinking] = useState(false);
  const landline = useLandline();
  const order = landline.data?.order;
  const { way } = screen.useSearch();
  const navigateHere = screen.useNavigate();
  const goTo = (next: 'new' | 'landline') => void navigateHere({ search: { way: next }, replace: true });

  // Someone who has started to set up a landline returns to it.
  const isBegun = order ? isOpen(order) || order.state === 'rejected' : false;
  const comesBack = isBegun && way === undefined;
  // Someone who has started to choose here stays here.
  const isUndecided = way === undefined && (landline.isPending || comesBack);
  const isAsked = way === undefined && !isUndecided;
  useEffect(() => {
    if (comesBack) goTo('landline');
  });
  const lookAtMe = () => loadAgain(queryClient, routes.getUser);

  async function buy(phoneNumber: string) {
    try {
      await call(routes.buyPhoneNumber, { body: { phoneNumber } });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'number_exists') await lookAtMe();
      throw error;
    }
    void lookAtMe();
  }
  function leave() {
    setLinking(false);
    void navigate({ to: paths.messages });
  }

  if (user.seat?.seatType === 'nonTexter')
    return (
      <Page title="Get a number">
        <NonTexterNotice />
      </Page>
    );
  return (
    <Page
      title="Get a number"
      lead="Candidates see this number when you text them, and their replies come to your inbox."
    >
      <GetNumberDialog opened={isAsked} />
      {!isAsked && (
        <SegmentedControl
          className={classes.ways}
          aria-label="Which number"
          value={way ?? 'new'}
          onChange={(value) => goTo(value === 'landline' ? 'landline' : 'new')}
          data={[
            { value: 'new', label: 'A new number' },
            { value: 'landline', label: 'A number you already have' },
          ]}
        />
      )}
      {isAsked ? null : isUndecided ? (
        <Skeleton height={160} role="status" aria-busy="true" aria-label="Loading your number" />
      ) : way === 'landline' ? (
        <LandlineSteps />
      ) : (
        <NumberSearch buy={buy} onBought={() => setLinking(true)} />
      )}
      <GettingReadyDialog opened={linking} onClose={leave} user={user} />
    </Page>
  );
}
