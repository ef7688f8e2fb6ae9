import type { Account } from '../../../contract/accounts.ts';
import {
  type MergeAttribute,
  type MergeValues,
  mergeAttributes,
} from '../../../contract/merge-attributes.ts';
import { personName } from '../../../contract/person-name.ts';
import type { User } from '../../../contract/users.ts';

/** What isn't known stays out; null is known to be missing. */
export interface PersonInTemplates {
  /** Of candidates. */
  id?: string;
  firstName: string;
  lastName: string;
  phoneNumberFormatted: string;
  email?: string | null;
  jobTitle?: string | null;
}

/** Values of merge attributes in a text to this person, as far as they're known here. The server knows the rest. */
export function valuesFor(person: PersonInTemplates, user: User, account: Account | undefined): MergeValues {
  return {
    'candidate.firstName': person.firstName,
    'candidate.lastName': person.lastName,
    'candidate.fullName': personName(person),
    'candidate.phoneNumber': person.phoneNumberFormatted,
    ...(person.email === undefined ? {} : { 'candidate.email': person.email }),
    ...(person.jobTitle === undefined ? {} : { 'job.title': person.jobTitle }),
    'recruiter.firstName': user.firstName,
    'recruiter.lastName': user.lastName,
    'recruiter.fullName': personName(user),
    'recruiter.phoneNumber': user.seat?.twilioNumberFormatted ?? null,
    ...(account ? { 'company.name': account.name } : {}),
  };
}

/** Not everyone has it. */
export function mayBeMissing(attribute: MergeAttribute): boolean {
  const { source } = mergeAttributes[attribute];
  return attribute !== 'candidate.phoneNumber' && source !== 'sender' && source !== 'account';
}
