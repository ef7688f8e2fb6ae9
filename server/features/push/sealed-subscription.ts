import { z } from 'zod';
import type { PushSubscription } from '../../adapters/push/port.ts';
import type { Deps } from '../../deps.ts';

const Kept = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

/** Its address is a secret, and so are its keys: what is kept of it tells no one who reads the table. */
export function sealSubscription(
  { sealer, signer }: Pick<Deps, 'sealer' | 'signer'>,
  { endpoint, p256dh, auth }: PushSubscription,
): { sealed: string; endpointHash: string } {
  return {
    sealed: sealer.seal(JSON.stringify({ endpoint, p256dh, auth })),
    endpointHash: signer.hashOf(endpoint),
  };
}

/** Null: it was sealed with another SECRET_KEY. The browser subscribes again when Hiretext is opened there. */
export function openSubscription({ sealer }: Pick<Deps, 'sealer'>, sealed: string): PushSubscription | null {
  try {
    return Kept.parse(JSON.parse(sealer.open(sealed)));
  } catch {
    return null;
  }
}
