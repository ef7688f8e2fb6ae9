import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import {
  findFreeNumber,
  findMirror,
  findSandbox,
  insertMirror,
  insertSandbox,
  insertTestNumber,
} from './store.ts';

/**
 * Sees to it that the person is in the company's sandbox, with a seat and a number to text from: with the first test key that has
 * their rights. The account has to be locked.
 */
export async function ensureMirror(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock'>,
  of: { accountId: string; userId: string },
): Promise<void> {
  let sandboxId = await findSandbox(tx, of.accountId);
  if (sandboxId === undefined) {
    sandboxId = deps.newId();
    await insertSandbox(tx, { id: sandboxId, of: of.accountId });
  }
  if ((await findMirror(tx, of)) !== undefined) return;
  const [userId, seatId] = [deps.newId(), deps.newId()];
  // The end of an ID is random, so that companies don't all look at the same area code.
  const phoneNumber = await findFreeNumber(tx, Number.parseInt(userId.slice(-8), 16));
  if (phoneNumber === null) throw new Failure('test_numbers_used_up');
  await insertMirror(tx, { sandboxId, id: userId, seatId, of });
  await insertTestNumber(tx, {
    accountId: sandboxId,
    id: deps.newId(),
    seatId,
    phoneNumber,
    at: deps.clock(),
  });
}
