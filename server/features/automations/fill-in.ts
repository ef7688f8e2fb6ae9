import type { MergeAttribute, MergeValues } from '../../../contract/merge-attributes.ts';
import { renderTemplate } from '../../../contract/render-template.ts';
import type { ShortcutLink } from '../../../contract/with-links.ts';
import { inCandidateTime, type Known, mergeValuesOf, renderBody } from '../texting/sending/merge-values.ts';
import type { CandidateFacts } from './candidate-facts.ts';

type About = Pick<Known, 'interview' | 'startsAt'>;

/** What a text is about: its own interview and onboarding, else the candidate's next interview and theirs. */
export function interviewAndStart(
  { interviews, onboardings }: Pick<CandidateFacts, 'interviews' | 'onboardings'>,
  subjectId: string,
  now: Date,
): About {
  const [next] = interviews
    .filter(({ status, startsAt }) => status !== 'canceled' && startsAt > now)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const own = onboardings.find(({ id }) => id === subjectId);
  const open = onboardings.find(({ status }) => status !== 'ended');
  return {
    interview: interviews.find(({ id }) => id === subjectId) ?? next,
    startsAt: (own ?? open)?.startsAt,
  };
}

/** What senders and companies have is checked when the text is due. */
const THERE = { companyName: 'there', links: [{ shortcut: '', url: 'there' }] };
const SENDER = { firstName: 'there', lastName: 'there' };
const FROM = '+12125550123';

/** The attributes that the body needs and that a candidate, an interview and an onboarding don't have. */
export function missingOf(
  body: string,
  facts: CandidateFacts,
  about: About,
): { attributes: MergeAttribute[]; isZoneUnknown: boolean } {
  if (!body.includes('{{')) return { attributes: [], isZoneUnknown: false };
  const interview = inCandidateTime(body.includes('interview.') ? about.interview : undefined, facts);
  const values: MergeValues = {
    ...mergeValuesOf(
      { ...facts, ...THERE, ...about, interview: undefined },
      { ...facts, from: FROM },
      SENDER,
    ),
    // Without writing dates, which takes longer than all the rest.
    'interview.date': interview?.candidateTimezone ?? null,
    'interview.time': interview?.candidateTimezone ?? null,
    'interview.location': interview?.location ?? null,
    'interview.videoUrl': interview?.videoUrl ?? null,
    'interview.interviewers': interview?.interviewers[0] ?? null,
  };
  const rendered = renderTemplate(body, values);
  const attributes = rendered.ok ? [] : rendered.missing;
  return {
    attributes,
    isZoneUnknown:
      interview?.candidateTimezone === null &&
      attributes.some((attribute) => attribute === 'interview.date' || attribute === 'interview.time'),
  };
}

/** As far as values are known; what is missing stays in braces. */
export function previewOf(body: string, values: MergeValues, links: ShortcutLink[]): string {
  const rendered = renderBody(body, values, links);
  if (rendered.ok) return rendered.text;
  const braces = Object.fromEntries(rendered.missing.map((attribute) => [attribute, `{{${attribute}}}`]));
  const shown = renderBody(body, { ...values, ...braces }, links);
  return shown.ok ? shown.text : body;
}
