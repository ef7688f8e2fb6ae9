/* Matches people of a system with candidates here. */

/** A candidate that may be the person. */
export interface Known {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  /** Someone of the same system is this candidate already, and still has the number. */
  isLinked: boolean;
}

export interface Person {
  firstName: string;
  lastName: string;
  /** In E.164, best first. */
  phoneNumbers: string[];
}

export type Match =
  | { kind: 'link'; candidateId: string }
  | { kind: 'doubt'; candidateId: string; reason: 'samePhoneOtherName' | 'sameEmailOtherPhone' }
  /** A candidate with this number is made. */
  | { kind: 'new'; phoneNumber: string }
  | { kind: 'none' };

/**
 * By the system's ID, then by phone, then by email. `byPhone` is in the order of the person's numbers. No one is linked to a
 * candidate that a user has marked as someone else.
 */
export function match(
  person: Person,
  {
    byExternalId,
    byPhone,
    byEmail,
    apart,
  }: { byExternalId: Known | null; byPhone: Known[]; byEmail: Known[]; apart: ReadonlySet<string> },
): Match {
  if (byExternalId !== null && !apart.has(byExternalId.id))
    return { kind: 'link', candidateId: byExternalId.id };
  const sharing = byPhone.filter(({ id }) => !apart.has(id));
  // A number that several people of the system share is one candidate, whatever they are called.
  const agreeing = sharing.find((known) => known.isLinked || !hasOtherName(person, known));
  if (agreeing !== undefined) return { kind: 'link', candidateId: agreeing.id };
  if (sharing[0] !== undefined)
    return { kind: 'doubt', candidateId: sharing[0].id, reason: 'samePhoneOtherName' };
  const free = person.phoneNumbers.find(
    (number) => !byPhone.some(({ phoneNumber }) => phoneNumber === number),
  );
  const mailed = byEmail.find(({ id }) => !apart.has(id));
  if (mailed !== undefined)
    return person.phoneNumbers.length === 0 && !hasOtherName(person, mailed)
      ? { kind: 'link', candidateId: mailed.id }
      : { kind: 'doubt', candidateId: mailed.id, reason: 'sameEmailOtherPhone' };
  return free === undefined ? { kind: 'none' } : { kind: 'new', phoneNumber: free };
}

type Named = Pick<Person, 'firstName' | 'lastName'>;

/** Both have a name, and neither the first nor the last one agrees. */
export function hasOtherName(one: Named, other: Named): boolean {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  if (left.length === 0 || right.length === 0) return false;
  return !left.some((word) => right.some((also) => agree(word, also)));
}

/** Ben is Benjamin: one starts with the other, if it's more than an initial. An initial matches what starts with it. */
function agree(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short);
}

/** Lower case, without accents. */
function wordsOf({ firstName, lastName }: Named): string[] {
  return `${firstName} ${lastName}`
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
