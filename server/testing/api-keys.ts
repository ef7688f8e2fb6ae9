import type { Scope } from '../../contract/scopes.ts';
import { newKeySecret, readKeySecret } from '../http/key-token.ts';
import type { Recruiter, TestApp } from './test-app.ts';

interface Given {
  scopes?: readonly Scope[];
  addresses?: string[];
  expiresAt?: Date;
}

/** A key of a person, in its row alone; and the calls that are made with it. */
export async function giveKey(
  { deps, client }: TestApp,
  { accountId, userId }: Pick<Recruiter, 'accountId' | 'userId'>,
  { scopes = [], addresses = [], expiresAt }: Given = {},
) {
  const id = deps.newId();
  const secret = newKeySecret('live', id);
  await deps.db
    .insertInto('api_keys')
    .values({
      account_id: accountId,
      id,
      user_id: userId,
      name: 'Payroll',
      mode: 'live',
      scopes: [...scopes],
      addresses,
      version: '2026-11-27',
      secret_hash: readKeySecret(secret)?.secretHash ?? '',
      created_at: deps.clock(),
      expires_at: expiresAt ?? null,
    })
    .execute();
  return { id, secret, ...client(secret) };
}
