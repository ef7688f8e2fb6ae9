import {
  REGISTRATION_LIMITS,
  type RegistrationDraft,
  type RegistrationField,
  type RegistrationFinding,
} from '../../../contract/registration.ts';
import type { PageLook } from '../../adapters/registration/port.ts';
import { parsePhone } from '../../phone.ts';
import { isFreeMail } from '../domains/free-mail.ts';
import { normalWebAddress } from './web-address.ts';

/*
 * What reviewers refuse, found before they do. They are the carriers' and The Campaign Registry's; the limits are Twilio's
 * (messaging/v1, Usa2p), and so is the rule of brand and opt-out words in a sample (error 30893).
 */

export interface PreflightFacts {
  draft: RegistrationDraft;
  /** Null until it was entered. */
  ein: string | null;
  /** Signs the answers to STOP and HELP. */
  accountName: string;
  /** Null: there is no address to look at. */
  pages: { website: PageLook | null; privacyPolicy: PageLook | null; terms: PageLook | null };
}

export function preflight(facts: PreflightFacts): RegistrationFinding[] {
  return [
    ...findMissing(facts),
    ...findInCompany(facts),
    ...findInContact(facts.draft),
    ...findInWebsite(facts),
    ...findInPolicies(facts),
    ...findInCampaign(facts.draft),
    ...findInSamples(facts.draft),
  ];
}

const refusal = (field: RegistrationField, sentence: string, mend: string | null = null) =>
  ({ field, severity: 'refusal', sentence, mend }) satisfies RegistrationFinding;
const warning = (field: RegistrationField, sentence: string, mend: string | null = null) =>
  ({ field, severity: 'warning', sentence, mend }) satisfies RegistrationFinding;

const required: [Exclude<RegistrationField, 'samples'>, string][] = [
  ['legalName', 'The legal name'],
  ['brandName', 'The brand name'],
  ['entityType', 'The kind of company'],
  ['ein', 'The EIN'],
  ['street', 'The street'],
  ['city', 'The city'],
  ['state', 'The state'],
  ['postalCode', 'The ZIP code'],
  ['website', 'The website'],
  ['contactFirstName', "The contact's first name"],
  ['contactLastName', "The contact's last name"],
  ['contactTitle', "The contact's job title"],
  ['contactEmail', "The contact's email"],
  ['contactPhone', 'The business phone number'],
  ['description', 'The description'],
  ['messageFlow', 'How candidates agree to texts'],
  ['privacyPolicyUrl', 'The privacy policy'],
  ['termsUrl', 'The terms'],
];

/** Sole proprietors are registered by a way of their own, which leads through the carriers' people. */
const WITHOUT_EIN =
  "People without an EIN can't be registered here. The IRS gives one for free, to sole proprietors too.";

function findMissing({ draft, ein }: PreflightFacts): RegistrationFinding[] {
  const isMissing = (field: (typeof required)[number][0]) => !(field === 'ein' ? ein : draft[field]);
  return required
    .filter(([field]) => isMissing(field))
    .map(([field, name]) => refusal(field, `${name} is missing.`, field === 'ein' ? WITHOUT_EIN : null));
}

function findInCompany({ draft, ein, accountName }: PreflightFacts): RegistrationFinding[] {
  const findings: RegistrationFinding[] = [];
  if (ein !== null && !isEin(ein))
    findings.push(
      refusal(
        'ein',
        "This isn't an EIN.",
        'Enter the nine digits of the letter from the IRS, e.g. 12-3456789.',
      ),
    );
  if (draft.state !== '' && !STATES.has(draft.state))
    findings.push(refusal('state', "This isn't a US state.", 'Enter its two letters, e.g. CA.'));
  if (draft.postalCode !== '' && !/^\d{5}(-\d{4})?$/.test(draft.postalCode))
    findings.push(refusal('postalCode', "This isn't a US ZIP code.", 'Enter five digits, e.g. 94607.'));
  if (draft.entityType === 'publicCompany' && (draft.stockExchange === null || draft.stockSymbol === ''))
    findings.push(refusal('stockSymbol', 'A public company needs its stock exchange and stock symbol.'));
  if (draft.brandName !== '' && draft.legalName !== '' && !sharesName(draft.brandName, draft.legalName))
    findings.push(
      warning(
        'brandName',
        "The brand name doesn't look like the legal name.",
        'Reviewers look for a connection: say on the website which company stands behind the brand.',
      ),
    );
  if (draft.brandName !== '' && !isSameName(draft.brandName, accountName))
    findings.push(
      warning(
        'brandName',
        `Your account is called ${accountName}, which signs the answers to STOP and HELP.`,
        'Use one name for both.',
      ),
    );
  return findings;
}

function findInContact(draft: RegistrationDraft): RegistrationFinding[] {
  const findings: RegistrationFinding[] = [];
  const domain = draft.contactEmail.split('@')[1]?.toLowerCase();
  if (draft.contactEmail !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.contactEmail))
    findings.push(refusal('contactEmail', 'The email is invalid.'));
  else if (domain !== undefined && isFreeMail(domain))
    findings.push(
      refusal(
        'contactEmail',
        `Everybody can get an address at ${domain}.`,
        "Use an address at the company's own domain.",
      ),
    );
  if (draft.contactPhone !== '' && !parsePhone(draft.contactPhone)?.startsWith('+1'))
    findings.push(refusal('contactPhone', 'Must be a valid US phone number.'));
  return findings;
}

const SOCIAL = [
  'facebook.com',
  'fb.com',
  'instagram.com',
  'linkedin.com',
  'x.com',
  'twitter.com',
  'tiktok.com',
  'youtube.com',
  'linktr.ee',
  'pinterest.com',
  'threads.net',
];
const PARKED =
  /domain (?:name )?(?:is|may be) (?:for sale|parked)|buy this domain|this domain (?:is available|has expired)|parked free|sedoparking|under construction|coming soon/i;

function findInWebsite({ draft, pages }: PreflightFacts): RegistrationFinding[] {
  if (draft.website === '') return [];
  const url = normalWebAddress(draft.website);
  if (url === null)
    return [refusal('website', "This isn't the address of a website.", 'Enter it like https://acme.com.')];
  if (isAt(url, SOCIAL))
    return [
      refusal(
        'website',
        'A page in a social network does not count as the website of a company.',
        "Use the company's own website.",
      ),
    ];
  const look = pages.website;
  if (look === null || look.kind !== 'page') return [unseen('website', 'The website', look)];
  const text = wordsOf(look.html);
  if (PARKED.test(text) || text.length < 100)
    return [
      refusal(
        'website',
        'The website looks parked or unfinished.',
        'Reviewers want to see what the company does and how to reach it.',
      ),
    ];
  const isNamed = [draft.brandName, draft.legalName].some((name) => name !== '' && mentions(text, name));
  return isNamed || draft.brandName === ''
    ? []
    : [
        warning(
          'website',
          `The website doesn't name ${draft.brandName}.`,
          'Reviewers look for the name of the company: put it on the first page.',
        ),
      ];
}

const NOT_SHARED =
  /(?:\b(?:not|never|no|nor|without|excludes?|excluded|except)|n't)\b[^.]{0,160}\b(?:shar|sell|sold|disclos|provid|transfer)\w*|\b(?:shar|sell|sold|disclos|transfer)\w*[^.]{0,120}(?:\b(?:not|never|excluded?s?|except)|n't)\b/i;
const ABOUT_TEXTS = /\b(?:text|texts|texting|sms|mobile|messaging|opt-?in|phone number)\b/i;

function findInPolicies({ draft, pages }: PreflightFacts): RegistrationFinding[] {
  const findings: RegistrationFinding[] = [];
  for (const [field, name] of [
    ['privacyPolicyUrl', 'The privacy policy'],
    ['termsUrl', 'The page of terms'],
  ] as const) {
    if (draft[field] === '') continue;
    const url = normalWebAddress(draft[field]);
    const look = field === 'privacyPolicyUrl' ? pages.privacyPolicy : pages.terms;
    if (url === null) findings.push(refusal(field, "This isn't a web address."));
    else if (look === null || look.kind !== 'page') findings.push(unseen(field, name, look));
    else if (field === 'privacyPolicyUrl' && !saysNotShared(wordsOf(look.html)))
      findings.push(
        refusal(
          field,
          "The privacy policy doesn't say that opt-in data isn't shared.",
          'Add a sentence like: “We do not share mobile opt-in information with third parties for their marketing.”',
        ),
      );
  }
  return findings;
}

function saysNotShared(text: string): boolean {
  return text
    .split(/(?<=[.!?])\s/)
    .some((sentence) => NOT_SHARED.test(sentence) && ABOUT_TEXTS.test(sentence));
}

/** A page that could not be read. Sites that turn programs away may be fine for people. */
function unseen(field: RegistrationField, name: string, look: PageLook | null): RegistrationFinding {
  switch (look?.kind) {
    case 'missing':
      return refusal(field, `${name} isn't there (the site answers ${look.status}).`, 'Check the address.');
    case 'turnedAway':
      return warning(
        field,
        `${name} couldn't be read: the site turns programs away.`,
        'Make sure that it opens for people without signing in.',
      );
    case 'forbidden':
      return refusal(
        field,
        `${name} can't be reached from the internet.`,
        'Use a public address with https.',
      );
    default:
      return refusal(field, `${name} can't be reached.`, 'Check the address, and that it opens with https.');
  }
}

const WHERE =
  /\b(?:website|web ?site|web page|page|form|application|apply|career|portal|online|in person|interview|phone|call|verbal\w*|paper|qr|kiosk|event|job fair|text(?:s|ing)? (?:us|first|start|join)|https?:|www\.|\.com)\b/i;
const AGREES =
  /\b(?:opt(?:s|ed|ing)?[- ]?in|agree[sd]?|consent\w*|check(?:s|ed|ing)? (?:a|the) ?box|checkbox|tick\w*|permission|sign(?:s|ed)? up|accept\w*|authori[sz]e\w*|ask(?:s|ed)? (?:us )?to)\b/i;

function findInCampaign(draft: RegistrationDraft): RegistrationFinding[] {
  const findings: RegistrationFinding[] = [];
  const { description, messageFlow } = REGISTRATION_LIMITS;
  if (draft.description !== '' && draft.description.length < description.min)
    findings.push(
      refusal(
        'description',
        `The description is too short: at least ${description.min} characters.`,
        'Say who texts whom, and what about.',
      ),
    );
  if (draft.messageFlow === '') return findings;
  if (draft.messageFlow.length < messageFlow.min)
    findings.push(
      refusal(
        'messageFlow',
        `This is too short: at least ${messageFlow.min} characters.`,
        'Say where candidates give their number, and how they agree to be texted.',
      ),
    );
  else if (!WHERE.test(draft.messageFlow))
    findings.push(
      refusal(
        'messageFlow',
        "It doesn't say where candidates agree to texts.",
        'Name the form, page or conversation, with its address.',
      ),
    );
  else if (!AGREES.test(draft.messageFlow))
    findings.push(
      refusal(
        'messageFlow',
        "It doesn't say how candidates agree to texts.",
        'For example: they tick a box that is not ticked beforehand.',
      ),
    );
  return findings;
}

const SHORTENERS = [
  'bit.ly',
  'tinyurl.com',
  't.co',
  'goo.gl',
  'ow.ly',
  'is.gd',
  'buff.ly',
  'rebrand.ly',
  'cutt.ly',
  'rb.gy',
  'tiny.cc',
  'shorturl.at',
  't.ly',
  'lnkd.in',
  'bl.ink',
  'shorte.st',
  'v.gd',
];
/** “Stop by at three” is no way out. */
const OPT_OUT_WORDS = /\bSTOP\b|\b(?:[Rr]eply|[Tt]ext|[Ss]end) stop\b|\b(?:[Uu]nsubscribe|[Oo]pt[- ]?out)\b/;

function findInSamples(draft: RegistrationDraft): RegistrationFinding[] {
  const { sample, samples: count } = REGISTRATION_LIMITS;
  const written = draft.samples.filter((each) => each !== '');
  if (written.length < count.min)
    return [refusal('samples', 'At least two sample texts are needed.', 'Write them as recruiters do.')];
  const findings: RegistrationFinding[] = [];
  written.forEach((each, index) => {
    const which = `Sample ${index + 1}`;
    if (each.length < sample.min)
      findings.push(refusal('samples', `${which} is too short: at least ${sample.min} characters.`));
    const shortener = domainsIn(each).find((domain) => isAmong(domain, SHORTENERS));
    if (shortener !== undefined)
      findings.push(
        refusal(
          'samples',
          `${which} has a link of ${shortener}, a public link shortener. Carriers block these.`,
          "Use a link to the company's own website.",
        ),
      );
  });
  const isComplete = (each: string) => OPT_OUT_WORDS.test(each) && mentions(each, draft.brandName);
  if (draft.brandName !== '' && !written.some(isComplete))
    findings.push(
      refusal(
        'samples',
        `No sample names ${draft.brandName} and says how to opt out.`,
        'End one with “Reply STOP to opt out”, and begin it with the name.',
      ),
    );
  return findings;
}

/** Nine digits, of which the first two are a prefix that the IRS has given out. */
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

const LEGAL_FORM =
  /\b(?:llc|l\.l\.c\.?|inc|incorporated|corp|corporation|co|company|ltd|limited|lp|llp|pllc|the)\b\.?/gi;

const normal = (name: string) =>
  name
    .toLowerCase()
    .replace(LEGAL_FORM, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const isSameName = (a: string, b: string) => normal(a) === normal(b);

function sharesName(a: string, b: string): boolean {
  const words = normal(b).split(' ');
  return normal(a)
    .split(' ')
    .some((word) => word.length > 1 && words.includes(word));
}

/** As one name: "Acme" is not in "Acmeville". */
function mentions(text: string, name: string): boolean {
  return ` ${normal(text)} `.includes(` ${normal(name)} `);
}

function wordsOf(html: string): string {
  return html
    .replace(/<(script|style|noscript)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<\/(?:p|div|li|h\d|td|section|br)\s*>/gi, '. ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&(?:rsquo|#8217|#39|apos);/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

const isAmong = (domain: string, list: string[]) =>
  list.some((each) => domain === each || domain.endsWith(`.${each}`));
const isAt = (url: URL, list: string[]) => isAmong(url.hostname, list);

/** Hosts of links, with or without a scheme. */
export function domainsIn(text: string): string[] {
  return [...text.matchAll(/\b(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?=[/\s?#.,;!)]|$)/gi)].map(
    (match) => (match[1] ?? '').toLowerCase(),
  );
}
