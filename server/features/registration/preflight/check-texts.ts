import { mentions } from '../../../../contract/company-name.ts';
import { isAmong, linksIn, SHORTENERS } from '../../../../contract/links-in.ts';
import {
  REGISTRATION_LIMITS,
  type RegistrationDraft,
  type RegistrationField,
  type RegistrationFinding,
} from '../../../../contract/registration.ts';
import { DISCLOSURES, listed, undisclosed } from './disclosures.ts';
import { refusal, warning } from './finding.ts';
import { isEnglish, phraseIn } from './words.ts';

/* What is texted, and how candidates agree to it (Twilio's 30882 to 30886, 30892, 30893, 30896, 30909, 30923 to 30925, 30951). */

export function findInTexts(draft: RegistrationDraft): RegistrationFinding[] {
  return [
    ...findInDescription(draft),
    ...findInMessageFlow(draft.messageFlow),
    ...findInSamples(draft),
    ...findForbidden(draft),
  ];
}

const proseFields = ['description', 'messageFlow'] as const;

function findForbidden(draft: RegistrationDraft): RegistrationFinding[] {
  const findings: RegistrationFinding[] = [];
  const samples = draft.samples.join('\n');
  for (const field of proseFields) {
    const never = phraseIn(draft[field], NEVER);
    if (never !== null)
      findings.push(
        refusal(
          field,
          `Carriers never accept texts about this: “${never}”.`,
          "Only employers and agencies that candidates applied to can text them. If this isn't what you do, leave these words out.",
        ),
      );
    if (!isEnglish(draft[field]))
      findings.push(
        refusal(field, "This isn't in English.", 'Reviewers read English, so write it in English.'),
      );
  }
  const fields: [RegistrationField, string][] = [
    ['description', draft.description],
    ['messageFlow', draft.messageFlow],
    ['samples', samples],
  ];
  for (const [field, text] of fields) {
    if (linksIn(text).some(({ isInsecure }) => isInsecure))
      findings.push(
        refusal(
          field,
          'A web address starts with http://.',
          'Start every address with https://, and check that it opens.',
        ),
      );
    const sensitive = phraseIn(text, SENSITIVE);
    if (sensitive !== null)
      findings.push(
        warning(
          field,
          `This could look like a subject that reviewers always refuse: “${sensitive}”.`,
          'Say that you text only about jobs and applications, or leave the word out.',
        ),
      );
  }
  return findings;
}

/** Job boards, leads and lists: never eligible, and what is refused for it isn't checked again. */
const NEVER =
  /\b(?:job boards?|lead[- ]gen\w*|affiliate marketing|multi-?level marketing|mlm|purchased (?:lists?|leads?|data)|(?:buy|bought|rent(?:ed)?) (?:a )?(?:lists?|leads?|numbers)|scrap(?:e[sd]?|ing)|cold (?:texts?|texting|outreach|messages?)|third[- ]party (?:lists?|leads?))\b/i;
/** Sex, hate, alcohol, firearms, tobacco; loans, debt, gambling, crypto; quick money. */
const SENSITIVE =
  /\b(?:cannabis|marijuana|cbd|dispensar(?:y|ies)|vap(?:e|es|ing)|tobacco|cigar\w*|casinos?|gambling|betting|sportsbook|sweepstakes|lottery|payday|loans?|debt collect\w*|credit repair|crypto\w*|bitcoin|forex|firearms?|ammunition|guns?|alcohol|liquor|escorts?|adult entertainment|get rich|quick money|be your own boss|work from home and earn)\b/i;

const RECIPIENTS =
  /\b(?:candidates?|applicants?|job ?seekers?|employees?|workers?|nurses|drivers|students|hires|contractors|consultants|staff|people who (?:applied|apply))\b/i;

function findInDescription({ description, brandName, legalName }: RegistrationDraft): RegistrationFinding[] {
  const { min } = REGISTRATION_LIMITS.description;
  if (description === '') return [];
  if (description.length < min)
    return [
      refusal(
        'description',
        `The description is too short. Write at least ${min} characters.`,
        'Say who you are, who you text and what about.',
      ),
    ];
  const findings: RegistrationFinding[] = [];
  const namesSender = [brandName, legalName].some((name) => name !== '' && mentions(description, name));
  if (!namesSender && brandName !== '' && !/\b(?:we|our|us)\b/i.test(description))
    findings.push(
      warning(
        'description',
        "The description doesn't say who sends the texts.",
        `Start it with “Recruiters at ${brandName}”.`,
      ),
    );
  if (!RECIPIENTS.test(description))
    findings.push(
      warning(
        'description',
        "The description doesn't say who gets the texts.",
        'Say who, for example “candidates who applied for a job with us”.',
      ),
    );
  return findings;
}

const ONLINE = /\b(?:web ?sites?|web ?pages?|pages?|forms?|online|portal|career sites?)\b/i;
const OFFLINE =
  /\b(?:in person|interview|phone|calls?|verbal\w*|paper|qr|kiosk|events?|job fairs?|text(?:s|ing)? (?:us|first|start|join|to))\b/i;
const AGREES =
  /\b(?:opt(?:s|ed|ing)?[- ]?in|agree[sd]?|consent\w*|check(?:s|ed|ing)? (?:a|the) ?box|checkbox|tick\w*|permission|sign(?:s|ed)? up|accept\w*|authori[sz]e\w*|ask(?:s|ed)? (?:us )?to)\b/i;
const A_BOX = /\b(?:check ?box|box|tick(?:s|ed|ing)?)\b/i;
/** “By applying, candidates agree to be texted.” */
const FORCED =
  /\bby (?:applying|submitting|registering|continuing|using|creating|accepting|agreeing to (?:our|the) terms)\b.{0,160}\b(?:agree|consent|opt)\w*|\b(?:must|have to|required to|need to) (?:agree|consent|opt[- ]?in)\b/i;
const TICKED_BEFOREHAND =
  /\bpre-?(?:checked|ticked|selected)\b|\b(?:checked|ticked|selected) (?:by default|beforehand|in advance)\b/i;

function findInMessageFlow(messageFlow: string): RegistrationFinding[] {
  const { min } = REGISTRATION_LIMITS.messageFlow;
  if (messageFlow === '') return [];
  const because = (sentence: string, fix: string) => [refusal('messageFlow', sentence, fix)];
  if (messageFlow.length < min)
    return because(
      `This is too short. Write at least ${min} characters.`,
      'Say where candidates give you their number and how they agree to be texted.',
    );
  const hasAddress = linksIn(messageFlow).length > 0;
  if (!hasAddress && !ONLINE.test(messageFlow) && !OFFLINE.test(messageFlow))
    return because(
      "It doesn't say where candidates agree to texts.",
      'Name the form, page or conversation, and include its address.',
    );
  if (!AGREES.test(messageFlow))
    return because(
      "It doesn't say how candidates agree to texts.",
      "For example, they check a box that isn't already checked.",
    );
  const findings: RegistrationFinding[] = [];
  if (!hasAddress && ONLINE.test(messageFlow))
    findings.push(
      ...because(
        'It mentions a page or form but not its address.',
        'Reviewers will open it, so give its address, e.g. https://acme.com/apply.',
      ),
    );
  else if (!hasAddress)
    findings.push(
      warning(
        'messageFlow',
        "Reviewers can't see how candidates agree.",
        'Write down the words you say, or link to a picture of the form.',
      ),
    );
  const forced = phraseIn(messageFlow, FORCED);
  if (forced !== null && !A_BOX.test(forced))
    findings.push(
      ...because(
        'It sounds like candidates have no choice but to agree.',
        'Ask with a separate, optional box for texts, apart from the terms.',
      ),
    );
  if (phraseIn(messageFlow, TICKED_BEFOREHAND) !== null)
    findings.push(
      ...because(
        'The box is already checked.',
        'Leave it unchecked. Candidates have to check it themselves.',
      ),
    );
  const missing = undisclosed(messageFlow);
  if (missing.length > 0)
    findings.push(
      ...because(
        `It doesn't say that you tell candidates ${listed(missing)}.`,
        `Add this where they agree, and repeat it here: ${DISCLOSURES}`,
      ),
    );
  return findings;
}

/** “Stop by at three” is not an opt-out. */
const OPT_OUT_WORDS = /\bSTOP\b|\b(?:[Rr]eply|[Tt]ext|[Ss]end) stop\b|\b(?:[Uu]nsubscribe|[Oo]pt[- ]?out)\b/;
const PLACEHOLDER =
  /\blorem ipsum\b|\b(?:this is a |just a )?test (?:message|text)\b|\basdf|\bsample (?:message|text)\b/i;

function findInSamples(draft: RegistrationDraft): RegistrationFinding[] {
  const { sample, samples: count } = REGISTRATION_LIMITS;
  const written = draft.samples.filter((each) => each !== '');
  if (written.length < count.min)
    return [refusal('samples', 'Add at least two sample texts.', 'Write them the way your recruiters do.')];
  const findings: RegistrationFinding[] = [];
  written.forEach((each, index) => {
    const which = `Sample ${index + 1}`;
    const because = (sentence: string, fix: string | null = null) =>
      findings.push(refusal('samples', `${which} ${sentence}`, fix));
    if (each.length < sample.min)
      because(
        `is too short. Write at least ${sample.min} characters.`,
        'Write a complete text the way your recruiters do.',
      );
    const shortener = linksIn(each).find(({ host }) => isAmong(host, SHORTENERS));
    if (shortener !== undefined)
      because(
        `has a link from ${shortener.host}, a public link shortener. Carriers block these.`,
        "Use a link to your company's own website.",
      );
    if (PLACEHOLDER.test(each))
      because("isn't a text to a candidate.", 'Write it the way your recruiters do.');
    if (written.indexOf(each) < index)
      because(`is the same as sample ${written.indexOf(each) + 1}.`, 'Show a different kind of text.');
  });
  const isComplete = (each: string) => OPT_OUT_WORDS.test(each) && mentions(each, draft.brandName);
  if (draft.brandName !== '' && !written.some(isComplete))
    findings.push(
      refusal(
        'samples',
        `No sample both names ${draft.brandName} and says how to opt out.`,
        'Start one with the name, and end it with “Reply STOP to opt out”.',
      ),
    );
  return findings;
}
