import { linksIn } from '../../../../contract/links-in.ts';
import type { RegistrationDraft, RegistrationFinding } from '../../../../contract/registration.ts';
import { findInCompany, findInContact, findMissing } from './check-company.ts';
import { findInOptInPages, findInPolicies, findInWebsite, type SeenPages } from './check-pages.ts';
import { findInTexts } from './check-texts.ts';

/*
 * What reviewers refuse, found before they do: those of Twilio and Telnyx, of The Campaign Registry, and of the carriers.
 * Each review costs money and takes days. Twilio's codes (twilio.com/docs/api/errors) are next to their checks.
 */

export interface PreflightFacts {
  draft: RegistrationDraft;
  /** Null until it was entered. */
  ein: string | null;
  /** Signs the answers to STOP and HELP. */
  accountName: string;
  pages: SeenPages;
}

/** What would be refused comes first. */
export function preflight({ draft, ein, accountName, pages }: PreflightFacts): RegistrationFinding[] {
  const findings: RegistrationFinding[] = [
    ...findMissing(draft, ein),
    ...findInCompany(draft, ein, accountName),
    ...findInContact(draft),
    ...findInWebsite(draft, pages.website),
    ...findInPolicies(draft, pages),
    ...findInTexts(draft),
    ...findInOptInPages(pages),
  ];
  const is = (wanted: RegistrationFinding['severity']) =>
    findings.filter(({ severity }) => severity === wanted);
  return [...is('refusal'), ...is('warning')];
}

const MOST_OPT_IN_PAGES = 2;

/** Pages on which candidates agree. The policies are checked anyway. */
export function optInAddresses({ messageFlow, privacyPolicyUrl, termsUrl }: RegistrationDraft): string[] {
  const policies = linksIn(`${privacyPolicyUrl} ${termsUrl}`).map(({ address }) => address);
  const addresses = new Set(linksIn(messageFlow).map(({ address }) => address));
  return [...addresses].filter((address) => !policies.includes(address)).slice(0, MOST_OPT_IN_PAGES);
}
