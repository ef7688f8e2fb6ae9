import type { SimulatedNetwork } from '../../../../contract/simulator.ts';
import type { DeliveryErrorCode } from '../port.ts';

/** What the simulated network does; `undeliveredCode` is the reason given with the outcome `undeliver`. */
export interface NetworkBehavior extends SimulatedNetwork {
  undeliveredCode: string | null;
}

export const defaultBehavior: NetworkBehavior = {
  delayMs: 600,
  duplicate: false,
  reorder: false,
  outcome: 'deliver',
  registration: 'approve',
  undeliveredCode: 'phone-off',
};

/** The simulated carrier's codes, in our words. As with real carriers, a code may be unknown. */
const errorCodes: Record<string, DeliveryErrorCode> = {
  'no-such-number': 'invalid_recipient',
  'to-yourself': 'invalid_recipient',
  landline: 'not_textable',
  'opted-out': 'opted_out',
  'phone-off': 'unreachable',
  spam: 'filtered',
  'too-long': 'too_long',
  'too-many-media': 'media_refused',
  'not-your-number': 'sender_not_usable',
};

export function errorCodeOf(carrierCode: string | null): DeliveryErrorCode {
  return (carrierCode === null ? undefined : errorCodes[carrierCode]) ?? 'unknown_error';
}

/** What becomes of one text. */
export type Fate =
  | { kind: 'deliver' }
  | { kind: 'undeliver'; carrierCode: string | null }
  | { kind: 'refuse'; carrierCode: string }
  /** Taken and delivered, but the answer to the sender is lost. */
  | { kind: 'acceptThenTimeout' }
  /** The carrier breaks down before it takes the text. */
  | { kind: 'serverError' }
  | { kind: 'rateLimit' };

/**
 * Phones that behave in their own way, by the last four digits, whatever the network is set to; as test numbers of real
 * carriers do. Listed in docs/simulator.md.
 */
const specialPhones: Record<string, Fate> = {
  '0400': { kind: 'refuse', carrierCode: 'no-such-number' },
  '0403': { kind: 'refuse', carrierCode: 'opted-out' },
  '0404': { kind: 'refuse', carrierCode: 'landline' },
  '0408': { kind: 'acceptThenTimeout' },
  '0410': { kind: 'undeliver', carrierCode: 'phone-off' },
  '0451': { kind: 'undeliver', carrierCode: 'spam' },
  '0503': { kind: 'serverError' },
};

export function fateOf(phoneNumber: string, network: NetworkBehavior): Fate {
  const special = specialPhones[phoneNumber.slice(-4)];
  if (special !== undefined) return special;
  switch (network.outcome) {
    case 'undeliver':
      return { kind: 'undeliver', carrierCode: network.undeliveredCode };
    case 'refuse':
      return { kind: 'refuse', carrierCode: 'spam' };
    default:
      return { kind: network.outcome };
  }
}
