import { type ApiKey, MOST_KEYS, type NewApiKey, ROTATION_HOURS } from '../../../contract/api-keys.ts';
import { personName } from '../../../contract/person-name.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { NEWEST_VERSION } from '../../../contract/versions.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { keyPrefix, newKeySecret } from '../../http/key-token.ts';
import { hashKey } from '../../http/keys.ts';
import { lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { ensureMirror } from '../sandboxes/ensure-mirror.ts';
import { findMember } from '../users/membership-store.ts';
import { lockUser } from '../users/store.ts';
import { mailOwner } from './mail-owner.ts';
import { keyCreated, keyRotated } from './mails.ts';
import { countKeys, deleteKey, findKey, insertKey, type KeyRow, rotateSecret } from './store.ts';

export function presentKey(row: KeyRow): ApiKey {
  const { id, name, mode, scopes, addresses, version } = row;
  return {
    id,
    name,
    prefix: keyPrefix(mode, id),
    scopes,
    mode,
    owner: {
      id: row.ownerId,
      firstName: row.ownerFirstName,
      lastName: row.ownerLastName,
      isService: row.ownerIsService,
    },
    addresses,
    version,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    rotatedUntil: row.rotatedUntil?.toISOString() ?? null,
  };
}

export async function addKey(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  given: BodyOf<typeof routes.createApiKey>,
): Promise<NewApiKey> {
  const { accountId } = actor;
  const now = deps.clock();
  const mode = given.mode ?? 'live';
  const expiresAt = given.expiresAt ? new Date(given.expiresAt) : null;
  if (expiresAt !== null && expiresAt <= now) throw invalidField('expiresAt', 'Choose a time in the future');
  const userId = given.ownerId ?? actor.userId;
  // Before the person, as everyone locks them.
  if (mode === 'test') await lockAccount(tx, accountId);
  // Against their removal at the same moment.
  await lockUser(tx, accountId, userId);
  const owner = await findMember(tx, accountId, userId);
  if (owner === undefined || owner.deactivatedAt !== null)
    throw invalidField('ownerId', 'Choose someone at your company');
  if ((await countKeys(tx, accountId)) >= MOST_KEYS) throw new Failure('keys_used_up');
  const id = deps.newId();
  const secret = newKeySecret(mode, id);
  if (mode === 'test') await ensureMirror(tx, deps, { accountId, userId });
  await insertKey(tx, accountId, {
    id,
    userId,
    mode,
    name: given.name,
    scopes: given.scopes,
    addresses: given.addresses ?? [],
    version: NEWEST_VERSION,
    secretHash: hashKey(secret),
    expiresAt,
    at: now,
  });
  await recordAudit(tx, deps, actor, {
    action: 'apiKey.created',
    subjectId: id,
    subject: given.name,
    details: {
      mode,
      scopes: given.scopes.join(', '),
      owner: userId === actor.userId ? undefined : personName(owner),
    },
  });
  // Someone who has taken over an account would like to keep a key.
  const { isService } = owner;
  const mail = keyCreated({ name: given.name, mode, service: isService ? personName(owner) : null }, deps);
  await mailOwner(tx, deps, { accountId, userId, isService }, mail);
  return { ...presentKey(await requireKey(tx, accountId, id)), secret };
}

export async function rotateKey(tx: Tx, deps: Deps, actor: Actor, id: string): Promise<NewApiKey> {
  const { accountId } = actor;
  const row = await requireKey(tx, accountId, id);
  const { name, mode, ownerId: userId, ownerIsService: isService } = row;
  const secret = newKeySecret(mode, id);
  const until = new Date(deps.clock().getTime() + ROTATION_HOURS * 3600_000);
  await rotateSecret(tx, accountId, id, { secretHash: hashKey(secret), until });
  await recordAudit(tx, deps, actor, { action: 'apiKey.rotated', subjectId: id, subject: name });
  // A new secret is as good as a new key.
  const service = isService ? row.ownerFirstName : null;
  await mailOwner(tx, deps, { accountId, userId, isService }, keyRotated({ name, service }, deps));
  return { ...presentKey(await requireKey(tx, accountId, id)), secret };
}

export async function removeKey(tx: Tx, deps: Deps, actor: Actor, id: string): Promise<void> {
  const { name } = await requireKey(tx, actor.accountId, id);
  await deleteKey(tx, actor.accountId, id);
  await recordAudit(tx, deps, actor, { action: 'apiKey.deleted', subjectId: id, subject: name });
}

async function requireKey(tx: Tx, accountId: string, id: string): Promise<KeyRow> {
  const row = await findKey(tx, accountId, id);
  if (row === undefined) throw new Failure('not_found');
  return row;
}
