import type { AtsType } from '../../contract/ats.ts';
import { ashby } from '../adapters/ats/ashby/ashby.ts';
import { bambooHr } from '../adapters/ats/bamboo-hr/bamboo-hr.ts';
import { breezy } from '../adapters/ats/breezy/breezy.ts';
import { bullhorn } from '../adapters/ats/bullhorn/bullhorn.ts';
import { createAtsApi } from '../adapters/ats/create-api.ts';
import { greenhouse } from '../adapters/ats/greenhouse/greenhouse.ts';
import { greenhouseOnboarding } from '../adapters/ats/greenhouse-onboarding/greenhouse-onboarding.ts';
import { jazzHr } from '../adapters/ats/jazz-hr/jazz-hr.ts';
import { lever } from '../adapters/ats/lever/lever.ts';
import { createAtsPacer } from '../adapters/ats/pacer.ts';
import type { AtsAccess, AtsConnector } from '../adapters/ats/port.ts';
import { SIMULATED_CREDENTIAL, simulatedAddress } from '../adapters/ats/simulator/credential.ts';
import { smartRecruiters } from '../adapters/ats/smart-recruiters/smart-recruiters.ts';
import { teamtailor } from '../adapters/ats/teamtailor/teamtailor.ts';
import { workable } from '../adapters/ats/workable/workable.ts';
import { vendorAddress } from '../adapters/send-signed.ts';
import type { Ats } from '../deps.ts';

/** The one table of all of them, in the order in which people see them. */
export const ATS_CONNECTORS: readonly AtsConnector[] = [
  greenhouse,
  greenhouseOnboarding,
  lever,
  ashby,
  bambooHr,
  bullhorn,
  smartRecruiters,
  workable,
  teamtailor,
  breezy,
  jazzHr,
];

/** `localUrl`: this server's own address in local mode, where it has a simulated Greenhouse. Null: it has none. */
export function chooseAts(settings: Ats['settings'], { localUrl }: { localUrl: string | null }): Ats {
  const connectors = new Map<AtsType, AtsConnector>(
    ATS_CONNECTORS.map((connector) => [connector.type, connector]),
  );
  const pacer = createAtsPacer();
  const placeOf = ({ credentials }: AtsAccess) => {
    if (localUrl === null || credentials.clientId !== SIMULATED_CREDENTIAL.clientId) return {};
    const baseUrl = simulatedAddress(localUrl);
    return { baseUrl, page: (url: string) => vendorAddress(url, baseUrl).href };
  };
  return {
    connectors,
    settings,
    simulated: new Set(localUrl === null ? [] : [greenhouse.type]),
    makeApi: (connector, access, deps) =>
      createAtsApi(connector, access, { ...deps, pacer, ...placeOf(access) }),
  };
}
