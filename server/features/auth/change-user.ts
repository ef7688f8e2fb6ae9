import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { invalidField } from '../../failure.ts';
import { parsePhone } from '../../phone.ts';
import type { Actor } from '../audit/record-audit.ts';
import { replaceAvatar } from '../users/change-avatar.ts';
import { changeMfa } from '../users/change-mfa.ts';
import { findUser, updateUser } from '../users/store.ts';
import { requireProof } from './require-proof.ts';

/** Here, since turning off the second step takes proof of who asks. */
export async function changeUser(
  deps: Deps,
  actor: Actor,
  { password, ...body }: BodyOf<typeof routes.updateUser>,
  { id: sessionId }: { id: string },
): Promise<void> {
  const { accountId, userId } = actor;
  const phoneNumber = body.phoneNumber && parsePhone(body.phoneNumber);
  if (body.phoneNumber && !phoneNumber) throw invalidField('phoneNumber', 'Must be a valid phone number');
  if (body.mfaEnabled === false && (await findUser(deps.db, accountId, userId)).mfaEnabled)
    await requireProof(deps, actor, { sessionId, password });
  await inTransaction(deps.db, async (tx) => {
    const before = await findUser(tx, accountId, userId);
    if (body.avatar === null) await replaceAvatar(tx, actor, null);
    await updateUser(tx, accountId, userId, { ...body, phoneNumber });
    if (body.mfaEnabled !== undefined) await changeMfa(tx, deps, actor, { before, to: body.mfaEnabled });
  });
}
