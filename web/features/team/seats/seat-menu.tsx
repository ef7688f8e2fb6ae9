import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Seat } from '../../../../contract/seats.ts';
import { actionLabel, actionsOf, isFinal, type SeatAction } from '../seat-actions/seat-actions.ts';
import { seatInWords } from './find-seats.ts';

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
        onClick={() => onAsk(action)}
      >
        {actionLabel(action, seat)}
      </Menu.Item>
    ));
  const final = actions.filter(isFinal);
  return (
    <Menu position="bottom-end" width={216}>
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
