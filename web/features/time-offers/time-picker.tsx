import { Button } from '@mantine/core';
import { type FreeTime, MAX_TIMES } from '../../../contract/time-offers.ts';
import { timeOfDay } from '../../lib/dates.ts';
import classes from './time-offers.module.css';
import { byDay, dayInWords, overlap, theirs } from './time-words.ts';

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
  return (
    <div className={classes.days}>
      {byDay(items, here).map((times) => (
        <fieldset key={times[0]?.startsAt} className={classes.day}>
          <legend>{dayInWords(times[0]?.startsAt ?? '', here)}</legend>
          <div className={classes.grid}>
            {times.map((time) => {
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
        </fieldset>
      ))}
    </div>
  );
}
