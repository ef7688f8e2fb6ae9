import { Alert, Anchor } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import classes from './staff.module.css';

const screens = [
  { to: paths.staff, label: 'Accounts' },
  { to: paths.staffNumbers, label: 'Numbers' },
  { to: paths.staffHolds, label: 'Reviewed texts' },
  { to: paths.staffJobs, label: 'Failed jobs' },
  { to: paths.staffBilling, label: 'Billing' },
  { to: paths.staffMaintenance, label: 'Maintenance' },
];

/** Around every screen of staff. The server answers them nothing without a second step. */
export function StaffFrame({
  tab,
  title = 'Staff',
  lead,
  children,
}: {
  /** To which the screen belongs. */
  tab: string;
  title?: string;
  lead?: ReactNode;
  children: (timezone: string) => ReactNode;
}) {
  const { user } = useMe();
  return (
    <Page title={title} lead={lead} width="wide">
      <nav className={classes.tabs} aria-label="Staff">
        {screens.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className={classes.tab}
            activeOptions={{ exact: true, includeSearch: false }}
            data-current={to === tab || undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {user.mfaEnabled ? (
        children(user.timezone)
      ) : (
        <Alert
          color="orange"
          icon={<IconShieldLock size={20} />}
          title="Turn on two-factor authentication first"
        >
          You need more than a password to look into other accounts.{' '}
          <Anchor component={Link} to={paths.accountSecurity} underline="always" inherit>
            Go to Security
          </Anchor>
        </Alert>
      )}
    </Page>
  );
}
