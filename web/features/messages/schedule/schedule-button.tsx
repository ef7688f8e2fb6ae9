import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { When } from './schedule-times.ts';

const ScheduleMenu = lazy(() =>
  import('./schedule-menu.tsx').then((module) => ({ default: module.ScheduleMenu })),
);

const ScheduleDialog = lazy(() =>
  import('./schedule-dialog.tsx').then((module) => ({ default: module.ScheduleDialog })),
);

/** Beside Send: sends the text at a time instead. */
export function ScheduleButton({
  zone,
  own,
  disabled,
  opened,
  onOpened,
  onPick,
}: {
  /** The candidate's time zone. Null: unknown, and times are by `own`. */
  zone: string | null;
  own: string;
  disabled: boolean;
  opened: boolean;
  onOpened: (opened: boolean) => void;
  onPick: (when: When) => void;
}) {
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Menu opened={opened && !disabled} onChange={onOpened} position="top-end" width={260} shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="Schedule text" disabled={disabled}>
            <IconClock size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Suspense fallback={<Skeleton height={120} />}>
            <ScheduleMenu zone={zone} own={own} onPick={onPick} onOther={() => setPicking(true)} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {picking && (
          <ScheduleDialog
            zone={zone}
            own={own}
            onClose={() => setPicking(false)}
            onPick={(when) => {
              setPicking(false);
              onPick(when);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
