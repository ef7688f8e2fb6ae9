import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { putInPlace } from './put-in-place.ts';
import { insertNumber, setLink } from './store.ts';

/**
 * A number that the company already had, and that the carrier has linked, becomes the seat's. One that the seat has got
 * meanwhile goes into quarantine. The caller holds the account's row.
 */
export async function takeOverNumber(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'clock' | 'carrier'>,
  number: { accountId: string; seatId: string; phoneNumber: string; carrierNumberId: string },
): Promise<string> {
  const { accountId, seatId, phoneNumber, carrierNumberId } = number;
  const id = deps.newId();
  const now = deps.clock();
  await insertNumber(tx, {
    accountId,
    id,
    seatId,
    isReplacement: true,
    isLandline: true,
    phoneNumber,
    carrier: deps.carrier.name,
    createdAt: now,
  });
  await setLink(tx, accountId, id, { linkStatus: 'linked', carrierNumberId, at: now });
  await putInPlace(tx, deps, accountId, id);
  return id;
}
