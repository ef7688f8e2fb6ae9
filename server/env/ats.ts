import type { AtsType } from '../../contract/ats.ts';

/** What the variables of each applicant-tracking system begin with. */
export const ATS_PREFIXES = {
  greenhouse: 'GREENHOUSE',
  greenhouseOnboarding: 'GREENHOUSE_ONBOARDING',
  lever: 'LEVER',
  ashby: 'ASHBY',
  bambooHr: 'BAMBOOHR',
  bullhorn: 'BULLHORN',
  smartRecruiters: 'SMARTRECRUITERS',
  workable: 'WORKABLE',
  teamtailor: 'TEAMTAILOR',
  breezy: 'BREEZY',
  jazzHr: 'JAZZHR',
} as const satisfies Record<AtsType, string>;
