import type { Carrier, SandboxCarrier } from '../../../adapters/carrier/port.ts';
import type { Deps } from '../../../deps.ts';
import { isFictional } from '../../../phone.ts';

/** What is known of a text's number, and of the account whose it is. */
export interface Sender {
  from: string;
  /** As the number's row has it. */
  carrier: string;
  /** Of the account. */
  isSandbox: boolean;
}

/**
 * Where a number's texts go. Null: nowhere. The account, the carrier of the number and the number itself have to agree on whether it
 * is a test; if they don't, no carrier hears of it.
 */
export function carrierOf(
  deps: Pick<Deps, 'carrier' | 'sandboxCarrier'>,
  { from, carrier, isSandbox }: Sender,
): Carrier | SandboxCarrier | null {
  if (isSandbox !== (carrier === deps.sandboxCarrier.name)) return null;
  if (isSandbox) return isFictional(from) ? deps.sandboxCarrier : null;
  return deps.carrier.reachesPeople && isFictional(from) ? null : deps.carrier;
}
