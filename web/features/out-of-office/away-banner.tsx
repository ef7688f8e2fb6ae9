import { Button } from '@mantine/core';
import type { User } from '../../../contract/users.ts';
import { upcomingTime } from '../../lib/dates.ts';
import { personName } from '../../lib/person-name.ts';
import classes from './away-banner.module.css';
import { useSaveOutOfOffice } from './use-save-out-of-office.ts';

/** Above the inbox while its person is out of office. */
export function AwayBanner({ user }: { user: User }) {
  const turnOff = useSaveOutOfOffice(null);
  const { outOfOfficeEndsAt: endsAt, timezone } = user;
  return (
    <section className={classes.banner} aria-label="Out of office">
      <span className={classes.text}>
        You're out of office{endsAt && ` until ${upcomingTime(endsAt, timezone)}`}.
      </span>
      <Button
        variant="subtle"
        size="compact-xs"
        loading={turnOff.isPending}
        onClick={() => turnOff.mutate({ outOfOfficeMessageEnabled: false })}
      >
        Turn off
      </Button>
    </section>
  );
}

/** Above the inbox of a delegate, for whom it holds more than their own conversations. */
export function CoverBanner({ user: { covers, timezone } }: { user: User }) {
  return (
    <section className={classes.banner} aria-label="Standing in">
      <span className={classes.text}>
        {covers
          .map((person) => {
            const until = person.until === null ? '' : ` until ${upcomingTime(person.until, timezone)}`;
            return `You stand in for ${personName(person)}${until}.`;
          })
          .join(' ')}
      </span>
    </section>
  );
}
