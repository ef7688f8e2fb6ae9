import {
  type CalendarProvider,
  MAX_CALENDAR_CONNECTIONS,
} from '../../../../contract/calendar-connections.ts';
import type { BodyOf } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import type { CalendarAccess } from '../../../adapters/calendars/port.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { hashKey } from '../../../http/keys.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';
import { findUser } from '../../users/store.ts';
import { asFailure } from './explain-failure.ts';
import { openUnsaved, providerOf } from './open-api.ts';
import { revokeAccess } from './revoke.ts';
import {
  type CalendarOwner,
  type ConnectionRow,
  deleteConnection,
  findConnection,
  listConnections,
  lockConnections,
  putConnection,
  sealAccess,
} from './store.ts';

const MOST_OF_A_NAME = 200;

/** By a password or a link. */
export function connectByHand(
  deps: Deps,
  actor: Actor,
  { provider, ...credentials }: BodyOf<typeof routes.connectCalendar>,
): Promise<ConnectionRow> {
  return connect(deps, actor, provider, async () => ({ credentials, tokens: null }));
}

/** Tested before anything is saved. The same calendar again replaces its connection. */
export async function connect(
  deps: Deps,
  actor: Actor,
  provider: CalendarProvider,
  getAccess: (timezone: string) => Promise<CalendarAccess>,
): Promise<ConnectionRow> {
  const { connector } = providerOf(deps, provider);
  const { timezone } = await findUser(deps.db, actor.accountId, actor.userId);
  const { access, name } = await tested(deps, { userId: actor.userId, provider, timezone }, getAccess).catch(
    (error: unknown) => {
      throw asFailure(error);
    },
  );
  return inTransaction(deps.db, async (tx) => {
    await lockConnections(tx, actor);
    const id = await putConnection(tx, {
      ...personOf(actor),
      id: deps.newId(),
      provider,
      identity: identityOf(access, name),
      name: name.slice(0, MOST_OF_A_NAME),
      sealedAccess: sealAccess(deps.sealer, access),
      at: deps.clock(),
    });
    const all = await listConnections(tx, actor);
    if (all.length > MAX_CALENDAR_CONNECTIONS) throw new Failure('calendar_connections_used_up');
    await recordAudit(tx, deps, actor, { action: 'calendar.connected', subject: connector.name });
    const connected = all.find((row) => row.id === id);
    if (connected === undefined) throw new Error('The connection was not saved');
    return connected;
  });
}

async function tested(
  deps: Deps,
  how: { userId: string; provider: CalendarProvider; timezone: string },
  getAccess: (timezone: string) => Promise<CalendarAccess>,
): Promise<{ access: CalendarAccess; name: string }> {
  const access = await getAccess(how.timezone);
  const { connector } = providerOf(deps, how.provider);
  const { name } = await connector.test(openUnsaved(deps, how, access));
  return { access, name };
}

const personOf = ({ accountId, userId }: CalendarOwner): CalendarOwner => ({ accountId, userId });

/** The account name or address. */
function identityOf({ credentials }: CalendarAccess, name: string): string {
  const { url, username = '' } = credentials;
  return hashKey(url === undefined ? name.toLowerCase() : `${url} ${username}`);
}

/** Here right away; at the provider, if it's reachable and allows it. */
export async function disconnect(deps: Deps, actor: Actor, id: string): Promise<void> {
  const row = await inTransaction(deps.db, async (tx) => {
    await lockConnections(tx, actor);
    const found = await findConnection(tx, actor, id);
    if (found === undefined) throw new Failure('not_found');
    await deleteConnection(tx, found);
    const subject = providerOf(deps, found.provider).connector.name;
    await recordAudit(tx, deps, actor, { action: 'calendar.disconnected', subject });
    return found;
  });
  // The person who disconnects needn't wait for it.
  void revokeAccess(deps, row).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'a calendar was disconnected, but not revoked'),
  );
}
