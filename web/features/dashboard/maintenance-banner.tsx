import type { Account } from '../../../contract/accounts.ts';
import classes from './dashboard-shell.module.css';

/** Over every screen while no text goes out. */
export function MaintenanceBanner({ maintenance }: { maintenance: NonNullable<Account['maintenance']> }) {
  return (
    <div className={classes.offline} role="status">
      Texts are on hold for maintenance, and go out when it's over. {maintenance.reason}
    </div>
  );
}
