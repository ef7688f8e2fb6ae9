import { sql } from 'kysely';
import type { MergeAttribute, MergeValues } from '../../../contract/merge-attributes.ts';
import { MAX_BODY_LENGTH } from '../../../contract/messages.ts';
import { personName } from '../../../contract/person-name.ts';
import { renderTemplate } from '../../../contract/render-template.ts';
import type { Tx } from '../../db/connection.ts';
import { Failure, invalidField } from '../../failure.ts';
import { formatPhone } from '../../phone.ts';

/** Whose text it is, and to whom. */
interface Text {
  accountId: string;
  candidateId: string | null;
  body: string;
  sender: { firstName: string; lastName: string };
  /** E.164. */
  from: string | null;
  to: string;
}

interface Known {
  firstName: string;
  lastName: string;
  email: string | null;
  jobTitle: string | null;
  companyName: string;
}

/** Hiretext has no interviews and calendar links yet, so whoever uses them is asked. */
const notKnown = () => null;

const values: Record<MergeAttribute, (text: Text, known: Known) => string | null> = {
  'candidate.firstName': (_, known) => known.firstName,
  'candidate.lastName': (_, known) => known.lastName,
  'candidate.fullName': (_, known) => personName(known),
  'candidate.phoneNumber': ({ to }) => formatPhone(to),
  'candidate.email': (_, known) => known.email,
  'job.title': (_, known) => known.jobTitle,
  'recruiter.firstName': ({ sender }) => sender.firstName,
  'recruiter.lastName': ({ sender }) => sender.lastName,
  'recruiter.fullName': ({ sender }) => personName(sender),
  'recruiter.phoneNumber': ({ from }) => (from === null ? null : formatPhone(from)),
  'company.name': (_, known) => known.companyName,
  'interview.date': notKnown,
  'interview.time': notKnown,
  'interview.location': notKnown,
  'interview.videoUrl': notKnown,
  'interview.interviewers': notKnown,
  'calendar.link': notKnown,
};

/** Only a body with these can have merge attributes. */
export const mayHaveAttributes = (body: string) => body.includes('{{');

/** The body with its merge attributes filled in, or why not. */
export async function fillIn(tx: Tx, text: Text): Promise<string> {
  const known = await findKnown(tx, text);
  const filled: MergeValues = Object.fromEntries(
    Object.entries(values).map(([attribute, valueIn]) => [attribute, valueIn(text, known)]),
  );
  const rendered = renderTemplate(text.body, filled);
  if (!rendered.ok && rendered.unknown.length > 0)
    throw new Failure('unknown_attribute', { attributes: rendered.unknown });
  if (!rendered.ok) throw new Failure('missing_attributes', { attributes: rendered.missing });
  if (rendered.text.length > MAX_BODY_LENGTH)
    throw invalidField('body', `Filled in, the text is longer than ${MAX_BODY_LENGTH} characters`);
  return rendered.text;
}

async function findKnown(tx: Tx, { accountId, candidateId }: Text): Promise<Known> {
  const { rows } = await sql<Known>`
    select coalesce(c.first_name, '') as "firstName", coalesce(c.last_name, '') as "lastName", c.email,
           c.job_title as "jobTitle", a.name as "companyName"
      from accounts a left join candidates c on c.account_id = a.id and c.id = ${candidateId}
     where a.id = ${accountId}`.execute(tx);
  return rows[0] ?? { firstName: '', lastName: '', email: null, jobTitle: null, companyName: '' };
}
