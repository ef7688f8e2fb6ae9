import { Outlet } from '@tanstack/react-router';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
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
  const { user } = useMe();
  return (
    <Page title="Account" width="account">
      <Parts label="Account" parts={parts} />
      {!user.metadata.emailVerified && <VerifyEmail />}
      <Outlet />
    </Page>
  );
}
