import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { type AppRequest, MOST_CONNECTED } from '../../../contract/connected-apps.ts';
import { Scope } from '../../../contract/scopes.ts';
import { NEWEST_VERSION } from '../../../contract/versions.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { hashKey } from '../../http/keys.ts';
import type { Session } from '../../http/session.ts';
import { actorOf, recordAudit } from '../audit/record-audit.ts';
import { mailUser } from '../users/mail-user.ts';
import { lockUser } from '../users/store.ts';
import { appConnected } from './mails.ts';
import { AUTHORIZE, REQUEST_SECONDS } from './provider.ts';
import { addressOf, subjectOf } from './records.ts';
import { type AppRow, countConnections, findApp, insertConnection } from './store.ts';

interface Call {
  session: Session;
  params: { id: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

interface Asked {
  app: AppRow;
  host: string;
  scopes: Scope[];
  resource: 'api' | 'mcp';
}

/** What the app asks for. */
export async function describeRequest(deps: Deps, provider: Provider, call: Call): Promise<AppRequest> {
  await requireOwnBrowser(provider, call);
  const { record } = await requireRequest(deps.db, deps, call.params.id);
  const { app, ...asked } = await requireAsked(deps.db, deps, call.session, record);
  return { name: app.name, ...asked };
}

/** The person connects the app. A second click finds it connected. */
export async function allowRequest(deps: Deps, provider: Provider, call: Call): Promise<string> {
  await requireOwnBrowser(provider, call);
  const { session, params, request } = call;
  const { accountId, userId } = session;
  await inTransaction(deps.db, async (tx) => {
    const { record } = await lockRequest(tx, deps, params.id);
    const { app, scopes, resource } = await requireAsked(tx, deps, session, record);
    const accountOf = subjectOf(session);
    if (record.result?.login?.accountId === accountOf) return;
    if (record.result !== undefined) throw new Failure('not_found');
    // Against their removal at the same moment.
    await lockUser(tx, accountId, userId);
    if ((await countConnections(tx, accountId)) >= MOST_CONNECTED) throw new Failure('apps_used_up');
    const id = deps.newId();
    const at = deps.clock();
    const expiresAt = new Date(at.getTime() + REQUEST_SECONDS * 1000);
    await insertConnection(tx, session, {
      id,
      app,
      scopes,
      resource,
      version: NEWEST_VERSION,
      at,
      expiresAt,
    });
    await answer(tx, params.id, {
      login: { accountId: accountOf, remember: false },
      consent: { grantId: id },
    });
    await recordAudit(tx, deps, actorOf(session, request), {
      action: 'app.connected',
      subjectId: id,
      subject: app.name,
      details: { scopes: scopes.join(', ') },
    });
    // Someone who has taken over an account would like to keep a way in.
    await mailUser(tx, deps, session, appConnected(app.name, deps));
  });
  return `${AUTHORIZE}/${params.id}`;
}

export async function refuseRequest(deps: Deps, provider: Provider, call: Call): Promise<string> {
  await requireOwnBrowser(provider, call);
  const { session, params } = call;
  await inTransaction(deps.db, async (tx) => {
    const { record } = await lockRequest(tx, deps, params.id);
    await requireAsked(tx, deps, session, record);
    if (record.result?.consent !== undefined) throw new Failure('not_found');
    await answer(tx, params.id, { error: 'access_denied', error_description: 'the person refused' });
  });
  return `${AUTHORIZE}/${params.id}`;
}

/**
 * Only the browser that the app sent here holds the cookie. Otherwise someone could begin in theirs, and send an admin the link to
 * the screen: the app would then give that someone what the admin allowed.
 */
async function requireOwnBrowser(provider: Provider, { params, request, reply }: Call): Promise<void> {
  const found = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  });
  if (found?.uid !== params.id) throw new Failure('not_found');
}

interface AppRecord {
  params: Partial<Record<'client_id' | 'redirect_uri' | 'scope' | 'resource', string>>;
  result?: { login?: { accountId: string }; consent?: { grantId: string }; error?: string };
}

const selectRequest = (db: Db, { clock }: Pick<Deps, 'clock'>, id: string) =>
  db
    .selectFrom('oauth_records')
    .select('record')
    .where('hash', '=', hashKey(id))
    .where('kind', '=', 'Interaction')
    .where('expires_at', '>', clock());

async function requireRequest(db: Db, deps: Pick<Deps, 'clock'>, id: string): Promise<{ record: AppRecord }> {
  return found(await selectRequest(db, deps, id).executeTakeFirst());
}

async function lockRequest(tx: Tx, deps: Pick<Deps, 'clock'>, id: string): Promise<{ record: AppRecord }> {
  return found(await selectRequest(tx, deps, id).forUpdate().executeTakeFirst());
}

function found(row: { record: unknown } | undefined): { record: AppRecord } {
  if (row === undefined) throw new Failure('not_found');
  return { record: row.record as AppRecord };
}

/** As the library checked it; and the app must be open to this company. */
async function requireAsked(
  db: Db,
  deps: Pick<Deps, 'publicUrl'>,
  { accountId }: Session,
  { params }: AppRecord,
): Promise<Asked> {
  const app = await findApp(db, params.client_id ?? '');
  if (app === undefined || (!app.forEveryone && app.accountId !== accountId)) throw new Failure('not_found');
  const asked = new Set(params.scope?.split(' '));
  return {
    app,
    host: new URL(params.redirect_uri ?? '').host,
    scopes: Scope.options.filter((scope) => asked.has(scope)),
    resource: params.resource === addressOf(deps, 'mcp') ? 'mcp' : 'api',
  };
}

/** The request goes on where the library finds it. */
async function answer(tx: Tx, id: string, result: object): Promise<void> {
  await tx
    .updateTable('oauth_records')
    .set(({ fn, ref, val }) => ({
      record: fn('jsonb_set', [ref('record'), val('{result}'), val(JSON.stringify(result))]),
    }))
    .where('hash', '=', hashKey(id))
    .execute();
}
