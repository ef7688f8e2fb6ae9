import type { CalendarProvider } from '../../../../contract/calendar-connections.ts';
import type { CalendarApi, CalendarBudget } from '../../../adapters/calendars/api.ts';
import { CalendarRefused, CalendarUnavailable } from '../../../adapters/calendars/failures.ts';
import type { CalendarAccess, CalendarConnector } from '../../../adapters/calendars/port.ts';
import type { Deps, VendorSettings } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import { type Keeper, renewOnce } from '../../../oauth/renew-once.ts';
import { type ConnectionRow, changeConnection, findConnection, openAccess, sealAccess } from './store.ts';

type ApiDeps = Pick<Deps, 'calendars' | 'db' | 'clock' | 'sealer'>;

export function providerOf(
  { calendars }: Pick<Deps, 'calendars'>,
  provider: CalendarProvider,
): VendorSettings & { connector: CalendarConnector; isAvailable: boolean } {
  const connector = calendars.connectors.get(provider);
  if (connector === undefined) throw new Failure('not_found');
  const settings = calendars.settings.get(provider) ?? { baseUrl: null, client: null };
  return { connector, ...settings, isAvailable: connector.oauth === null || settings.client !== null };
}

/** For calls with a connection; tokens that it gets on the way are stored before they are used. */
export function openApi(
  deps: ApiDeps,
  row: ConnectionRow,
  budget = deps.calendars.newBudget(row.userId),
): CalendarApi {
  const access = openAccess(deps.sealer, row.sealedAccess);
  return apiWith(deps, row, access, {
    name: `calendarTokens:${row.accountId}:${row.id}`,
    read: async () => {
      const now = await findConnection(deps.db, row, row.id);
      return now === undefined ? null : openAccess(deps.sealer, now.sealedAccess);
    },
    write: async (next) => {
      const now = await findConnection(deps.db, row, row.id);
      if (now) await changeConnection(deps.db, now, { sealed_access: sealAccess(deps.sealer, next) });
    },
    budget,
  });
}

interface Connecting {
  userId: string;
  provider: CalendarProvider;
  timezone: string;
}

/** For access that isn't saved yet: there are no tokens yet, or new ones, so none are renewed. */
export function openUnsaved(deps: ApiDeps, how: Connecting, access: CalendarAccess): CalendarApi {
  return apiWith(deps, how, access, null);
}

function apiWith(
  deps: ApiDeps,
  { userId, provider, timezone }: Connecting,
  access: CalendarAccess,
  keeper: (Keeper<CalendarAccess> & { budget: CalendarBudget }) | null,
): CalendarApi {
  const { connector, client, baseUrl } = providerOf(deps, provider);
  const make = (
    using: CalendarAccess,
    renewTokens: (refused: CalendarAccess) => Promise<CalendarAccess>,
    budget = deps.calendars.newBudget(userId),
  ) => deps.calendars.makeApi(using, { baseUrl, timezone, now: deps.clock, renewTokens, budget });
  const noNewTokens = () => Promise.reject(new CalendarRefused('There are no new tokens'));
  if (keeper === null) return make(access, noNewTokens);
  const renewTokens = async (refused: CalendarAccess) => {
    const renewed = await renewOnce(deps, keeper, refused, (kept) => {
      const refreshToken = kept.tokens?.refreshToken;
      if (connector.oauth === null || !refreshToken) return noNewTokens();
      // The consent may still be good, but this server's client is gone.
      if (client === null) throw new CalendarUnavailable('This server has no client there anymore');
      return connector.oauth.renew(make(kept, noNewTokens), { refreshToken, client });
    });
    if (renewed === 'gone') throw new CalendarUnavailable('It was disconnected meanwhile');
    if (renewed === 'busy')
      throw new CalendarUnavailable('Another process has been renewing the token for too long');
    return renewed;
  };
  return make(access, renewTokens, keeper.budget);
}
