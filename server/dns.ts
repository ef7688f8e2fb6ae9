import { Resolver } from 'node:dns/promises';
import type { Deps } from './deps.ts';

const TIMEOUT_MS = 3000;
const TRIES = 2;

/** Asks the server that is named, or the machine's. */
export function createResolveTxt(server: string | null): Deps['resolveTxt'] {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (server !== null) resolver.setServers([server]);
  return (name) => resolver.resolveTxt(name);
}
