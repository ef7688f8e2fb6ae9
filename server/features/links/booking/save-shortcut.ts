import { type CalendarShortcut, MAX_CALENDAR_SHORTCUTS } from '../../../../contract/calendars.ts';
import { reorder } from '../../../../contract/reorder.ts';
import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { insertShortcut, listShortcuts, lockShortcuts, setShortcutOrder, updateShortcut } from './store.ts';

export async function addShortcut(
  tx: Tx,
  deps: Deps,
  session: Session,
  fields: BodyOf<typeof routes.createCalendarShortcut>,
): Promise<CalendarShortcut> {
  await lockShortcuts(tx, session);
  const others = await listShortcuts(tx, session);
  if (others.length >= MAX_CALENDAR_SHORTCUTS) throw new Failure('shortcuts_used_up');
  const added = { id: deps.newId(), ...fields };
  requireFree(added, others);
  await insertShortcut(tx, session, { ...added, at: deps.clock() });
  return added;
}

export async function changeShortcut(
  tx: Tx,
  session: Session,
  id: string,
  changes: BodyOf<typeof routes.updateCalendarShortcut>,
): Promise<CalendarShortcut> {
  await lockShortcuts(tx, session);
  const own = await listShortcuts(tx, session);
  const stored = own.find((one) => one.id === id);
  if (stored === undefined) throw new Failure('not_found');
  const {
    name = stored.name,
    shortcut = stored.shortcut,
    url = stored.url,
    enabled = stored.enabled,
  } = changes;
  const changed = { id, name, shortcut, url, enabled };
  requireFree(
    changed,
    own.filter((one) => one !== stored),
  );
  await updateShortcut(tx, session, changed);
  return changed;
}

export async function orderShortcuts(tx: Tx, session: Session, named: string[]): Promise<void> {
  await lockShortcuts(tx, session);
  const current = (await listShortcuts(tx, session)).map(({ id }) => id);
  await setShortcutOrder(tx, session, reorder(current, named));
}

function requireFree({ shortcut }: CalendarShortcut, others: CalendarShortcut[]): void {
  const isTaken = others.some((other) => other.shortcut.toLowerCase() === shortcut.toLowerCase());
  if (isTaken) throw new Failure('shortcut_taken');
}
