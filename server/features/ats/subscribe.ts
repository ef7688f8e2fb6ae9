import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import {
  type ConnectionKey,
  changeConnection,
  findConnection,
  openWebhookKeys,
  sealWebhookKeys,
} from './connections-store.ts';
import { deleteDeparture, findDeparture } from './departures-store.ts';
import { openApi, openDeparted, systemOf } from './open-api.ts';
import { webhookUrlOf } from './webhook-url.ts';

/** Until it is done, changes are polled for. */
export async function runSubscribeAts(deps: Deps, key: ConnectionKey): Promise<void> {
  const row = await findConnection(deps.db, key.accountId, key.atsType);
  if (row?.generation !== key.generation || row.webhookState !== 'none') return;
  const { webhooks } = systemOf(deps, key.atsType).connector;
  if (!webhooks?.subscribe) return;
  const api = openApi(deps, row);
  const keys = await webhooks.subscribe(api, {
    url: webhookUrlOf(deps, row),
    secret: randomBytes(32).toString('hex'),
  });
  const kept = await changeConnection(deps.db, row, {
    webhookState: 'automatic',
    sealedWebhookKeys: sealWebhookKeys(deps.sealer, keys),
  });
  // It was disconnected in that moment, and no one else knows of them.
  if (!kept) await webhooks.unsubscribe?.(api, keys);
}

/** The system may be away, or the key revoked: then they lead nowhere, and there is nothing more we can do. */
const GIVEN_UP_MS = 24 * 3600_000;

export async function runTakeBackAts(deps: Deps, key: ConnectionKey): Promise<void> {
  const row = await findDeparture(deps.db, key);
  if (row === undefined) return;
  const { webhooks, events } = systemOf(deps, row.atsType).connector;
  const api = openDeparted(deps, row, row.sealedAccess);
  try {
    if (row.sealedWebhookKeys !== null)
      await webhooks?.unsubscribe?.(api, openWebhookKeys(deps.sealer, row.sealedWebhookKeys));
    if (row.eventPosition !== null) await events?.close(api, row.eventPosition);
  } catch (error) {
    const isOver = deps.clock().getTime() - row.departedAt.getTime() > GIVEN_UP_MS;
    if (!isOver) throw error;
    deps.log.warn({ err: error, atsType: row.atsType }, 'webhooks could not be taken back');
  }
  await inTransaction(deps.db, (tx) => deleteDeparture(tx, row));
}
