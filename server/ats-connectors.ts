import type { AtsType } from '../contract/ats.ts';
import { createAtsApi } from './adapters/ats/create-api.ts';
import { greenhouse } from './adapters/ats/greenhouse/greenhouse.ts';
import { greenhouseOnboarding } from './adapters/ats/greenhouse-onboarding/greenhouse-onboarding.ts';
import { createAtsPacer } from './adapters/ats/pacer.ts';
import type { AtsConnector } from './adapters/ats/port.ts';
import type { Ats } from './deps.ts';

/** The one table of all of them, in the order in which people see them. */
export const ATS_CONNECTORS: readonly AtsConnector[] = [greenhouse, greenhouseOnboarding];

export function chooseAts(settings: Ats['settings']): Ats {
  const connectors = new Map<AtsType, AtsConnector>(
    ATS_CONNECTORS.map((connector) => [connector.type, connector]),
  );
  const pacer = createAtsPacer();
  return {
    connectors,
    settings,
    makeApi: (connector, access, deps) => createAtsApi(connector, access, { ...deps, pacer }),
  };
}
