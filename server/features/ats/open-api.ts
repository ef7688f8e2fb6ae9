import { setTimeout as sleep } from 'node:timers/promises';
import type { AtsType } from '../../../contract/ats.ts';
import type { AtsApi } from '../../adapters/ats/api.ts';
import { AtsUnavailable, KeyRefused } from '../../adapters/ats/failures.ts';
import type { AtsAccess, AtsConnector, AtsTokens } from '../../adapters/ats/port.ts';
import type { AtsSettings, Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { claim } from '../../jobs/claim.ts';
import {
  type ConnectionKey,
  type ConnectionRow,
  changeConnection,
  findConnection,
  openAccess,
  sealAccess,
} from './connections-store.ts';
import { changeDeparture, findDeparture } from './departures-store.ts';

type ApiDeps = Pick<Deps, 'ats' | 'db' | 'clock' | 'sealer'>;

export function systemOf(
  { ats }: Pick<Deps, 'ats'>,
  atsType: AtsType,
): AtsSettings & { connector: AtsConnector } {
  const connector = ats.connectors.get(atsType);
  if (connector === undefined) throw new Failure('not_found');
  return { connector, ...(ats.settings.get(atsType) ?? { baseUrl: null, client: null }) };
}

/** Where access is kept while it's in use. */
interface Keeper {
  name: string;
  /** Null: there is no such connection any more. */
  read(): Promise<AtsAccess | null>;
  write(access: AtsAccess): Promise<void>;
}

const nameOf = ({ accountId, atsType, generation }: ConnectionKey) => `${accountId}:${atsType}:${generation}`;

/** To ask with for a connection; tokens that it gets on the way are kept before they are used. */
export function openApi(deps: ApiDeps, row: ConnectionRow): AtsApi {
  const access = openAccess(deps.sealer, row.sealedAccess);
  return apiWith(deps, row.atsType, access, {
    name: nameOf(row),
    read: async () => {
      const now = await findConnection(deps.db, row.accountId, row.atsType);
      return now?.generation === row.generation ? openAccess(deps.sealer, now.sealedAccess) : null;
    },
    write: async (next) => {
      await changeConnection(deps.db, row, { sealedAccess: sealAccess(deps.sealer, next) });
    },
  });
}

/** For a connection that ended. */
export function openDeparted(deps: ApiDeps, key: ConnectionKey, sealedAccess: string): AtsApi {
  return apiWith(deps, key.atsType, openAccess(deps.sealer, sealedAccess), {
    name: nameOf(key),
    read: async () => {
      const now = await findDeparture(deps.db, key);
      return now === undefined ? null : openAccess(deps.sealer, now.sealedAccess);
    },
    write: (next) => changeDeparture(deps.db, key, sealAccess(deps.sealer, next)),
  });
}

/** For access that isn't saved yet. `access()` then is what is to be saved, with its tokens. */
export function openUnsaved(
  deps: ApiDeps,
  { accountId, atsType }: { accountId: string; atsType: AtsType },
  given: AtsAccess,
): { api: AtsApi; access: () => AtsAccess } {
  let latest = given;
  const api = apiWith(deps, atsType, given, {
    // Nobody else asks with it yet.
    name: `${accountId}:${atsType}:new:${Math.random()}`,
    read: async () => latest,
    write: async (next) => {
      latest = next;
    },
  });
  return { api, access: () => latest };
}

function apiWith(deps: ApiDeps, atsType: AtsType, access: AtsAccess, keeper: Keeper): AtsApi {
  const { connector, baseUrl, client } = systemOf(deps, atsType);
  const withClient = (kept: AtsAccess): AtsAccess => ({ ...kept, client });
  const make = (using: AtsAccess, renewTokens: (refused: AtsAccess) => Promise<AtsAccess>): AtsApi =>
    deps.ats.makeApi(connector, withClient(using), {
      baseUrl,
      connectionId: keeper.name,
      now: deps.clock,
      renewTokens,
    });
  const renew = (refused: AtsAccess) =>
    renewOnce(deps, keeper, refused, async (kept) => {
      const { newTokens } = connector.signIn;
      if (newTokens === null) throw new KeyRefused('The key was refused');
      // It asks without a signature, or with none that it could renew.
      const api = make(kept, () => Promise.reject(new KeyRefused('No new tokens')));
      return newTokens(api, withClient(kept));
    }).then(withClient);
  return make(access, renew);
}

/** Longer than getting tokens can take: whoever is at it longer is dead. */
const RENEWING_MS = 30_000;
const LOOK_AGAIN_MS = 150;

/**
 * One at a time, over all processes: whoever comes second uses what the first has got, since a refresh token is often good for
 * one use only. It is kept before anyone uses it.
 */
async function renewOnce(
  deps: Pick<Deps, 'db' | 'clock'>,
  keeper: Keeper,
  refused: AtsAccess,
  getTokens: (kept: AtsAccess) => Promise<AtsTokens>,
): Promise<AtsAccess> {
  const end = performance.now() + RENEWING_MS;
  for (;;) {
    const claimed = await claim(deps, `atsTokens:${keeper.name}`, RENEWING_MS);
    if (typeof claimed === 'string') {
      if (performance.now() > end) throw new AtsUnavailable('Somebody else has been getting tokens for long');
      await sleep(LOOK_AGAIN_MS);
      continue;
    }
    try {
      const kept = await keeper.read();
      if (kept === null) throw new KeyRefused('It was disconnected meanwhile');
      if (kept.tokens !== null && kept.tokens.accessToken !== refused.tokens?.accessToken) return kept;
      const next = { ...kept, tokens: await getTokens(kept) };
      await keeper.write(next);
      return next;
    } finally {
      await claimed.free();
    }
  }
}
