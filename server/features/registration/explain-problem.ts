import type { RegistrationField, RegistrationFinding } from '../../../contract/registration.ts';
import type { Problem } from '../../adapters/registration/port.ts';

/** What reviewers write is about one of these; the first that fits says what to change. */
const subjects: [RegExp, RegistrationField, string][] = [
  [
    /privacy/i,
    'privacyPolicyUrl',
    "The privacy policy has to open for everybody and say that opt-in data isn't shared with third parties.",
  ],
  [/terms/i, 'termsUrl', 'The page of terms has to open for everybody.'],
  [
    /opt-?in|message[ _]?flow|call to action|\bcta\b|consent/i,
    'messageFlow',
    'Say exactly where and how candidates agree to be texted, with the address of the form.',
  ],
  [
    /sample|shortener|embedded/i,
    'samples',
    'Samples have to fit the description; one needs the brand name and “Reply STOP to opt out”.',
  ],
  [/stock/i, 'stockSymbol', 'Check the stock exchange and the stock symbol.'],
  [
    /\bein\b|tax id|legal name|registration number|business name/i,
    'ein',
    'Copy the EIN and the legal name from the letter of the IRS, to the letter.',
  ],
  [/address|street|postal|zip/i, 'street', 'Use the address that the IRS has.'],
  [/e-?mail/i, 'contactEmail', "Use an address at the company's own domain."],
  [/website|web site|\burl\b/i, 'website', 'The website has to be online and name the company.'],
  [/description|use ?case/i, 'description', 'Say who texts whom, and what about.'],
];

/** Carriers repeat what they object to; the EIN is kept sealed, and this is not. */
const AN_EIN = /\b\d{2}-?\d{7}\b/g;

export function explainProblem({ sentence: said, field, fix }: Problem): RegistrationFinding {
  const sentence = said.replace(AN_EIN, '•••').trim();
  const subject = subjects.find(([pattern]) => pattern.test(sentence));
  return {
    field: field ?? subject?.[1] ?? null,
    severity: 'refusal',
    sentence: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`,
    fix: fix ?? subject?.[2] ?? null,
  };
}
