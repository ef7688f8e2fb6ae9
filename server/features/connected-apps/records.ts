import { sql } from 'kysely';
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { CONNECTED_DAYS } from '../../../contract/connected-apps.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { hashKey } from '../../http/keys.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { findUser } from '../users/store.ts';
import { findApp, findConnection, removeConnection } from './store.ts';

type Kept = Pick<Deps, 'db' | 'clock' | 'newId' | 'publicUrl'>;

const LOOPBACK = /^http:/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** How the library calls a person. */
export const subjectOf = ({ accountId, userId }: { accountId: string; userId: string }) =>
  `${accountId}/${userId}`;

export const addressOf = ({ publicUrl }: Pick<Deps, 'publicUrl'>, resource: 'api' | 'mcp') =>
  `${publicUrl}${resource === 'api' ? '/v1' : '/mcp'}`;

const inSeconds = (time: Date | null) => Math.floor((time?.getTime() ?? 0) / 1000);

const NOTHING: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

/**
 * Where the library keeps what it knows. Clients are our apps, and a grant is the connection that a person allowed. It keeps no
 * session beside ours: who is signed in, our own page knows, and it asks each time.
 */
export function recordsOf(deps: Kept): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return { ...NOTHING, find: (id) => findClient(deps.db, id) };
    if (kind === 'Grant')
      return { ...NOTHING, find: (id) => findGrant(deps, id), destroy: (id) => disconnect(deps, id) };
    if (['Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken'].includes(kind))
      return recordsOfKind(deps, kind);
    return NOTHING;
  };
}

async function findClient(db: Db, id: string): Promise<AdapterPayload | undefined> {
  const app = UUID.test(id) ? await findApp(db, id) : undefined;
  if (app === undefined) return undefined;
  return {
    client_id: app.id,
    client_name: app.name,
    redirect_uris: app.redirectUris,
    // On this computer, an app gets whichever port is free.
    application_type: app.redirectUris.every((uri) => LOOPBACK.test(uri)) ? 'native' : 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
  };
}

async function findGrant(deps: Kept, id: string): Promise<AdapterPayload | undefined> {
  const found = UUID.test(id) ? await findConnection(deps.db, id, deps.clock()) : undefined;
  if (found?.appId == null || found.resource === null) return undefined;
  return {
    kind: 'Grant',
    jti: found.id,
    iat: inSeconds(found.createdAt),
    exp: inSeconds(found.expiresAt),
    clientId: found.appId,
    accountId: subjectOf({ accountId: found.accountId, userId: found.ownerId }),
    // Not in the library's types, but in its payloads.
    ...({ resources: { [addressOf(deps, found.resource)]: found.scopes.join(' ') } } as object),
  };
}

/** What the library revokes as a whole: the app gave its tokens back, or one of them came a second time. */
async function disconnect(deps: Kept, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const found = await findConnection(tx, id, deps.clock());
    if (found === undefined) return;
    const { accountId, ownerId: userId } = found;
    if ((await removeConnection(tx, accountId, id)) === undefined) return;
    const { firstName, lastName } = await findUser(tx, accountId, userId);
    await recordAudit(
      tx,
      deps,
      { accountId, userId, firstName, lastName, ip: Provider.ctx?.ip ?? null, userAgent: null },
      { action: 'app.disconnected', subjectId: id, subject: found.name, details: { by: 'app' } },
    );
  });
}

function recordsOfKind(deps: Kept, kind: string): Adapter {
  const { db, clock } = deps;
  const gone = () => new errors.InvalidGrant('the app was disconnected');
  return {
    ...NOTHING,
    upsert: async (id, { jti: _id, ...record }, expiresIn = 0) => {
      const expiresAt = new Date(clock().getTime() + expiresIn * 1000);
      const hash = hashKey(id);
      if (record.grantId === undefined) {
        const row = { hash, kind, record: JSON.stringify(record), expires_at: expiresAt };
        await db.insertInto('oauth_records').values(row).execute();
        return;
      }
      // A connection lasts as long as its newest refresh token, and no token outlasts it.
      const { numAffectedRows } = await sql`
        with live as (
          update api_keys
             set expires_at = case when ${kind} = 'RefreshToken'
                                   then least(${expiresAt}::timestamptz, created_at + ${CONNECTED_DAYS} * interval '1 day')
                                   else expires_at end
           where id = ${record.grantId}::uuid and app_id is not null
          returning account_id, id)
        insert into oauth_records (hash, kind, account_id, key_id, record, expires_at)
        select ${hash}, ${kind}, account_id, id, ${JSON.stringify(record)}::jsonb, ${expiresAt} from live`.execute(
        db,
      );
      if (numAffectedRows !== 1n) throw gone();
    },
    find: async (id) => {
      const row = await db
        .selectFrom('oauth_records')
        .select(['record', 'consumed_at as consumedAt'])
        .where('hash', '=', hashKey(id))
        .where('kind', '=', kind)
        .where('expires_at', '>', clock())
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { record, consumedAt } = row;
      return {
        ...(record as AdapterPayload),
        jti: id,
        ...(consumedAt && { consumed: inSeconds(consumedAt) }),
      };
    },
    // Of two requests with the same one, at the same moment, the second finds it used.
    consume: async (id) => {
      const used = await db
        .updateTable('oauth_records')
        .set({ consumed_at: clock() })
        .where('hash', '=', hashKey(id))
        .where('kind', '=', kind)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows === 1n) return;
      const row = await db
        .selectFrom('oauth_records')
        .select('key_id as keyId')
        .where('hash', '=', hashKey(id))
        .executeTakeFirst();
      if (row?.keyId) await disconnect(deps, row.keyId);
      throw gone();
    },
    destroy: async (id) => {
      await db.deleteFrom('oauth_records').where('hash', '=', hashKey(id)).where('kind', '=', kind).execute();
    },
  };
}
