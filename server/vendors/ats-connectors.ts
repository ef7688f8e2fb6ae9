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
import type { AtsConnector } from '../adapters/ats/port.ts';
import { smartRecruiters } from '../adapters/ats/smart-recruiters/smart-recruiters.ts';
import { teamtailor } from '../adapters/ats/teamtailor/teamtailor.ts';
import { workable } from '../adapters/ats/workable/workable.ts';
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
