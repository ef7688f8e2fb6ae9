import { randomBytes } from 'node:crypto';
import type { AtsCredentials, AtsType } from '../../../contract/ats.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import type { AtsApi } from '../../adapters/ats/api.ts';
import { KeyRefused, NotFound, RefusedByAts } from '../../adapters/ats/failures.ts';
import type { AtsAccess, AtsConnector } from '../../adapters/ats/port.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { enqueue } from '../../queue/job.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import {
  type ConnectionRow,
  changeConnection,
  deleteConnection,
  findConnection,
  lockConnection,
  nextGeneration,
  putConnection,
  sealAccess,
  sealWebhookKeys,
} from './connections-store.ts';
import { requireCredentials, wrongWith } from './credentials.ts';
import { keepDeparture } from './departures-store.ts';
import { asFailure } from './explain-failure.ts';
import { forgetAts, forgetSystem } from './forget.ts';
import { startNoting } from './notes-jobs.ts';
import { giveUpNotes } from './notes-store.ts';
import { openApi, openUnsaved, systemOf } from './open-api.ts';
import { chooseReminderSender } from './reminder-sender.ts';
import { enqueueSync, subscribeAts, takeBackAts } from './schedule.ts';

type Settings = Pick<
  BodyOf<typeof routes.saveAtsIntegration>,
  'enabled' | 'notesMode' | 'hiringManagerNotesMode' | 'reminderUserId'
>;

/** Returns the secret of a webhook that has to be set up by hand; it's shown once. */
export async function saveConnection(
  deps: Deps,
  actor: Actor,
  { type, credentials, ...settings }: BodyOf<typeof routes.saveAtsIntegration>,
): Promise<{ webhookSecret: string | null }> {
  if (credentials !== undefined) return connectByKey(deps, actor, type, credentials, settings);
  await changeSettings(deps, actor, type, settings);
  return { webhookSecret: null };
}

async function connectByKey(
  deps: Deps,
  actor: Actor,
  atsType: AtsType,
  credentials: AtsCredentials,
  settings: Settings,
) {
  const { connector, client } = systemOf(deps, atsType);
  const access: AtsAccess = {
    connectedBy: 'key',
    credentials: requireCredentials(connector, credentials),
    tokens: null,
    client,
  };
  return connect(deps, actor, { atsType, access, settings });
}

/** Tested before anything is saved. Replaces the previous connection, except for a webhook that was set up by hand. */
export async function connect(
  deps: Deps,
  actor: Actor,
  { atsType, access, settings }: { atsType: AtsType; access: AtsAccess; settings: Settings },
): Promise<{ webhookSecret: string | null }> {
  const { connector } = systemOf(deps, atsType);
  const { accountId } = actor;
  const asked = openUnsaved(deps, { accountId, atsType }, access);
  const { atsAccountId } = await test(connector, asked.api);
  const sealedAccess = sealAccess(deps.sealer, asked.access());
  for (;;) {
    const present = await findConnection(deps.db, accountId, atsType);
    // Nothing of another company is ever mixed with this one's.
    if (present !== undefined && present.atsAccountId !== atsAccountId)
      await disconnect(deps, actor, atsType).catch(unlessGone);
    if (present?.atsAccountId !== atsAccountId) while (!(await forgetSystem(deps, { accountId, atsType })));
    const done = await inTransaction(deps.db, (tx) =>
      replaceConnection(tx, deps, actor, { atsType, access, settings, atsAccountId, sealedAccess }),
    );
    if (done !== null) return done;
  }
}

/** Null: meanwhile another company was connected. */
async function replaceConnection(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  asked: {
    atsType: AtsType;
    access: AtsAccess;
    settings: Settings;
    atsAccountId: string;
    sealedAccess: string;
  },
): Promise<{ webhookSecret: string | null } | null> {
  const { atsType, access, settings, atsAccountId, sealedAccess } = asked;
  const { accountId } = actor;
  const { connector } = systemOf(deps, atsType);
  const isSetUpByHand = connector.webhooks?.setUp === 'manual';
  const before = await lockConnection(tx, accountId, atsType);
  if (before !== undefined && before.atsAccountId !== atsAccountId) return null;
  const generation = await nextGeneration(tx);
  const at = deps.clock();
  if (before !== undefined && (await keepDeparture(tx, before, at)))
    await enqueue(tx, [takeBackAts.job(before)]);
  const enabled = settings.enabled ?? before?.enabled ?? true;
  const secret = isSetUpByHand && before === undefined ? randomBytes(32).toString('hex') : null;
  await putConnection(tx, {
    accountId,
    atsType,
    generation,
    connectedBy: access.connectedBy,
    atsAccountId,
    sealedAccess,
    enabled,
    notesMode: settings.notesMode ?? before?.notesMode ?? 'each',
    hiringManagerNotesMode:
      settings.hiringManagerNotesMode === undefined
        ? (before?.hiringManagerNotesMode ?? null)
        : settings.hiringManagerNotesMode,
    webhookState: isSetUpByHand ? 'manual' : 'none',
    sealedWebhookKeys:
      secret !== null
        ? sealWebhookKeys(deps.sealer, { secrets: { secret }, ids: [] })
        : isSetUpByHand
          ? (before?.sealedWebhookKeys ?? null)
          : null,
    at,
  });
  const key = { accountId, atsType, generation };
  await chooseReminderSender(tx, key, settings.reminderUserId);
  if (enabled) await enqueueSync(tx, key);
  await startNoting(tx);
  if (connector.webhooks?.setUp === 'automatic') await enqueue(tx, [subscribeAts.job(key)]);
  await recordAudit(tx, deps, actor, {
    action: before === undefined ? 'ats.connected' : 'ats.changed',
    subject: connector.name,
    details: { connectedBy: access.connectedBy, atsAccountId },
  });
  return { webhookSecret: secret };
}

/** Another admin was faster. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'not_found')) throw error;
}

async function changeSettings(deps: Deps, actor: Actor, atsType: AtsType, settings: Settings): Promise<void> {
  const { connector } = systemOf(deps, atsType);
  await inTransaction(deps.db, async (tx) => {
    const row = await lockConnection(tx, actor.accountId, atsType);
    if (row === undefined) throw invalidField('credentials', 'Enter the credentials');
    const { enabled = row.enabled } = settings;
    await chooseReminderSender(tx, row, settings.reminderUserId);
    await changeConnection(tx, row, changesTo(row, settings, deps.clock()));
    if (enabled && !row.enabled) await enqueueSync(tx, row);
    const { notesMode = row.notesMode, hiringManagerNotesMode = row.hiringManagerNotesMode } = settings;
    if (notesMode === 'off' && (hiringManagerNotesMode ?? 'off') === 'off')
      await giveUpNotes(tx, row, deps.clock());
    const changed = enabled === row.enabled ? 'ats.changed' : enabled ? 'ats.resumed' : 'ats.paused';
    await recordAudit(tx, deps, actor, {
      action: changed,
      subject: connector.name,
      details: {
        notesMode: settings.notesMode,
        hiringManagerNotesMode: settings.hiringManagerNotesMode,
        reminderUserId: settings.reminderUserId,
      },
    });
  });
}

function changesTo(
  row: ConnectionRow,
  { enabled = row.enabled, ...settings }: Settings,
  now: Date,
): Parameters<typeof changeConnection>[2] {
  return {
    enabled,
    ...(settings.notesMode === undefined ? {} : { notesMode: settings.notesMode }),
    ...(settings.hiringManagerNotesMode === undefined
      ? {}
      : { hiringManagerNotesMode: settings.hiringManagerNotesMode }),
    ...(enabled && !row.enabled ? { nextSyncAt: now, syncState: 'running' } : {}),
    // A paused one doesn't run: it resumes from there.
    ...(!enabled && row.syncState === 'running' ? { syncState: 'idle' } : {}),
  };
}

export async function disconnect(deps: Deps, actor: Actor, atsType: AtsType): Promise<void> {
  const { accountId } = actor;
  const { connector } = systemOf(deps, atsType);
  await inTransaction(deps.db, async (tx) => {
    const row = await lockConnection(tx, accountId, atsType);
    if (row === undefined) throw new Failure('not_found');
    if (await keepDeparture(tx, row, deps.clock())) await enqueue(tx, [takeBackAts.job(row)]);
    await deleteConnection(tx, accountId, atsType);
    await enqueue(tx, [
      { kind: forgetAts, payload: { accountId, atsType }, key: `forgetAts:${accountId}:${atsType}` },
    ]);
    await recordAudit(tx, deps, actor, { action: 'ats.disconnected', subject: connector.name });
  });
  await forgetSystem(deps, { accountId, atsType });
}

/** Those that are given, or else the saved ones. */
export async function testConnection(
  deps: Deps,
  accountId: string,
  { type, credentials }: { type: AtsType; credentials?: AtsCredentials | undefined },
): Promise<void> {
  const { connector, client } = systemOf(deps, type);
  if (credentials !== undefined) {
    const access: AtsAccess = {
      connectedBy: 'key',
      credentials: requireCredentials(connector, credentials),
      tokens: null,
      client,
    };
    const { api } = openUnsaved(deps, { accountId, atsType: type }, access);
    await test(connector, api);
    return;
  }
  const row = await findConnection(deps.db, accountId, type);
  if (row === undefined) throw new Failure('invalid', { fields: { credentials: wrongWith(connector, {}) } });
  await test(connector, openApi(deps, row));
}

/** The test asks so little that a refusal means bad credentials, however it is reported. */
async function test(connector: AtsConnector, api: AtsApi): Promise<{ atsAccountId: string }> {
  try {
    return await connector.test(api);
  } catch (error) {
    const isRefused = error instanceof RefusedByAts || error instanceof NotFound;
    const failure = isRefused ? new KeyRefused(error.message, 'Check everything you entered.') : error;
    throw asFailure(failure, connector.name, api.access.connectedBy);
  }
}
