import { useState } from 'react';
import type { ReplyOutput } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import { monthDay } from '../../../lib/dates.ts';
import classes from './usage-chart.module.css';

type Day = ReplyOutput<typeof routes.getUsage>[number];

/** The day is a day of its own, without a time and so without a zone. */
const dayName = ({ date }: Day) => monthDay(`${date}T12:00:00Z`, 'UTC');
const inWords = (day: Day) =>
  `${dayName(day)}: ${count(day.segments)} counted, in ${day.texts === 1 ? '1 message' : `${day.texts} messages`}`;
const count = (texts: number) => (texts === 1 ? '1 text' : `${texts.toLocaleString('en-US')} texts`);

/** 1, 2 or 5, and zeros: what the axis ends with. */
export function roundUp(value: number): number {
  if (value <= 5) return 5;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power;
}

/** A bar for each day, which says more while it is pointed at; for screen readers a table. */
export function UsageChart({ days, isBusy }: { days: Day[]; isBusy: boolean }) {
  const [shown, setShown] = useState<Day | null>(null);
  const total = days.reduce((sum, { segments }) => sum + segments, 0);
  const top = roundUp(Math.max(...days.map(({ segments }) => segments)));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.chart} aria-busy={isBusy}>
      <figcaption className={classes.caption}>
        {shown ? inWords(shown) : `${count(total)} counted in ${days.length} days`}
      </figcaption>
      <div className={classes.plot} aria-hidden onPointerLeave={() => setShown(null)}>
        <span className={classes.top}>{top.toLocaleString('en-US')}</span>
        <span className={classes.half}>{(top / 2).toLocaleString('en-US')}</span>
        <div className={classes.bars}>
          {days.map((day) => (
            <div
              key={day.date}
              className={classes.day}
              data-shown={shown?.date === day.date || undefined}
              onPointerEnter={() => setShown(day)}
            >
              <div
                className={classes.bar}
                style={{ height: `${(Math.max(0, day.segments) / top) * 100}%` }}
              />
            </div>
          ))}
        </div>
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{first && dayName(first)}</span>
        <span>{last && dayName(last)}</span>
      </div>
      <div className={classes.unseen}>
        <table>
          <caption>Usage by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Texts counted</th>
              <th scope="col">Messages</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">{dayName(day)}</th>
                <td>{day.segments}</td>
                <td>{day.texts}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
