import * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../http/mount.ts';
import { addView, changeView, presentView, removeView } from './save-view.ts';
import { listViews } from './store.ts';

export function viewRoutes(api: Api, deps: Deps): void {
  api.on(routes.listViews, async ({ db, session }) =>
    (await listViews(db, session)).map((row) => presentView(session, row)),
  );
  api.once(routes.createView, ({ session, body, once }) => once((tx) => addView(tx, deps, session, body)));
  api.on(routes.updateView, ({ db, session, params, body }) =>
    inTransaction(db, (tx) => changeView(tx, session, params.id, body)),
  );
  api.on(routes.deleteView, async ({ db, session, params }) => {
    await inTransaction(db, (tx) => removeView(tx, session, params.id));
    return { status: 'ok' } as const;
  });
}
