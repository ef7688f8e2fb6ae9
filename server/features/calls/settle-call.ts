import type { CallOutcome } from '../../../contract/calls.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { changeCallEntry, writeCallEntry } from '../texting/receiving/note-call.ts';
import { isNews } from './rules.ts';
import { type CallRow, changeCall } from './store.ts';

/**
 * What became of the call, as far as it is known: into the row and into the thread. Repeating it, or reporting less than
 * is known, changes nothing. A call whose number is withheld has no thread. Returns the message that shows it.
 */
export async function settleCall(
  tx: Tx,
  deps: Deps,
  call: CallRow,
  outcome: { status: CallOutcome; seconds: number | null },
  /** Its time in the thread. */
  at = deps.clock(),
): Promise<string | null> {
  if (!isNews(call.status, outcome.status)) return call.messageId;
  const entry = { outcome: outcome.status, seconds: outcome.seconds };
  let { messageId } = call;
  if (messageId !== null) await changeCallEntry(tx, call.accountId, messageId, entry);
  else if (call.caller !== null && call.status === 'ringing')
    messageId = await writeCallEntry(tx, deps, {
      ...entry,
      accountId: call.accountId,
      seatId: call.seatId,
      seatUserId: call.seatUserId,
      numberId: call.numberId,
      caller: call.caller,
      at,
    });
  // Where it rang is a person's own number, and no longer needed.
  await changeCall(tx, call, { ...outcome, messageId, forwardedTo: null });
  return messageId;
}
