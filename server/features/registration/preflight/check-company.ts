import { isSameName, sharesName } from '../../../../contract/company-name.ts';
import type {
  RegistrationDraft,
  RegistrationField,
  RegistrationFinding,
} from '../../../../contract/registration.ts';
import { parsePhone } from '../../../phone.ts';
import { isFreeMail } from '../../accounts/domain-store.ts';
import { refusal, warning } from './finding.ts';
import { isSocial, normalWebAddress } from './web-address.ts';

/* Who submits: what is missing, and what reviewers of companies refuse (TCR's brand feedback; Twilio's 30881, 30894). */

const required: [Exclude<RegistrationField, 'samples'>, string][] = [
  ['legalName', 'Add the legal name.'],
  ['brandName', 'Add the brand name.'],
  ['entityType', 'Choose what kind of company it is.'],
  ['ein', 'Add the EIN.'],
  ['street', 'Add the street.'],
  ['city', 'Add the city.'],
  ['state', 'Add the state.'],
  ['postalCode', 'Add the ZIP code.'],
  ['website', "Add your company's website."],
  ['contactFirstName', "Add the contact's first name."],
  ['contactLastName', "Add the contact's last name."],
  ['contactTitle', "Add the contact's job title."],
  ['contactEmail', "Add the contact's email."],
  ['contactPhone', 'Add the business phone number.'],
  ['description', 'Describe what you text.'],
  ['messageFlow', 'Describe how candidates agree to be texted.'],
  ['privacyPolicyUrl', 'Add a link to your privacy policy.'],
  ['termsUrl', 'Add a link to your terms.'],
];

/** Sole proprietors register by a separate path, which goes through people at the carriers. */
const WITHOUT_EIN =
  "You need an EIN to register. The IRS gives you one for free, even if you're a sole proprietor.";

export function findMissing(draft: RegistrationDraft, ein: string | null): RegistrationFinding[] {
  const isMissing = (field: (typeof required)[number][0]) => !(field === 'ein' ? ein : draft[field]);
  return required
    .filter(([field]) => isMissing(field))
    .map(([field, sentence]) => refusal(field, sentence, field === 'ein' ? WITHOUT_EIN : null));
}

const PO_BOX = /\bp\.?\s*o\.?\s*box\b|\bpost(?:al)? (?:office )?box\b/i;

export function findInCompany(
  draft: RegistrationDraft,
  ein: string | null,
  accountName: string,
): RegistrationFinding[] {
  const findings: RegistrationFinding[] = [];
  if (ein !== null && !isEin(ein))
    findings.push(
      refusal('ein', "This isn't an EIN.", 'Enter the nine digits from your IRS letter, e.g. 12-3456789.'),
    );
  if (PO_BOX.test(draft.street))
    findings.push(
      refusal(
        'street',
        "Carriers don't accept a P.O. box as a company's address.",
        'Enter the street address the IRS has.',
      ),
    );
  if (draft.state !== '' && !STATES.has(draft.state))
    findings.push(refusal('state', "This isn't a US state.", 'Enter two letters, e.g. CA.'));
  if (draft.postalCode !== '' && !/^\d{5}(-\d{4})?$/.test(draft.postalCode))
    findings.push(refusal('postalCode', "This isn't a US ZIP code.", 'Enter five digits, e.g. 94607.'));
  if (draft.entityType === 'publicCompany' && (draft.stockExchange === null || draft.stockSymbol === ''))
    findings.push(refusal('stockSymbol', 'A public company needs a stock exchange and a stock symbol.'));
  if (draft.brandName !== '' && draft.legalName !== '' && !sharesName(draft.brandName, draft.legalName))
    findings.push(
      warning(
        'brandName',
        "The brand name doesn't look like the legal name.",
        'Reviewers look for a connection, so say on your website which company is behind the brand.',
      ),
    );
  if (draft.brandName !== '' && !isSameName(draft.brandName, accountName))
    findings.push(
      warning(
        'brandName',
        `Replies to STOP and HELP are signed with your account's name, ${accountName}.`,
        'Use the same name for both.',
      ),
    );
  return findings;
}

/** The last two parts: reviewers ask whether two addresses are of one company, and companies here are American. */
const domainOf = (host: string) => host.split('.').slice(-2).join('.');

export function findInContact(draft: RegistrationDraft): RegistrationFinding[] {
  const findings: RegistrationFinding[] = [];
  const { contactEmail, contactPhone, entityType } = draft;
  const domain = contactEmail.split('@')[1]?.toLowerCase();
  const url = normalWebAddress(draft.website);
  const website = url === null || isSocial(url) ? undefined : url.hostname;
  if (contactEmail !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contactEmail))
    findings.push(refusal('contactEmail', 'The email is invalid.', 'Enter an email like ana@acme.com.'));
  else if (domain !== undefined && isFreeMail(domain))
    findings.push(
      refusal(
        'contactEmail',
        `Anyone can get an address at ${domain}.`,
        "Use an address at your company's domain.",
      ),
    );
  else if (domain !== undefined && website !== undefined && domainOf(domain) !== domainOf(website))
    findings.push(
      warning(
        'contactEmail',
        `The email is at ${domain}, but the website is at ${website}.`,
        "Reviewers look for the same domain in both. If you have an email address at the website's domain, use it.",
      ),
    );
  // "Auth+": asked of public companies only, since 2024.
  if (contactEmail !== '' && entityType === 'publicCompany' && draft.stockSymbol !== '')
    findings.push(
      warning(
        'contactEmail',
        `To confirm a public company, the carriers send an email to ${contactEmail}.`,
        "It comes from noreply@auth.campaignregistry.com. A person has to read it, so don't use a mailing list.",
      ),
    );
  if (contactPhone !== '' && !parsePhone(contactPhone)?.startsWith('+1'))
    findings.push(
      refusal('contactPhone', 'Must be a valid US phone number.', 'Enter a number like (415) 555-0100.'),
    );
  return findings;
}

/** Nine digits; the first two are a prefix that the IRS has assigned. */
export function isEin(ein: string): boolean {
  return /^\d{9}$/.test(ein) && !NO_PREFIX.has(ein.slice(0, 2)) && !/^(\d)\1{8}$/.test(ein);
}

/** IRS, "How EINs are assigned and valid EIN prefixes": the two-digit numbers that are not among them. */
const NO_PREFIX = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '));

const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
    'RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI'
  ).split(' '),
);
