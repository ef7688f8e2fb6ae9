import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { API_BASE } from '../../../contract/api.ts';
import * as routes from '../../../contract/routes.ts';
import { MCP_SCOPES, Scope } from '../../../contract/scopes.ts';
import type { CellAddress } from '../../cells/cells.ts';
import { isHere } from '../../cells/leads.ts';
import { Lead } from '../../cells/questions.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Limit } from '../../http/rate-limits.ts';
import { requireStorable } from '../../http/storable.ts';
import { actorOf } from '../audit/record-audit.ts';
import { allowRequest, describeRequest, refuseRequest } from './connect.ts';
import { AUTHORIZE, createProvider, REVOKE, TOKEN } from './provider.ts';
import { addressOf } from './records.ts';
import { addApp, deleteApp, disconnect, presentApp, presentConnection } from './save-app.ts';
import { listApps, listConnections } from './store.ts';

/** An app's server comes for all of its people, and each person in their browser. */
const appsByAddress: Limit = { name: 'oauth app address', points: 600, seconds: 300 };
const peopleByAddress: Limit = { name: 'oauth person address', points: 100, seconds: 300 };
/** Each request is kept for ten minutes. */
const LONGEST_ADDRESS = 4000;

export function connectedAppRoutes(app: FastifyInstance, api: Api, deps: Deps): void {
  const provider = createProvider(deps);

  api.on(routes.listApps, async ({ db, session, query: { cursor, limit } }) => {
    const rows = await listApps(db, session.accountId, { after: decodeCursor(cursor), limit });
    return pageOf(rows, limit, ({ createdAt, id }) => encodeCursor({ at: createdAt, id }), presentApp);
  });
  api.on(routes.createApp, ({ db, session, body, request }) =>
    inTransaction(db, (tx) => addApp(tx, deps, session, actorOf(session, request), body)),
  );
  api.on(routes.deleteApp, async ({ db, session, params, request }) => {
    await inTransaction(db, (tx) => deleteApp(tx, deps, actorOf(session, request), params.id));
    return { status: 'ok' } as const;
  });

  api.on(routes.listConnectedApps, async ({ db, session, query: { cursor, limit } }) => {
    const asked = { after: decodeCursor(cursor), limit, now: deps.clock() };
    const rows = await listConnections(db, session.accountId, asked);
    return pageOf(rows, limit, ({ createdAt, id }) => encodeCursor({ at: createdAt, id }), presentConnection);
  });
  api.on(routes.disconnectApp, async ({ db, session, params, request }) => {
    await inTransaction(db, (tx) => disconnect(tx, deps, actorOf(session, request), params.id));
    return { status: 'ok' } as const;
  });

  api.on(routes.getAppRequest, (call) => describeRequest(deps, provider, call));
  api.on(routes.allowAppRequest, async (call) => ({ continueTo: await allowRequest(deps, provider, call) }));
  api.on(routes.refuseAppRequest, async (call) => ({
    continueTo: await refuseRequest(deps, provider, call),
  }));

  metadata(app, deps);
  serveApps(app, deps, provider);
}

/** Where apps find everything (RFC 8414), and which addresses take our tokens (RFC 9728). */
function metadata(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps;
  app.get('/.well-known/oauth-authorization-server', (_request, reply) =>
    reply.send({
      issuer: publicUrl,
      authorization_endpoint: publicUrl + AUTHORIZE,
      token_endpoint: publicUrl + TOKEN,
      revocation_endpoint: publicUrl + REVOKE,
      scopes_supported: Scope.options,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${publicUrl}${API_BASE}/docs`,
    }),
  );
  const resources = [
    { path: API_BASE, which: 'api', scopes: Scope.options },
    { path: '/mcp', which: 'mcp', scopes: MCP_SCOPES },
    // Where assistants looked before there were two.
    { path: '', which: 'mcp', scopes: MCP_SCOPES },
  ] as const;
  for (const { path, which, scopes } of resources)
    app.get(`/.well-known/oauth-protected-resource${path}`, (_request, reply) =>
      reply.send({
        resource: addressOf(deps, which),
        authorization_servers: [publicUrl],
        bearer_methods_supported: ['header'],
        scopes_supported: scopes,
        resource_documentation: `${publicUrl}${API_BASE}/docs`,
      }),
    );
}

/** What the library answers. It reads bodies itself, up to 56 KB. */
function serveApps(app: FastifyInstance, deps: Deps, provider: Provider): void {
  const serve = provider.callback();
  const { host, protocol } = new URL(deps.publicUrl);

  async function hand(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    await deps.rateLimits.consume(request.method === 'POST' ? appsByAddress : peopleByAddress, request.ip);
    if (request.url.length > LONGEST_ADDRESS) throw new Failure('malformed');
    requireStorable(request.query);
    // The other ways back are pages of the library with scripts, which browsers don't run here.
    const { response_mode: mode = 'query' } = request.query as Record<string, unknown>;
    if (mode !== 'query') throw new Failure('malformed');
    const elsewhere = request.method === 'GET' ? await findElsewhere(deps, request) : null;
    if (elsewhere !== null) return reply.redirect(`${elsewhere.url}${AUTHORIZE}${searchOf(request)}`, 302);
    // Addresses that it makes are ours, whatever a request claims.
    Object.assign(request.raw.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': request.ip,
    });
    reply.hijack();
    await serve(request.raw, reply.raw);
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.get(AUTHORIZE, hand);
    scope.get(`${AUTHORIZE}/:id`, hand);
    scope.post(TOKEN, hand);
    scope.post(REVOKE, hand);
  });
}

/** A person is asked in the cell that has the app. */
async function findElsewhere({ cells, db }: Deps, request: FastifyRequest): Promise<CellAddress | null> {
  const { client_id: appId } = request.query as Record<string, unknown>;
  const { data: lead } = Lead.safeParse({ kind: 'app', appId });
  if (cells === null || lead === undefined || (await isHere(db, lead))) return null;
  return cells.find(lead);
}

const searchOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '');
