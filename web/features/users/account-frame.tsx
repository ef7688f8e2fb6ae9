import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { accountQuery, userQuery } from '../../lib/session/me.ts';
import { paths } from '../../paths.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { Parts } from '../../ui/parts.tsx';
import { VerifyEmail } from './profile/verify-email.tsx';

const parts = [
  { to: paths.account, label: 'Profile' },
  { to: paths.accountNotifications, label: 'Notifications' },
  { to: paths.accountAvailability, label: 'Availability' },
  { to: paths.accountSecurity, label: 'Security' },
  { to: paths.accountCompany, label: 'Company' },
] as const;

/** Links between the parts of Account, each with its own address. */
export function AccountFrame() {
  const user = useQuery(userQuery());
  const account = useQuery(accountQuery());
  const failed = [user, account].filter((query) => query.isError && !query.data);
  return (
    <Page title="Account" width="account">
      <Parts label="Account" parts={parts} />
      {failed.length > 0 ? (
        <LoadFailure what="Your account" retry={() => failed.forEach((query) => void query.refetch())} />
      ) : user.data && account.data ? (
        <>
          {!user.data.metadata.emailVerified && <VerifyEmail user={user.data} />}
          <Outlet />
        </>
      ) : (
        <Stack gap="lg" role="status" aria-busy="true" aria-label="Loading your account">
          <Skeleton height={72} />
          <Skeleton height={280} />
          <Skeleton height={72} />
        </Stack>
      )}
    </Page>
  );
}
