import { Button } from '@mantine/core';
import type { User } from '../../../contract/users.ts';
import { shortDateTime } from '../../lib/dates.ts';
import { useMe } from '../../lib/session/use-me.ts';
import classes from './away-banners.module.css';
import { useSaveOutOfOffice } from './use-save-out-of-office.ts';

/** Above the inbox: that its person is out of office, and who they cover for. */
export function AwayBanners({
  user,
  isAway,
  covers,
}: {
  user: User;
  isAway: boolean;
  covers: User['covers'];
}) {
  return (
    <>
      {isAway && <AwayBanner />}
      {covers.length > 0 && <CoverBanner covers={covers} timezone={user.timezone} />}
    </>
  );
}

function AwayBanner() {
  const { user } = useMe();
  const turnOff = useSaveOutOfOffice(null);
  const text = `Out of office${untilText(user.outOfOfficeEndsAt, user.timezone)}`;
  return (
    <section className={classes.banner} aria-label="Out of office">
      <span className={classes.text} title={text}>
        {text}
      </span>
      <Button
        variant="subtle"
        size="compact-xs"
        loading={turnOff.isPending}
        onClick={() => turnOff.run({ outOfOfficeMessageEnabled: false })}
      >
        Turn off
      </Button>
    </section>
  );
}

/** A delegate's inbox has more than their own conversations: a line for each person who is away. */
function CoverBanner({ covers, timezone }: Pick<User, 'covers' | 'timezone'>) {
  return (
    <section className={classes.cover} aria-label="Covering">
      {covers.map(({ userId, firstName, until }) => {
        const text = `Covering for ${firstName}${untilText(until, timezone)}`;
        return (
          <div key={userId} className={classes.text} title={text}>
            {text}
          </div>
        );
      })}
    </section>
  );
}

const untilText = (end: string | null, timezone: string) =>
  end === null ? '' : ` until ${shortDateTime(end, timezone)}`;
