import type { AtsType } from '../../../contract/ats.ts';
import type { AtsApi } from '../../adapters/ats/api.ts';
import { AtsUnavailable, KeyRefused } from '../../adapters/ats/failures.ts';
import type { AtsAccess, AtsConnector } from '../../adapters/ats/port.ts';
import type { Deps, VendorSettings } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { type Keeper, renewOnce } from '../../oauth/renew-once.ts';
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
): VendorSettings & { connector: AtsConnector } {
  const connector = ats.connectors.get(atsType);
  if (connector === undefined) throw new Failure('not_found');
  return { connector, ...(ats.settings.get(atsType) ?? { baseUrl: null, client: null }) };
}

const nameOf = ({ accountId, atsType, generation }: ConnectionKey) =>
  `atsTokens:${accountId}:${atsType}:${generation}`;

/** For calls with a connection; tokens that it gets on the way are stored before they are used. */
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

/** For access that isn't saved yet. `access()` returns what to save, with its tokens. */
export function openUnsaved(
  deps: ApiDeps,
  { accountId, atsType }: { accountId: string; atsType: AtsType },
  given: AtsAccess,
): { api: AtsApi; access: () => AtsAccess } {
  let latest = given;
  const api = apiWith(deps, atsType, given, {
    // No one else uses it yet.
    name: `atsTokens:${accountId}:${atsType}:new:${Math.random()}`,
    read: async () => latest,
    write: async (next) => {
      latest = next;
    },
  });
  return { api, access: () => latest };
}

function apiWith(deps: ApiDeps, atsType: AtsType, access: AtsAccess, keeper: Keeper<AtsAccess>): AtsApi {
  const { connector, baseUrl, client } = systemOf(deps, atsType);
  const withClient = (kept: AtsAccess): AtsAccess => ({ ...kept, client });
  const make = (using: AtsAccess, renewTokens: (refused: AtsAccess) => Promise<AtsAccess>): AtsApi =>
    deps.ats.makeApi(connector, withClient(using), {
      baseUrl,
      connectionId: keeper.name,
      now: deps.clock,
      renewTokens,
    });
  const renew = async (refused: AtsAccess) => {
    const renewed = await renewOnce(deps, keeper, refused, async (kept) => {
      const { newTokens } = connector.signIn;
      if (newTokens === null) throw new KeyRefused('The key was refused');
      // It calls unsigned, or with a signature that it couldn't renew.
      const api = make(kept, () => Promise.reject(new KeyRefused('No new tokens')));
      return newTokens(api, withClient(kept));
    });
    if (renewed === 'gone') throw new KeyRefused('It was disconnected meanwhile');
    if (renewed === 'busy')
      throw new AtsUnavailable('Another process has been renewing the token for too long');
    return withClient(renewed);
  };
  return make(access, renew);
}
