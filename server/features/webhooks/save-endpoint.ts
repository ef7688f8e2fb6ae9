import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { MOST_ENDPOINTS, SECRET_HOURS, type WebhookEndpoint } from '../../../contract/webhooks.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { noteEvent } from '../../live/note-event.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { firstIdAt, keptSince } from '../events/event-ids.ts';
import { newSecret } from './sign.ts';
import {
  changeEndpoint,
  countEndpoints,
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  replaceSecret,
  resendDelivery,
  startReplay,
} from './store.ts';

type Saving = Pick<Deps, 'clock' | 'newId' | 'sealer' | 'webhooks'>;

export function presentEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    ...row,
    failingSince: row.failingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Where names lead is looked at again with each attempt. */
export async function requireReachable(deps: Saving, url: string): Promise<void> {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.username !== '' || parsed.password !== '')
    throw invalidField('url', 'Enter an address like https://example.com/hooks');
  if (!(await deps.webhooks.isPermitted(parsed)))
    throw invalidField('url', 'Enter an https address that can be reached from the internet');
}

export async function addEndpoint(
  tx: Tx,
  deps: Saving,
  actor: Actor,
  given: BodyOf<typeof routes.createWebhookEndpoint>,
) {
  const { accountId } = actor;
  if ((await countEndpoints(tx, accountId)) >= MOST_ENDPOINTS) throw new Failure('too_many_endpoints');
  const [id, secret] = [deps.newId(), newSecret()];
  await insertEndpoint(tx, accountId, {
    id,
    url: given.url,
    types: given.types,
    description: given.description ?? null,
    includeBodies: given.includeBodies ?? false,
    sealedSecret: deps.sealer.seal(secret),
    at: deps.clock(),
  });
  await recordAudit(tx, deps, actor, {
    action: 'webhook.created',
    subjectId: id,
    subject: hostOf(given.url),
  });
  return { ...presentEndpoint(await requireEndpoint(tx, accountId, id)), secret };
}

export async function updateEndpoint(
  tx: Tx,
  deps: Saving,
  actor: Actor,
  id: string,
  given: BodyOf<typeof routes.updateWebhookEndpoint>,
): Promise<WebhookEndpoint> {
  const { accountId } = actor;
  const before = await requireEndpoint(tx, accountId, id);
  await changeEndpoint(tx, accountId, id, given);
  const after = await requireEndpoint(tx, accountId, id);
  const action =
    before.status === after.status
      ? 'webhook.changed'
      : after.status === 'active'
        ? 'webhook.turnedOn'
        : 'webhook.turnedOff';
  await recordAudit(tx, deps, actor, { action, subjectId: id, subject: hostOf(after.url) });
  return presentEndpoint(after);
}

export async function removeEndpoint(tx: Tx, deps: Saving, actor: Actor, id: string): Promise<void> {
  const { url } = await requireEndpoint(tx, actor.accountId, id);
  await deleteEndpoint(tx, actor.accountId, id);
  await recordAudit(tx, deps, actor, { action: 'webhook.deleted', subjectId: id, subject: hostOf(url) });
}

export async function rotateEndpoint(tx: Tx, deps: Saving, actor: Actor, id: string) {
  const { accountId } = actor;
  const { url } = await requireEndpoint(tx, accountId, id);
  const secret = newSecret();
  const until = new Date(deps.clock().getTime() + SECRET_HOURS * 3600_000);
  await replaceSecret(tx, accountId, id, { sealed: deps.sealer.seal(secret), until });
  await recordAudit(tx, deps, actor, { action: 'webhook.rotated', subjectId: id, subject: hostOf(url) });
  return { ...presentEndpoint(await requireEndpoint(tx, accountId, id)), secret };
}

/** Through the log, as all others. */
export async function testEndpoint(tx: Tx, accountId: string, id: string): Promise<void> {
  await requireActive(tx, accountId, id);
  await noteEvent(tx, accountId, { type: 'endpoint.test', subjectId: id, data: {} });
}

export async function replay(
  tx: Tx,
  deps: Saving,
  accountId: string,
  id: string,
  { since, until }: BodyOf<typeof routes.resendWebhookEvents>,
): Promise<void> {
  await requireActive(tx, accountId, id);
  const from = Date.parse(since);
  if (from < keptSince(deps.clock())) throw new Failure('events_gone');
  const to = until === undefined ? deps.clock().getTime() : Date.parse(until);
  await startReplay(tx, accountId, id, { after: firstIdAt(from), until: firstIdAt(to + 1) });
}

export async function resendOne(tx: Tx, deps: Saving, accountId: string, id: string): Promise<void> {
  const endpointId = await resendDelivery(tx, accountId, { id, at: deps.clock() });
  if (endpointId === undefined) throw new Failure('not_found');
  await requireActive(tx, accountId, endpointId);
}

async function requireActive(tx: Tx, accountId: string, id: string): Promise<void> {
  const { status } = await requireEndpoint(tx, accountId, id);
  if (status !== 'active') throw new Failure('endpoint_disabled');
}

const hostOf = (url: string) => new URL(url).host;

async function requireEndpoint(tx: Tx, accountId: string, id: string): Promise<EndpointRow> {
  const row = await findEndpoint(tx, accountId, id);
  if (row === undefined) throw new Failure('not_found');
  return row;
}
