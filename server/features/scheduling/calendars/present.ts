import { type CalendarConnection, CalendarProvider } from '../../../../contract/calendar-connections.ts';
import type { Deps } from '../../../deps.ts';
import { providerOf } from './open-api.ts';
import type { ConnectionRow } from './store.ts';

export function present(deps: Pick<Deps, 'calendars'>, row: ConnectionRow): CalendarConnection {
  const { id, provider, name, state, errorMessage, connectedAt } = row;
  return {
    id,
    provider,
    name,
    state,
    canWrite: providerOf(deps, provider).connector.addEvent !== null,
    error: errorMessage === null ? null : { message: errorMessage },
    connectedAt: connectedAt.toISOString(),
  };
}

export function presentProviders(deps: Pick<Deps, 'calendars'>) {
  return CalendarProvider.options
    .filter((provider) => deps.calendars.connectors.has(provider))
    .map((provider) => {
      const { connector, isAvailable } = providerOf(deps, provider);
      return {
        provider,
        name: connector.name,
        oauth: connector.oauth !== null,
        available: isAvailable,
        simulatedUrl: deps.calendars.simulated.get(provider) ?? null,
      };
    });
}
