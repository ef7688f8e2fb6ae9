import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';

interface PasskeySite {
  /** The name that passkeys are made for (WebAuthn, "relying party id"). */
  rpId: string;
  origin: string;
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\])$/;
const IP_ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/**
 * Passkeys belong to a name, and an IP address is none (WebAuthn, 5.1.3). This very machine has one, so in local mode they
 * work at http://localhost.
 */
export function passkeySiteOf({ publicUrl }: Pick<Deps, 'publicUrl'>): PasskeySite {
  const url = new URL(publicUrl);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  if (IP_ADDRESS.test(url.hostname)) throw new Failure('passkeys_unavailable');
  return { rpId: url.hostname, origin: url.origin };
}
