import { linksIn } from '../../../contract/links-in.ts';
import { REGISTRATION_LIMITS, type RegistrationDraft } from '../../../contract/registration.ts';
import type { Brand, Campaign } from '../../adapters/registration/port.ts';
import { parsePhone } from '../../phone.ts';
import { confirmationText } from '../consent/rules.ts';
import { securedAddress } from './preflight/web-address.ts';

/** A draft that has passed the check, as the carriers want it. */
export function brandOf(draft: RegistrationDraft, ein: string): Brand {
  return {
    legalName: draft.legalName,
    brandName: draft.brandName,
    entityType: draft.entityType ?? 'limitedLiabilityCompany',
    ein,
    stockExchange: draft.stockExchange,
    stockSymbol: draft.stockSymbol || null,
    vertical: draft.vertical,
    street: draft.street,
    city: draft.city,
    state: draft.state,
    postalCode: draft.postalCode,
    website: securedAddress(draft.website),
    contact: {
      firstName: draft.contactFirstName,
      lastName: draft.contactLastName,
      title: draft.contactTitle,
      email: draft.contactEmail,
      phone: parsePhone(draft.contactPhone) ?? draft.contactPhone,
    },
    isLowVolume: draft.useCase === 'lowVolume',
  };
}

const A_PHONE_NUMBER = /(?:\+?1[-. ]?)?\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b/;

/** Reviewers look for the links in the same words (Twilio's 30909). */
function withPolicies({ messageFlow, privacyPolicyUrl, termsUrl }: RegistrationDraft): string {
  const links = [
    ['Privacy policy', securedAddress(privacyPolicyUrl)],
    ['Terms', securedAddress(termsUrl)],
  ].flatMap(([name, address = '']) => (messageFlow.includes(address) ? [] : `${name}: ${address}`));
  const whole = [messageFlow, ...links].join('\n');
  return whole.length <= REGISTRATION_LIMITS.messageFlow.max ? whole : messageFlow;
}

/** Help and opt-out words are Hiretext's own, the same for everybody. */
export function campaignOf(draft: RegistrationDraft): Campaign {
  const samples = draft.samples.filter((sample) => sample !== '');
  return {
    useCase: draft.useCase,
    description: draft.description,
    messageFlow: withPolicies(draft),
    privacyPolicyUrl: securedAddress(draft.privacyPolicyUrl),
    termsUrl: securedAddress(draft.termsUrl),
    samples,
    hasLinks: samples.some((sample) => linksIn(sample).length > 0),
    hasPhoneNumbers: samples.some((sample) => A_PHONE_NUMBER.test(sample)),
    optInMessage: confirmationText('start', draft.brandName),
    optOutMessage: confirmationText('stop', draft.brandName),
    helpMessage: confirmationText('help', draft.brandName),
    optInKeywords: ['START', 'UNSTOP'],
    optOutKeywords: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
    helpKeywords: ['HELP', 'INFO'],
  };
}
