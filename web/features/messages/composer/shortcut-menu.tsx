import type { CalendarShortcut } from '../../../../contract/calendars.ts';
import { LookupMenu, type LookupMenuProps } from './lookup-menu.tsx';
import { shortcutOffers } from './shortcut-offers.ts';

/** Calendar shortcuts during a search inside a text. Hidden if none matches: a `#` may be just that. */
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
