import { type App, CONNECTED_DAYS, type ConnectedApp, MOST_APPS } from '../../../contract/connected-apps.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { isStaffWithSecondStep, type Session } from '../../http/session.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import {
  type AppRow,
  type ConnectionRow,
  countApps,
  insertApp,
  removeApp,
  removeConnection,
} from './store.ts';

export function presentApp({ id, name, redirectUris, forEveryone, createdAt }: AppRow): App {
  return { id, name, redirectUris, forEveryone, createdAt: createdAt.toISOString() };
}

export function presentConnection(row: ConnectionRow): ConnectedApp {
  const { id, name, scopes } = row;
  return {
    id,
    name,
    scopes,
    resource: row.resource ?? 'api',
    owner: { id: row.ownerId, firstName: row.ownerFirstName, lastName: row.ownerLastName },
    createdAt: row.createdAt.toISOString(),
    endsAt: new Date(row.createdAt.getTime() + CONNECTED_DAYS * 86_400_000).toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** Apps that every company may connect are added by staff, who know who makes them. */
export async function addApp(
  tx: Tx,
  deps: Deps,
  session: Session,
  actor: Actor,
  { name, redirectUris, forEveryone = false }: BodyOf<typeof routes.createApp>,
): Promise<App> {
  const { accountId } = actor;
  if (forEveryone && !isStaffWithSecondStep(session)) throw new Failure('forbidden', { missing: 'staff' });
  if ((await countApps(tx, accountId)) >= MOST_APPS) throw new Failure('apps_used_up');
  const row = { accountId, id: deps.newId(), name, redirectUris, forEveryone, createdAt: deps.clock() };
  await insertApp(tx, row);
  await recordAudit(tx, deps, actor, { action: 'app.added', subjectId: row.id, subject: name });
  return presentApp(row);
}

export async function deleteApp(tx: Tx, deps: Deps, actor: Actor, id: string): Promise<void> {
  const removed = await removeApp(tx, actor.accountId, id);
  if (removed === undefined) throw new Failure('not_found');
  await recordAudit(tx, deps, actor, { action: 'app.deleted', subjectId: id, subject: removed.name });
}

export async function disconnect(tx: Tx, deps: Deps, actor: Actor, id: string): Promise<void> {
  const removed = await removeConnection(tx, actor.accountId, id);
  if (removed === undefined) throw new Failure('not_found');
  await recordAudit(tx, deps, actor, { action: 'app.disconnected', subjectId: id, subject: removed.name });
}
