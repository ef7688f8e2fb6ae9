import { sql } from 'kysely';
import { interviewValues } from '../../../../contract/interview-values.ts';
import type { MergeAttribute, MergeValues } from '../../../../contract/merge-attributes.ts';
import { onboardingValues } from '../../../../contract/onboarding-values.ts';
import { personName } from '../../../../contract/person-name.ts';
import { type Rendered, renderTokens } from '../../../../contract/render-template.ts';
import { MAX_BODY_LENGTH } from '../../../../contract/text-body.ts';
import { parseWithLinks, type ShortcutLink } from '../../../../contract/with-links.ts';
import type { Db } from '../../../db/connection.ts';
import { recordset } from '../../../db/recordset.ts';
import { Failure, invalidField } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { formatPhone } from '../../../phone.ts';
import { zoneOfStart } from '../../hiring/onboardings/rules.ts';
import { findStarts } from '../../hiring/onboardings/store.ts';
import { hasCalendars } from '../../links/booking/links.ts';
import { usableLinks } from '../../links/booking/store.ts';
import { type OwnLink, shorten } from '../../links/short/shorten.ts';
import type { NewShortLink } from '../../links/short/store.ts';
import { zoneOfCandidate } from '../../scheduling/interviews/rules.ts';
import { findNextInterviews, type NextInterview } from '../../scheduling/interviews/store.ts';
import type { TargetFacts } from './accept-facts.ts';

/** The sender of the text, and the candidate. */
interface Asked {
  body: string;
  session: Session;
}
type Facts = Pick<TargetFacts, 'candidateId' | 'phoneNumber' | 'timezone' | 'zipCode' | 'from'>;
type Sender = Pick<Session, 'firstName' | 'lastName'>;

interface FilledIn {
  body: string;
  /** The ones in it, for the links of shortcuts. */
  shortLinks: Omit<NewShortLink, 'accountId' | 'messageId'>[];
}

/** As findKnown knows it. */
export interface KnownOfText extends Known {
  links: OwnLink[];
  countsClicks: boolean;
}

export type InterviewToTell = Omit<NextInterview, 'candidateId'>;

/** What the accepting path doesn't know for other texts. */
export interface Known {
  firstName: string;
  lastName: string;
  email: string | null;
  jobTitle: string | null;
  companyName: string;
  /** Of the sender's calendar shortcuts, in their order. */
  links: ShortcutLink[];
  /** The one in the text: the candidate's next, unless it is about another one. */
  interview: InterviewToTell | undefined;
  /** Of their onboarding. */
  startsAt: Date | undefined;
}

const inWords = (phoneNumber: string | null) => phoneNumber && formatPhone(phoneNumber);

const values: Record<
  Exclude<MergeAttribute, keyof (ReturnType<typeof interviewValues> & ReturnType<typeof onboardingValues>)>,
  (known: Known, facts: Omit<Facts, 'candidateId'>, sender: Sender) => string | null
> = {
  'candidate.firstName': (known) => known.firstName,
  'candidate.lastName': (known) => known.lastName,
  'candidate.fullName': (known) => personName(known),
  'candidate.phoneNumber': (_, { phoneNumber }) => inWords(phoneNumber),
  'candidate.email': (known) => known.email,
  'job.title': (known) => known.jobTitle,
  'recruiter.firstName': (_, __, sender) => sender.firstName,
  'recruiter.lastName': (_, __, sender) => sender.lastName,
  'recruiter.fullName': (_, __, sender) => personName(sender),
  'recruiter.phoneNumber': (_, { from }) => inWords(from),
  'company.name': (known) => known.companyName,
  'calendar.link': ({ links: [first] }) => first?.url ?? null,
};

/** The body with its merge attributes and shortcuts filled in, or why that's impossible. */
export function fillIn(
  { body, session }: Asked,
  facts: Facts,
  found: KnownOfText,
  linkBaseUrl: string | null,
): FilledIn {
  const short = linkBaseUrl !== null && found.countsClicks ? shorten(found.links, linkBaseUrl) : null;
  const known = { ...found, ...(short && { links: short.links }) };
  const rendered = renderBody(body, mergeValuesOf(known, facts, session), known.links);
  if (!rendered.ok && rendered.unknown.length > 0)
    throw new Failure('unknown_attribute', { attributes: rendered.unknown });
  if (!rendered.ok) throw new Failure('missing_attributes', { attributes: rendered.missing });
  if (rendered.text.length > MAX_BODY_LENGTH)
    throw invalidField('body', `Filled in, the text is longer than ${MAX_BODY_LENGTH} characters`);
  return { body: rendered.text, shortLinks: short?.usedIn(rendered.text) ?? [] };
}

export function mergeValuesOf(known: Known, facts: Omit<Facts, 'candidateId'>, sender: Sender): MergeValues {
  return {
    ...Object.fromEntries(
      Object.entries(values).map(([attribute, valueIn]) => [attribute, valueIn(known, facts, sender)]),
    ),
    ...interviewValues(inCandidateTime(known.interview, facts)),
    ...onboardingValues(startOf(known.startsAt, facts)),
  };
}

export function renderBody(body: string, filled: MergeValues, links: ShortcutLink[]): Rendered {
  return renderTokens(parseWithLinks(body, links), filled);
}

/** As the candidate reads it, in their time. */
export function inCandidateTime(
  interview: InterviewToTell | undefined,
  { phoneNumber, ...place }: Pick<Facts, 'phoneNumber' | 'timezone' | 'zipCode'>,
) {
  if (interview === undefined) return null;
  return {
    ...interview,
    startsAt: interview.startsAt.toISOString(),
    candidateTimezone: zoneOfCandidate(interview, { ...place, phoneNumber: phoneNumber ?? '' }),
  };
}

function startOf(
  startsAt: Date | undefined,
  { phoneNumber, ...place }: Pick<Facts, 'phoneNumber' | 'timezone' | 'zipCode'>,
) {
  if (startsAt === undefined) return null;
  const zone = zoneOfStart(startsAt, { ...place, phoneNumber: phoneNumber ?? '' });
  return { startsAt: startsAt.toISOString(), timezone: zone };
}

/** For those that may have merge attributes or shortcuts, by their index: in one query, and in none if there are none. */
export async function findKnown(
  tx: Db,
  texts: { index: number; request: Asked; facts: Facts | undefined }[],
  now: Date,
): Promise<Map<number, KnownOfText>> {
  const asked = texts.filter(({ request }) => /#|\{\{/.test(request.body));
  if (asked.length === 0) return new Map();
  const input = asked.map(({ index, request, facts }) => ({
    index,
    accountId: request.session.accountId,
    candidateId: facts?.candidateId ?? null,
    linksOf: hasCalendars(request.session) ? request.session.userId : null,
  }));
  const { rows } = await sql<
    Omit<KnownOfText, 'interview' | 'startsAt'> & { index: number; candidateId: string | null }
  >`
    select asked.index, coalesce(c.first_name, '') as "firstName", coalesce(c.last_name, '') as "lastName", c.email,
           c.job_title as "jobTitle", a.name as "companyName", a.count_link_clicks as "countsClicks", c.id as "candidateId",
           ${usableLinks(sql`asked.account_id`, sql`asked.links_of`)} as links
      from ${recordset('asked', input, { int: ['index'], uuid: ['accountId', 'candidateId', 'linksOf'] })}
      join accounts a on a.id = asked.account_id
      left join candidates c on c.account_id = asked.account_id and c.id = asked.candidate_id`.execute(tx);
  const candidatesOfTexts = (of: string) =>
    asked.flatMap(({ request, facts }) =>
      request.body.includes(of) && facts?.candidateId
        ? [{ accountId: request.session.accountId, candidateId: facts.candidateId }]
        : [],
    );
  const invited = candidatesOfTexts('interview.');
  const next = invited.length === 0 ? null : await findNextInterviews(tx, invited, now);
  const starts = await findStarts(tx, candidatesOfTexts('onboarding.'));
  return new Map(
    rows.map(({ candidateId, ...row }) => {
      const id = candidateId ?? '';
      return [row.index, { ...row, interview: next?.get(id), startsAt: starts.get(id) }];
    }),
  );
}
