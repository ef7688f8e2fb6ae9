import type { RegistrationField, RegistrationFinding } from '../../../contract/registration.ts';
import type { Problem } from '../../adapters/registration/port.ts';

/** What reviewers write is about one of these; the first that fits has the advice. */
const subjects: [RegExp, RegistrationField, string][] = [
  [
    /privacy/i,
    'privacyPolicyUrl',
    "Make sure the privacy policy opens for everyone and says that you don't share opt-in data with third parties.",
  ],
  [/terms/i, 'termsUrl', 'Make sure the terms page opens for everyone.'],
  [
    /opt-?in|message[ _]?flow|call to action|\bcta\b|consent/i,
    'messageFlow',
    "Say exactly where and how candidates agree to be texted, and include the form's address.",
  ],
  [
    /sample|shortener|embedded/i,
    'samples',
    'Make the samples match the description. Put the brand name and “Reply STOP to opt out” in at least one.',
  ],
  [/stock/i, 'stockSymbol', 'Check the stock exchange and the stock symbol.'],
  [
    /\bein\b|tax id|legal name|registration number|business name/i,
    'ein',
    'Copy the EIN and the legal name exactly from your IRS letter.',
  ],
  [/address|street|postal|zip/i, 'street', 'Use the address the IRS has.'],
  [/e-?mail/i, 'contactEmail', "Use an address at your company's domain."],
  [/website|web site|\burl\b/i, 'website', 'Make sure the website is online and names your company.'],
  [/description|use ?case/i, 'description', 'Say who you are, who you text and what about.'],
];

/** Carriers repeat what they object to; the EIN is kept sealed, and this is not. */
const AN_EIN = /\b\d{2}-?\d{7}\b/g;

export function explainProblem({ sentence: original, field, fix }: Problem): RegistrationFinding {
  const sentence = original.replace(AN_EIN, '•••').trim();
  const subject = subjects.find(([pattern]) => pattern.test(sentence));
  return {
    field: field ?? subject?.[1] ?? null,
    severity: 'refusal',
    sentence: /[.!?]$/.test(sentence) ? sentence : `${sentence}.`,
    fix: fix ?? subject?.[2] ?? null,
  };
}
