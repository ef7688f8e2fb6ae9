import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Analytics } from '../../../contract/analytics.ts';
import classes from './analytics.module.css';
import { countByHour, type Direction, hoursTable, hourTitles } from './figure-table.ts';
import { countInWords } from './numbers-in-words.ts';
import { ChartPanel } from './panel.tsx';
import { hourInWords, hoursOfDay, weekdays } from './points.ts';

/** When texts go out and come in: an hour of a weekday is the darker, the more there are. */
export function HourGrid({ data }: { data: Analytics }) {
  const [direction, setDirection] = useState<Direction>('sent');
  const [pointed, setPointed] = useState<string | null>(null);
  const countAt = countByHour(data, direction);
  const all = weekdays.flatMap((day) =>
    hoursOfDay.map((hour) => ({ day, hour, count: countAt(day.weekday, hour) })),
  );
  const busiest = all.reduce((most, each) => (each.count > most.count ? each : most));
  const inWords = ({ day, hour, count }: (typeof all)[number]) =>
    `${day.full}, ${hourInWords(hour)}: ${countInWords(count)} ${direction}`;
  return (
    <ChartPanel
      title="By hour and weekday"
      table={hoursTable(data, direction)}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Texts shown by hour"
          value={direction}
          onChange={(value) => setDirection(value as Direction)}
          data={[
            { value: 'sent', label: 'Sent' },
            { value: 'received', label: 'Received' },
          ]}
        />
      }
    >
      <p className={classes.note}>
        {pointed ?? (busiest.count > 0 ? `Most on ${inWords(busiest)}` : `No texts ${direction}`)}
      </p>
      <table
        className={classes.grid}
        aria-label={hourTitles[direction]}
        onPointerLeave={() => setPointed(null)}
      >
        <thead>
          <tr>
            <td />
            {hoursOfDay.map((hour) => (
              <th key={hour} scope="col">
                <span className={hour % 6 === 0 ? classes.hour : classes.unseen}>{hourInWords(hour)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((day) => (
            <tr key={day.weekday}>
              <th scope="row">
                <abbr title={day.full}>{day.short}</abbr>
              </th>
              {all
                .filter((each) => each.day === day)
                .map((each) => (
                  <td
                    key={each.hour}
                    style={{ '--share': each.count / Math.max(1, busiest.count) } as React.CSSProperties}
                    data-some={each.count > 0 || undefined}
                    onPointerEnter={() => setPointed(inWords(each))}
                  >
                    <span className={classes.unseen}>{countInWords(each.count)}</span>
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ChartPanel>
  );
}
