import type { CalendarShortcut } from '../../../../contract/calendars.ts';
import { LookupMenu, type LookupMenuProps } from './lookup-menu.tsx';
import { shortcutOffers } from './shortcut-offers.ts';

/** Calendar shortcuts while one is being looked for in a text. Nothing where none fits: a `#` may stand for itself. */
export function ShortcutMenu({
  shortcuts,
  onPick,
  query,
  ...menu
}: LookupMenuProps & {
  shortcuts: readonly CalendarShortcut[];
  onPick: (shortcut: CalendarShortcut) => void;
}) {
  return (
    <LookupMenu
      {...menu}
      label="Calendar shortcuts"
      offers={shortcutOffers(shortcuts, query, onPick)}
      isLoading={false}
      nothing={null}
    />
  );
}
