import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { quarantineNumbersOf } from '../numbers/quarantine.ts';
import { cancelUnsent } from '../texting/sending/unsent.ts';

/**
 * The seats no longer have a number. What was to go out from them is canceled now, where someone still sees it, rather than
 * refused at its hour. Returns how many texts that are.
 */
export async function giveUpNumbers(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  accountId: string,
  seatIds: string[],
  keptDays?: number,
): Promise<number> {
  const canceled = await cancelUnsent(tx, deps, accountId, { seatIds });
  await quarantineNumbersOf(tx, deps, accountId, seatIds, keptDays);
  return canceled;
}
