import { SegmentedControl } from '@mantine/core';
import { IconStethoscope } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { warningAdvice } from '../../../contract/delivery-doctor.ts';
import { personName } from '../../../contract/person-name.ts';
import type { ReplyOutput } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted, inDigits } from '../../lib/words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading, RowSkeletons } from '../../ui/paged-list.tsx';
import classes from './delivery-screen.module.css';

type Numbers = ReplyOutput<typeof routes.getDeliveryDoctor>['numbers'];
type OfNumber = Numbers[number];

const RANGES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

/** What became of the texts of each number, and what to do about those that didn't arrive. */
export function DeliveryScreen() {
  const { user } = useMe();
  const [days, setDays] = useState('30');
  const asked = { query: { days: Number(days) } };
  const doctor = useQuery({
    ...routeQuery(routes.getDeliveryDoctor, asked),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Delivery"
      lead="See whether your texts arrive, why some don't, and what to do about it."
      width="wide"
    >
      <SegmentedControl
        aria-label="Days"
        data={RANGES}
        value={days}
        onChange={setDays}
        className={classes.range}
      />
      {doctor.isPending ? (
        <Loading what="delivery">
          <RowSkeletons />
        </Loading>
      ) : !doctor.data ? (
        <LoadFailure what="Delivery" retry={() => void doctor.refetch()} />
      ) : doctor.data.numbers.length === 0 ? (
        <EmptyState
          icon={<IconStethoscope size={32} stroke={1.5} />}
          title="No number yet"
          text="Once you have a number and text candidates, you see here how many texts arrive."
        />
      ) : (
        <ul className={classes.list} aria-label="Numbers" aria-busy={doctor.isPlaceholderData}>
          {doctor.data.numbers.map((number) => (
            <NumberCard key={number.phoneNumber} number={number} isOwn={number.owner?.id === user.id} />
          ))}
        </ul>
      )}
    </Page>
  );
}

const shareOf = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;

function NumberCard({ number, isOwn }: { number: OfNumber; isOwn: boolean }) {
  const { phoneNumberFormatted, owner, sent, delivered, failed, filtered, optOuts, reasons, warnings } =
    number;
  const whose = isOwn ? 'Your number' : owner ? personName(owner) : 'No longer in use';
  const figures = [
    { label: 'Sent', value: inDigits(sent), share: null },
    { label: 'Delivered', value: inDigits(delivered), share: shareOf(delivered, sent) },
    { label: 'Failed', value: inDigits(failed), share: shareOf(failed, sent + failed) },
    { label: 'Blocked as spam', value: inDigits(filtered), share: null },
    { label: 'Opt-outs', value: inDigits(optOuts), share: shareOf(optOuts, sent) },
  ];
  return (
    <li className={classes.number}>
      <h2 className={classes.title}>
        {phoneNumberFormatted} <span className={classes.whose}>{whose}</span>
      </h2>
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warningAdvice[warning]}</li>
          ))}
        </ul>
      )}
      <dl className={classes.figures}>
        {figures.map(({ label, value, share }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value} {share && <span className={classes.share}>{share}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 ? (
        <table className={classes.reasons}>
          <caption>Why texts didn't arrive</caption>
          <tbody>
            {reasons.map(({ code, sentence, count, advice }) => (
              <tr key={code}>
                <td className={classes.count}>{counted(count, 'text')}</td>
                <td>
                  {sentence}
                  {advice && <p className={classes.advice}>{advice}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={classes.advice}>
          {sent === 0 ? 'No texts in this time.' : 'No text failed in this time.'}
        </p>
      )}
      {number.days.length > 0 && <Days days={number.days} />}
    </li>
  );
}

const dayNames = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The latest first. */
function Days({ days }: { days: OfNumber['days'] }) {
  return (
    <details className={classes.days}>
      <summary>Day by day</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col">Sent</th>
            <th scope="col">Delivered</th>
            <th scope="col">Failed</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, sent, delivered, failed }) => (
            <tr key={date}>
              <th scope="row">{dayNames.format(new Date(date))}</th>
              <td>{inDigits(sent)}</td>
              <td>{inDigits(delivered)}</td>
              <td>{inDigits(failed)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
