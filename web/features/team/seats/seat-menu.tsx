import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Seat } from '../../../../contract/seats.ts';
import { actionLabel, actionsOf, isFinal, type SeatAction } from '../seat-actions/seat-actions.ts';
import { seatInWords } from './find-seats.ts';
import classes from './seat-table.module.css';

/** For two actions that could be confused. */
const explained: Partial<Record<SeatAction, string>> = {
  newNumber: 'Choose one from any area code.',
  resetNumber: 'We pick one from the same area.',
};

/** The button to which the focus returns. */
export const findMenu = (seatId: string) =>
  document.querySelector<HTMLButtonElement>(`button[data-seat="${seatId}"]`);

export function SeatMenu({ seat, onAsk }: { seat: Seat; onAsk: (action: SeatAction) => void }) {
  const actions = actionsOf(seat);
  if (actions.length === 0) return null;
  const items = (chosen: SeatAction[]) =>
    chosen.map((action) => (
      <Menu.Item
        key={action}
        {...(isFinal(action) ? { c: 'var(--danger)' } : {})}
        aria-label={actionLabel(action, seat)}
        aria-description={explained[action]}
        onClick={() => onAsk(action)}
      >
        {actionLabel(action, seat)}
        {explained[action] && <span className={classes.explained}>{explained[action]}</span>}
      </Menu.Item>
    ));
  const final = actions.filter(isFinal);
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <ActionIcon
          data-seat={seat.id}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Actions for ${seatInWords(seat)}`}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items(actions.filter((action) => !isFinal(action)))}
        {final.length > 0 && <Menu.Divider />}
        {items(final)}
      </Menu.Dropdown>
    </Menu>
  );
}
