import type { Registration, RegistrationState } from '../../../contract/registration.ts';
import { shortDateTime } from '../../lib/dates.ts';
import classes from './registration.module.css';
import { stateWords, usualTimes } from './words.ts';

const way: RegistrationState[] = ['submitted', 'brandApproved', 'campaignInReview', 'approved'];

/** What has happened since it was last submitted, and what comes next. */
export function RegistrationProgress({
  registration: { history, state },
  timezone,
}: {
  registration: Registration;
  timezone: string;
}) {
  const begin = history.findLastIndex((change) => change.state === 'submitted');
  const happened = history.slice(Math.max(0, begin));
  const last = way.indexOf(state);
  const ahead = last === -1 ? [] : way.slice(last + 1);
  return (
    <ol className={classes.progress} aria-label="Progress">
      {happened.map((change, index) => (
        <li
          key={`${change.state} ${change.at}`}
          data-kind={change.state === 'rejected' || change.state === 'suspended' ? 'bad' : 'done'}
          aria-current={index === happened.length - 1 ? 'step' : undefined}
        >
          <span>{stateWords[change.state]}</span>
          <time dateTime={change.at}>{shortDateTime(change.at, timezone)}</time>
        </li>
      ))}
      {ahead.map((next) => (
        <li key={next} data-kind="ahead">
          <span>{stateWords[next]}</span>
          {usualTimes[next] && <small>{usualTimes[next]}</small>}
        </li>
      ))}
    </ol>
  );
}
