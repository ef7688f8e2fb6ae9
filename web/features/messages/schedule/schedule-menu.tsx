import { Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { ownTimeInWords, scheduleTimes, sendTimeInWords, type When } from './schedule-times.ts';

/** What the schedule button opens: times by the candidate's clock, each with what it is by yours. */
export function ScheduleMenu({
  zone,
  own,
  onPick,
  onOther,
}: {
  zone: string | null;
  own: string;
  onPick: (when: When) => void;
  onOther: () => void;
}) {
  const [now] = useState(() => new Date());
  return (
    <>
      <Menu.Label>Send later</Menu.Label>
      {scheduleTimes(now, zone ?? own).map(({ label, at }) => {
        const time = sendTimeInWords(at, zone, own, now);
        const ownTime = ownTimeInWords(at, zone, own, now);
        return (
          <Menu.Item key={label} onClick={() => onPick({ scheduledAt: at, cancelIfAnswered: true })}>
            {label === 'In 2 hours' ? `${label}, ${time}` : time.replace(/^Mon\b,?/, 'Monday')}
            {ownTime && (
              <Text size="xs" c="dimmed">
                {ownTime}
              </Text>
            )}
          </Menu.Item>
        );
      })}
      <Menu.Item onClick={onOther}>Pick a date and time</Menu.Item>
    </>
  );
}
