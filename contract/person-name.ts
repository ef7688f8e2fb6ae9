/** First and last name, or nothing for a person who texted first. */
export function personName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

/** What to call a candidate: the name, else the number. */
export function candidateName(candidate: {
  firstName: string;
  lastName: string;
  phoneNumberFormatted: string;
}): string {
  return personName(candidate) || candidate.phoneNumberFormatted;
}

/** For a sentence: "Ana has opted out". `unnamed` is for inside one: "Your first text to this candidate". */
export function candidateFirstName(
  candidate: { firstName: string; lastName: string },
  unnamed: 'This candidate' | 'this candidate' = 'This candidate',
): string {
  return candidate.firstName || candidate.lastName || unnamed;
}

/** A person as the API names them. Null without one, also if they are gone. */
export const personOrNull = (id: string | null, firstName: string | null, lastName: string | null) =>
  id === null ? null : { id, firstName: firstName ?? '', lastName: lastName ?? '' };
