import { mentions } from '../../../../contract/company-name.ts';
import type {
  RegistrationDraft,
  RegistrationField,
  RegistrationFinding,
} from '../../../../contract/registration.ts';
import { notWebUrl } from '../../../../contract/web-url.ts';
import type { PageLook } from '../../../adapters/registration/port.ts';
import { DISCLOSURES, listed, undisclosed } from './disclosures.ts';
import { refusal, warning } from './finding.ts';
import { asksToSignIn, isDrawnByScript, isPageInEnglish, type Page, readPage } from './page-text.ts';
import { isSocial, normalWebAddress } from './web-address.ts';
import { phraseIn, sentencesOf } from './words.ts';

/* The pages that reviewers open (Twilio's 30891, 30907, 30908, 30919, 30921, 30932 to 30934, 30964). */

/** A look at a page that has been read. */
export type SeenPage = Exclude<PageLook, { kind: 'page' }> | { kind: 'page'; page: Page };

export interface SeenPages {
  /** Null: there is no address to look at. */
  website: SeenPage | null;
  privacyPolicy: SeenPage | null;
  terms: SeenPage | null;
  /** Those that the message flow names. */
  optIn: { address: string; look: SeenPage }[];
}

export async function readSeen(look: PageLook): Promise<SeenPage> {
  return look.kind === 'page' ? { kind: 'page', page: await readPage(look.html) } : look;
}

const PARKED =
  /domain (?:name )?(?:is|may be) (?:for sale|parked)|buy this domain|this domain (?:is available|has expired)|parked free|sedoparking|(?:site|page) (?:is )?under construction|coming soon/i;
const A_PHONE_NUMBER = /\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}/;

export function findInWebsite(draft: RegistrationDraft, look: SeenPage | null): RegistrationFinding[] {
  if (draft.website === '') return [];
  const url = normalWebAddress(draft.website);
  if (url === null)
    return [refusal('website', notWebUrl('website'), 'Enter an address like https://acme.com.')];
  if (isSocial(url))
    return [
      refusal(
        'website',
        "A social media page doesn't count as a company's website.",
        "Use your company's own website.",
      ),
    ];
  const page = read('website', 'the website', look);
  if ('finding' in page) return [page.finding];
  const { links, text } = page;
  if (PARKED.test(text.slice(0, 5000)) || text.length < 100)
    return [
      refusal(
        'website',
        'The website looks parked or unfinished.',
        'Reviewers need to see what your company does and how to reach it.',
      ),
    ];
  const findings: RegistrationFinding[] = [];
  const isNamed = [draft.brandName, draft.legalName].some((name) => name !== '' && mentions(text, name));
  if (!isNamed && draft.brandName !== '')
    findings.push(
      warning(
        'website',
        `The website doesn't name ${draft.brandName}.`,
        "Reviewers look for your company's name, so put it on the home page.",
      ),
    );
  if (!A_PHONE_NUMBER.test(text) && !/mailto:|tel:|\bcontact\b/i.test(links + text))
    findings.push(
      warning(
        'website',
        "The website doesn't say how to reach your company.",
        'Put a phone number, an email address or a “Contact” link on the home page.',
      ),
    );
  if (!/privacy/i.test(links + text))
    findings.push(
      warning(
        'website',
        "The website doesn't link to a privacy policy.",
        'Put a “Privacy policy” link at the bottom of every page.',
      ),
    );
  if (!isPageInEnglish(page))
    findings.push(
      warning(
        'website',
        "The website doesn't seem to be in English.",
        'Reviewers read English. If your website has English pages, enter their address.',
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
  const look = (field: 'privacyPolicyUrl' | 'termsUrl', name: string, seen: SeenPage | null) => {
    if (draft[field] === '') return null;
    if (normalWebAddress(draft[field]) === null) {
      findings.push(
        refusal(
          field,
          notWebUrl(field === 'termsUrl' ? 'terms' : 'privacy policy'),
          'Enter an address like https://acme.com/privacy.',
        ),
      );
      return null;
    }
    const page = read(field, name, seen);
    if (!('finding' in page)) return page;
    findings.push(page.finding);
    return null;
  };
  const privacy = look('privacyPolicyUrl', 'the privacy policy', pages.privacyPolicy);
  if (privacy !== null) findings.push(...findInPrivacyPolicy(privacy));
  const terms = look('termsUrl', 'the terms page', pages.terms);
  if (terms !== null) {
    const missing = undisclosed(terms.text);
    if (missing.length > 0)
      findings.push(
        warning(
          'termsUrl',
          `The terms page doesn't say ${listed(missing)}.`,
          `Add a paragraph about texts: ${DISCLOSURES}`,
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
            "The privacy policy doesn't say that you don't share opt-in data.",
            `Add a sentence like: ${NOT_SHARED_SENTENCE}`,
          )
        : refusal(
            'privacyPolicyUrl',
            "The privacy policy isn't in English.",
            `Enter the address of an English version that says: ${NOT_SHARED_SENTENCE}`,
          ),
    ];
  if (phraseIn(text, SHARED_FOR_MARKETING) === null || /\bexclu/i.test(text)) return [];
  return [
    warning(
      'privacyPolicyUrl',
      'The privacy policy also says that you share data for marketing.',
      'Say there that you never share mobile numbers and opt-in data for marketing.',
    ),
  ];
}

export function findInOptInPages(pages: SeenPages): RegistrationFinding[] {
  return pages.optIn.flatMap(({ address, look }) => {
    const shown = address.replace(/^https?:\/\//, '');
    const page = read('messageFlow', `the page ${shown}`, look);
    if ('finding' in page) return [page.finding];
    const findings: RegistrationFinding[] = [];
    if (page.hasCheckedBox)
      findings.push(
        warning(
          'messageFlow',
          `A box on ${shown} is already checked.`,
          "If it's the box for texts, uncheck it. Candidates have to check it themselves.",
        ),
      );
    if (!/\b(?:texts?|sms|messages)\b/i.test(page.text))
      findings.push(
        warning(
          'messageFlow',
          `The page ${shown} doesn't mention texts.`,
          'Link to the page with the box for texts. If people have to sign in to see it, link to a picture of it.',
        ),
      );
    return findings;
  });
}

/** What can be read of a page, or why it can't. Sites that turn programs away may be fine for people. */
function read(
  field: RegistrationField,
  name: string,
  look: SeenPage | null,
): Page | { finding: RegistrationFinding } {
  if (look?.kind === 'page') {
    const { page } = look;
    if (asksToSignIn(page)) return read(field, name, { kind: 'private' });
    if (!isDrawnByScript(page)) return page;
    return {
      finding: warning(
        field,
        `We couldn't read ${name} because it's drawn by a script.`,
        "Check it yourself in a browser that isn't signed in.",
      ),
    };
  }
  return { finding: unseen(field, name, look) };
}

function unseen(
  field: RegistrationField,
  name: string,
  look: Exclude<SeenPage, { kind: 'page' }> | null,
): RegistrationFinding {
  switch (look?.kind) {
    case 'missing':
      return refusal(
        field,
        `We couldn't find ${name} (the site replied with error ${look.status}).`,
        'Check the address.',
      );
    case 'private':
      return refusal(
        field,
        `Reviewers can't see ${name} because it asks them to sign in.`,
        'Enter an address that opens for everyone.',
      );
    case 'turnedAway':
      return warning(
        field,
        `We couldn't read ${name} because the site blocks automated visits.`,
        'Make sure people can open it without signing in.',
      );
    case 'unreadable':
      return warning(
        field,
        `We couldn't read ${name} because it's a file or very large.`,
        field === 'privacyPolicyUrl'
          ? `Make sure it says: ${NOT_SHARED_SENTENCE}`
          : 'Use a web page if you can. Reviewers can open it right away.',
      );
    case 'forbidden':
      return refusal(
        field,
        `Reviewers can't open ${name} from the internet.`,
        'Use a public address that starts with https://.',
      );
    default:
      return refusal(
        field,
        `We couldn't reach ${name}.`,
        'Check the address, and make sure it opens with https://.',
      );
  }
}
