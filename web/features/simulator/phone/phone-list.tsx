import { Link } from '@tanstack/react-router';
import type { SimulatedPhone } from '../../../../contract/simulator.ts';
import { shortTime } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/use-now.ts';
import { paths } from '../../../paths.ts';
import classes from './phone-list.module.css';

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function PhoneList({ phones, open }: { phones: SimulatedPhone[]; open: string | undefined }) {
  const now = useNow();
  if (phones.length === 0) {
    return <p className={classes.none}>No phone has any texts yet. Start one above, or text a candidate.</p>;
  }
  return (
    <ul className={classes.phones} aria-label="Phones with texts">
      {phones.map(({ number, numberFormatted, lastMessage }) => (
        <li key={number}>
          <Link
            to={paths.simulator}
            search={{ phone: number }}
            className={classes.phone}
            aria-current={number === open ? 'true' : undefined}
          >
            <span className={classes.number}>{numberFormatted}</span>
            {lastMessage && (
              <>
                <time className={classes.time} dateTime={lastMessage.createdAt}>
                  {shortTime(lastMessage.createdAt, here, now)}
                </time>
                <span className={classes.text}>
                  {lastMessage.direction === 'fromCandidate' && 'You: '}
                  {lastMessage.body || 'Attachment'}
                </span>
              </>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
