import { interviewValues } from '../../../contract/interview-values.ts';
import {
  MERGE_ATTRIBUTES,
  type MergeAttribute,
  type MergeValues,
} from '../../../contract/merge-attributes.ts';
import { renderTemplate } from '../../../contract/render-template.ts';
import type { ShortcutLink } from '../../../contract/with-links.ts';
import { type InterviewToTell, type Known, renderBody, toldOf } from '../outbound/merge-values.ts';
import type { CandidateFacts } from './candidate-facts.ts';

/** What a text tells of: the interview that it is about, else the candidate's next one. */
export function interviewToTell(
  { interviews }: Pick<CandidateFacts, 'interviews'>,
  now: Date,
): InterviewToTell | undefined {
  return interviews
    .filter(({ status, startsAt }) => status !== 'canceled' && startsAt > now)
    .reduce<CandidateFacts['interviews'][number] | undefined>(
      (first, each) => (first !== undefined && first.startsAt <= each.startsAt ? first : each),
      undefined,
    );
}

/** Of what a candidate and an interview have to tell, the attributes that the body needs and nobody knows. */
export function missingOf(
  body: string,
  facts: CandidateFacts,
  { interview, now }: { interview: InterviewToTell | undefined; now: Date },
): { attributes: MergeAttribute[]; isZoneUnknown: boolean } {
  const told = toldOf(interview ?? interviewToTell(facts, now), facts);
  const values: MergeValues = {
    // What senders and companies have is looked at when the text is due.
    ...Object.fromEntries(MERGE_ATTRIBUTES.map((attribute) => [attribute, 'there'])),
    'candidate.firstName': facts.firstName,
    'candidate.lastName': facts.lastName,
    'candidate.fullName': facts.firstName + facts.lastName,
    'candidate.email': facts.email,
    'job.title': facts.jobTitle,
    ...interviewValues(told),
  };
  const rendered = renderTemplate(body, values);
  const attributes = rendered.ok ? [] : rendered.missing;
  return {
    attributes,
    isZoneUnknown:
      told !== null &&
      told.candidateTimezone === null &&
      attributes.some((attribute) => attribute === 'interview.date' || attribute === 'interview.time'),
  };
}

export function knownOf(
  facts: Pick<CandidateFacts, 'firstName' | 'lastName' | 'email' | 'jobTitle'>,
  more: Pick<Known, 'companyName' | 'links' | 'interview'>,
): Known {
  const { firstName, lastName, email, jobTitle } = facts;
  return { firstName, lastName, email, jobTitle, ...more };
}

/** As far as values are known; what is missing stays in braces. */
export function previewOf(body: string, values: MergeValues, links: ShortcutLink[]): string {
  const rendered = renderBody(body, values, links);
  if (rendered.ok) return rendered.text;
  const braces = Object.fromEntries(rendered.missing.map((attribute) => [attribute, `{{${attribute}}}`]));
  const shown = renderBody(body, { ...values, ...braces }, links);
  return shown.ok ? shown.text : body;
}
