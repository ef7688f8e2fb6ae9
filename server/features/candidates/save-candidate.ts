import { type Db, inTransaction, isUniqueViolation } from '../../db/connection.ts';
import { Failure, invalidField } from '../../failure.ts';
import { parsePhone } from '../../phone.ts';
import { type CandidateRow, findCandidate, insertCandidates, updateCandidate } from './store.ts';

interface CandidateFields {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email?: string | null | undefined;
  jobTitle?: string | null | undefined;
  timezone?: string | null | undefined;
  tags?: string[] | undefined;
  externalIds?: Record<string, string> | undefined;
}

/** A number belongs to one candidate of an account. */
export async function createCandidate(
  db: Db,
  accountId: string,
  fields: CandidateFields,
  deps: { newId: () => string; clock: () => Date },
): Promise<string> {
  const id = deps.newId();
  const inserted = await inTransaction(db, (tx) =>
    insertCandidates(tx, accountId, [
      {
        id,
        firstName: fields.firstName,
        lastName: fields.lastName,
        phoneNumber: requirePhone(fields.phoneNumber),
        email: fields.email ?? null,
        jobTitle: fields.jobTitle || null,
        timezone: fields.timezone ?? null,
        tags: fields.tags ?? [],
        externalIds: fields.externalIds ?? {},
        createdAt: deps.clock(),
      },
    ]),
  );
  if (!inserted.has(id)) throw new Failure('candidate_exists');
  return id;
}

export async function changeCandidate(
  db: Db,
  accountId: string,
  id: string,
  changes: { [K in keyof CandidateFields]?: CandidateFields[K] | undefined },
  at: Date,
): Promise<void> {
  const phoneNumber = changes.phoneNumber === undefined ? undefined : requirePhone(changes.phoneNumber);
  try {
    await inTransaction(db, async (tx) => {
      const candidate = await findCandidate(tx, accountId, id);
      if (candidate === undefined) throw new Failure('not_found');
      await updateCandidate(tx, accountId, merge(candidate, { ...changes, phoneNumber }), at);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'candidates_account_id_phone_number_key'))
      throw new Failure('candidate_exists');
    throw error;
  }
}

function merge(candidate: CandidateRow, changes: Parameters<typeof changeCandidate>[3]): CandidateRow {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const merged = { ...candidate, ...given };
  return { ...merged, jobTitle: merged.jobTitle || null };
}

function requirePhone(input: string): string {
  const phoneNumber = parsePhone(input);
  if (phoneNumber === null) throw invalidField('phoneNumber', 'Must be a valid phone number');
  return phoneNumber;
}
