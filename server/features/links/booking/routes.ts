import * as routes from '../../../../contract/routes.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Api } from '../../../http/mount.ts';
import { addShortcut, changeShortcut, orderShortcuts } from './save-shortcut.ts';
import { deleteShortcut, listUsage, switchShortcuts } from './store.ts';

const OK = { status: 'ok' } as const;

export function calendarRoutes(api: Api, deps: Deps): void {
  api.on(routes.listCalendarShortcuts, ({ db, session }) =>
    listUsage(db, session, deps.linkBaseUrl !== null),
  );
  api.once(routes.createCalendarShortcut, ({ session, body, once }) =>
    once((tx) => addShortcut(tx, deps, session, body)),
  );
  api.on(routes.updateCalendarShortcut, ({ db, session, params: { id }, body }) =>
    inTransaction(db, (tx) => changeShortcut(tx, session, id, body)),
  );
  api.on(routes.orderCalendarShortcuts, async ({ db, session, body }) => {
    await inTransaction(db, (tx) => orderShortcuts(tx, session, body.ids));
    return OK;
  });
  api.on(routes.deleteCalendarShortcut, async ({ db, session, params: { id } }) => {
    if (!(await deleteShortcut(db, session, id))) throw new Failure('not_found');
    return OK;
  });
  api.on(routes.enableCalendarShortcuts, async ({ db, session }) => {
    await switchShortcuts(db, session, true);
    return OK;
  });
  api.on(routes.disableCalendarShortcuts, async ({ db, session }) => {
    await switchShortcuts(db, session, false);
    return OK;
  });
}
