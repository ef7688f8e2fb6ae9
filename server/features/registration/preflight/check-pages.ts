import type {
  RegistrationDraft,
  RegistrationField,
  RegistrationFinding,
} from '../../../../contract/registration.ts';
import type { PageLook } from '../../../adapters/registration/port.ts';
import { DISCLOSURES, listed, undisclosed } from './disclosures.ts';
import { refusal, warning } from './finding.ts';
import { asksToSignIn, isDrawnByScript, isPageInEnglish, type Page, readPage } from './page-text.ts';
import { isSocial, normalWebAddress } from './web-address.ts';
import { mentions, saidIn, sentencesOf } from './words.ts';

/* The pages that reviewers open (Twilio's 30891, 30907, 30908, 30919, 30921, 30932 to 30934, 30964). */

export interface SeenPages {
  /** Null: there is no address to look at. */
  website: PageLook | null;
  privacyPolicy: PageLook | null;
  terms: PageLook | null;
  /** Those that the message flow names. */
  optIn: { address: string; look: PageLook }[];
}

const PARKED =
  /domain (?:name )?(?:is|may be) (?:for sale|parked)|buy this domain|this domain (?:is available|has expired)|parked free|sedoparking|(?:site|page) (?:is )?under construction|coming soon/i;
const A_PHONE_NUMBER = /\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}/;

export function findInWebsite(draft: RegistrationDraft, look: PageLook | null): RegistrationFinding[] {
  if (draft.website === '') return [];
  const url = normalWebAddress(draft.website);
  if (url === null)
    return [refusal('website', "This isn't the address of a website.", 'Enter it like https://acme.com.')];
  if (isSocial(url))
    return [
      refusal(
        'website',
        'A page in a social network does not count as the website of a company.',
        "Use the company's own website.",
      ),
    ];
  const page = read('website', 'The website', look);
  if ('finding' in page) return [page.finding];
  const { html, text } = page;
  if (PARKED.test(text.slice(0, 5000)) || text.length < 100)
    return [
      refusal(
        'website',
        'The website looks parked or unfinished.',
        'Reviewers want to see what the company does and how to reach it.',
      ),
    ];
  const findings: RegistrationFinding[] = [];
  const isNamed = [draft.brandName, draft.legalName].some((name) => name !== '' && mentions(text, name));
  if (!isNamed && draft.brandName !== '')
    findings.push(
      warning(
        'website',
        `The website doesn't name ${draft.brandName}.`,
        'Reviewers look for the name of the company: put it on the first page.',
      ),
    );
  if (!A_PHONE_NUMBER.test(text) && !/mailto:|tel:|\bcontact\b/i.test(html))
    findings.push(
      warning(
        'website',
        "The website doesn't say how to reach the company.",
        'Put a phone number, an email or a link “Contact” on the first page.',
      ),
    );
  if (!/privacy/i.test(html))
    findings.push(
      warning(
        'website',
        "The website doesn't link to a privacy policy.",
        'Put a link “Privacy policy” at the foot of each page.',
      ),
    );
  if (!isPageInEnglish(page))
    findings.push(
      warning(
        'website',
        "The website doesn't seem to be in English.",
        'Reviewers read English: enter the address of the English pages if there are any.',
      ),
    );
  return findings;
}

const NOT_SHARED_SENTENCE =
  '“We do not share mobile opt-in information with third parties for their marketing.”';
const NOT_SHARED =
  /(?:\b(?:not|never|no|nor|without|excludes?|excluded|except)\b|n't\b)[^.]{0,160}\b(?:shar|sell|sold|disclos|provid|transfer|rent)\w*|\b(?:shar|sell|sold|disclos|transfer|rent)\w*[^.]{0,120}(?:\b(?:not|never|excluded?s?|except)\b|n't\b)/i;
const WITH_OTHERS =
  /third[- ]part|anyone|anybody|affiliate|partner|other (?:compan|part|organi)|marketing|\bsell|\bsold/i;
const ABOUT_TEXTS = /\b(?:text|texts|texting|sms|mobile|messaging|opt-?in|phone numbers?)\b/i;

const saysNotShared = (text: string) =>
  sentencesOf(text).some(
    (sentence) => NOT_SHARED.test(sentence) && ABOUT_TEXTS.test(sentence) && WITH_OTHERS.test(sentence),
  );

const SHARED_FOR_MARKETING =
  /\b(?:share|sell|disclose)s?\b[^.]{0,120}\b(?:third[- ]part\w*|partners|affiliates)\b[^.]{0,120}\b(?:marketing|promotion\w*|advertis\w*)/i;

export function findInPolicies(draft: RegistrationDraft, pages: SeenPages): RegistrationFinding[] {
  const findings: RegistrationFinding[] = [];
  const look = (field: 'privacyPolicyUrl' | 'termsUrl', name: string, seen: PageLook | null) => {
    if (draft[field] === '') return null;
    if (normalWebAddress(draft[field]) === null) {
      findings.push(refusal(field, "This isn't a web address.", 'Enter it like https://acme.com/privacy.'));
      return null;
    }
    const page = read(field, name, seen);
    if (!('finding' in page)) return page;
    findings.push(page.finding);
    return null;
  };
  const privacy = look('privacyPolicyUrl', 'The privacy policy', pages.privacyPolicy);
  if (privacy !== null) findings.push(...findInPrivacyPolicy(privacy));
  const terms = look('termsUrl', 'The page of terms', pages.terms);
  if (terms !== null) {
    const missing = undisclosed(terms.text);
    if (missing.length > 0)
      findings.push(
        warning(
          'termsUrl',
          `The terms don't say ${listed(missing)}.`,
          `Add a paragraph on texts: ${DISCLOSURES}`,
        ),
      );
  }
  return findings;
}

function findInPrivacyPolicy(page: Page): RegistrationFinding[] {
  const { text } = page;
  if (!saysNotShared(text))
    return [
      isPageInEnglish(page)
        ? refusal(
            'privacyPolicyUrl',
            "The privacy policy doesn't say that opt-in data isn't shared.",
            `Add a sentence like: ${NOT_SHARED_SENTENCE}`,
          )
        : refusal(
            'privacyPolicyUrl',
            "The privacy policy isn't in English.",
            `Enter the address of an English one that says: ${NOT_SHARED_SENTENCE}`,
          ),
    ];
  if (saidIn(text, SHARED_FOR_MARKETING) === null || /\bexclu/i.test(text)) return [];
  return [
    warning(
      'privacyPolicyUrl',
      'The privacy policy also says that data is shared for marketing.',
      'Say there that this leaves out mobile numbers and opt-in data.',
    ),
  ];
}

export function findInOptInPages(pages: SeenPages): RegistrationFinding[] {
  return pages.optIn.flatMap(({ address, look }) => {
    const shown = address.replace(/^https?:\/\//, '');
    const page = read('messageFlow', `The page ${shown}`, look);
    if ('finding' in page) return [page.finding];
    const findings: RegistrationFinding[] = [];
    if (page.hasCheckedBox)
      findings.push(
        warning(
          'messageFlow',
          `On ${shown} a box is ticked beforehand.`,
          'If it is the one for texts: candidates have to tick it themselves.',
        ),
      );
    if (!/\b(?:texts?|sms|messages)\b/i.test(page.text))
      findings.push(
        warning(
          'messageFlow',
          `The page ${shown} doesn't speak of texts.`,
          'Name the page with the box for texts. If it stands behind a sign-in, name one with a picture of it.',
        ),
      );
    return findings;
  });
}

/** What can be read of a page, or why it can't. Sites that turn programs away may be fine for people. */
function read(
  field: RegistrationField,
  name: string,
  look: PageLook | null,
): Page | { finding: RegistrationFinding } {
  if (look?.kind === 'page') {
    const page = readPage(look.html);
    if (asksToSignIn(page)) return read(field, name, { kind: 'private' });
    if (!isDrawnByScript(page)) return page;
    return {
      finding: warning(
        field,
        `${name} couldn't be read: a program in the browser draws it.`,
        'Look at it yourself, in a browser that is not signed in.',
      ),
    };
  }
  return { finding: unseen(field, name, look) };
}

function unseen(
  field: RegistrationField,
  name: string,
  look: Exclude<PageLook, { kind: 'page' }> | null,
): RegistrationFinding {
  switch (look?.kind) {
    case 'missing':
      return refusal(field, `${name} isn't there (the site answers ${look.status}).`, 'Check the address.');
    case 'private':
      return refusal(
        field,
        `${name} asks to sign in, so reviewers see nothing.`,
        'Give an address that opens for everybody.',
      );
    case 'turnedAway':
      return warning(
        field,
        `${name} couldn't be read: the site turns programs away.`,
        'Make sure that it opens for people without signing in.',
      );
    case 'unreadable':
      return warning(
        field,
        `${name} couldn't be read: it's a file, or very large.`,
        field === 'privacyPolicyUrl'
          ? `Make sure that it says: ${NOT_SHARED_SENTENCE}`
          : 'A web page is better: reviewers open it at once.',
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
