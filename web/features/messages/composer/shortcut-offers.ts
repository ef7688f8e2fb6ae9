import type { CalendarShortcut } from '../../../../contract/calendars.ts';
import type { Offer } from './lookup-menu.tsx';

/** Calendar shortcuts that match, best first. */
export function shortcutOffers(
  shortcuts: readonly CalendarShortcut[],
  query: string,
  onPick: (shortcut: CalendarShortcut) => void,
): Offer[] {
  return shortcuts
    .map((item) => ({ item, rank: rankOf(item, query.trim().toLowerCase()) }))
    .filter(({ rank }) => rank >= 0)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => ({
      id: item.id,
      name: `#${item.shortcut} · ${item.name}`,
      preview: item.url,
      pick: () => onPick(item),
    }));
}

/** Full matches come first; -1 means no match. */
function rankOf({ shortcut, name }: CalendarShortcut, sought: string): number {
  const own = shortcut.toLowerCase();
  if (own === sought) return 0;
  if (own.startsWith(sought)) return 1;
  const words = name.toLowerCase().split(/\s+/);
  return words.some((word) => word.startsWith(sought)) ? 2 : -1;
}
