import { Button } from '@mantine/core';
import { useState } from 'react';
import { type FreeTime, MAX_TIMES } from '../../../contract/time-offers.ts';
import { timeOfDay } from '../../lib/dates.ts';
import classes from './time-offers.module.css';
import { byDay, dayInWords, overlap, theirs } from './time-words.ts';

const isSame = (one: FreeTime, other: FreeTime) => one.startsAt === other.startsAt;

/** On the hour or the half, in any zone. */
const isPlain = (startsAt: string) => new Date(startsAt).getUTCMinutes() % 30 === 0;

/** Free times by day, by both clocks. Those that can't be offered together with the chosen ones are closed. */
export function TimePicker({
  items,
  chosen,
  here,
  there,
  onChange,
}: {
  items: FreeTime[];
  chosen: FreeTime[];
  /** The reader's zone, and the candidate's. */
  here: string;
  there: string;
  onChange: (chosen: FreeTime[]) => void;
}) {
  const [whole, setWhole] = useState<string[]>([]);
  return (
    <div className={classes.days}>
      {byDay(items, here).map((times) => {
        const day = times[0]?.startsAt ?? '';
        const isWhole = whole.includes(day);
        const plain = times.filter(({ startsAt }) => isPlain(startsAt));
        const shown = times.filter(
          (time) =>
            isWhole ||
            plain.length === 0 ||
            isPlain(time.startsAt) ||
            chosen.some((each) => isSame(each, time)),
        );
        return (
          <fieldset key={day} className={classes.day}>
            <legend>{dayInWords(day, here)}</legend>
            <div className={classes.grid}>
              {shown.map((time) => {
                const { startsAt } = time;
                const isChosen = chosen.some((each) => each.startsAt === startsAt);
                const isClosed =
                  !isChosen && (chosen.length >= MAX_TIMES || chosen.some((each) => overlap(each, time)));
                return (
                  <Button
                    key={startsAt}
                    className={classes.time}
                    size="sm"
                    variant={isChosen ? 'filled' : 'default'}
                    aria-pressed={isChosen}
                    disabled={isClosed}
                    onClick={() =>
                      onChange(
                        isChosen
                          ? chosen.filter((each) => each.startsAt !== startsAt)
                          : [...chosen, time].sort((a, b) => a.startsAt.localeCompare(b.startsAt)),
                      )
                    }
                  >
                    <span>
                      {timeOfDay(startsAt, here)}
                      <small>{theirs(startsAt, there, here)}</small>
                    </span>
                  </Button>
                );
              })}
            </div>
            {shown.length < times.length && (
              <Button size="xs" variant="subtle" mt={4} onClick={() => setWhole([...whole, day])}>
                Show quarter hours
              </Button>
            )}
          </fieldset>
        );
      })}
    </div>
  );
}
