import { isDeepStrictEqual } from 'node:util';
import { Candidate } from '../../../contract/candidates.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { parsePhone } from '../../phone.ts';
import { grantOf } from '../consent/given-consent.ts';
import { recordConsent } from '../consent/record-consent.ts';
import { listConversationsOfCandidates } from '../texting/conversations/store.ts';
import { mailOwners } from './mail-owners.ts';
import { maySeeAll } from './rules.ts';
import {
  type CandidateField,
  type CandidateFields,
  type CandidateRow,
  insertCandidates,
  keepFields,
  lockCandidate,
  type NewCandidate,
  updateCandidate,
} from './store.ts';

/** A number belongs to one candidate of an account. */
export async function createCandidate(
  tx: Tx,
  { accountId, userId }: Pick<Session, 'accountId' | 'userId'>,
  { consent, ...fields }: BodyOf<typeof routes.createCandidate>,
  deps: { newId: () => string; clock: () => Date },
): Promise<string> {
  const candidate: NewCandidate = {
    ...fields,
    id: deps.newId(),
    phoneNumber: requirePhone(fields.phoneNumber),
    createdAt: deps.clock(),
    addedBy: userId,
  };
  const inserted = await insertCandidates(tx, accountId, [candidate]);
  if (!inserted.has(candidate.id)) throw new Failure('candidate_exists');
  if (consent !== undefined) {
    const grant = {
      ...grantOf(consent, deps.clock()),
      phoneNumber: candidate.phoneNumber,
      actorUserId: userId,
    };
    await recordConsent(tx, accountId, [grant], deps.newId);
  }
  return candidate.id;
}

/** Those that connected systems change. */
export const SYNCED: readonly CandidateField[] = Candidate.shape.editedFields.element.options;

/** Where texts and emails to the candidate go. */
const REDIRECTING: readonly CandidateField[] = ['phoneNumber', 'email', 'externalIds'];

/** Changes the given fields, and returns which of them differ now. Does nothing if someone was faster than `updatedAt`. */
export async function changeCandidate(
  db: Db,
  deps: Pick<Deps, 'clock' | 'publicUrl' | 'sealer' | 'newId'>,
  session: Session,
  id: string,
  { phoneNumber, updatedAt, ...fields }: Omit<BodyOf<typeof routes.updateCandidate>, 'legalHold'>,
): Promise<CandidateField[]> {
  const { accountId, userId } = session;
  const at = deps.clock();
  const changes: CandidateFields = {
    ...fields,
    ...(phoneNumber === undefined ? {} : { phoneNumber: requirePhone(phoneNumber) }),
  };
  try {
    return await inTransaction(db, async (tx) => {
      // No one starts a conversation with them meanwhile.
      const before = await lockCandidate(tx, accountId, id);
      if (before === undefined) throw new Failure('not_found');
      if (updatedAt !== undefined && Date.parse(updatedAt) !== before.updatedAt.getTime())
        throw new Failure('candidate_edited');
      const changed = differingFields(changes, before);
      const threads = changed.some((field) => REDIRECTING.includes(field))
        ? await listConversationsOfCandidates(tx, accountId, [id])
        : [];
      if (!maySeeAll(session, threads, at)) throw new Failure('candidate_of_colleagues');
      const isElsewhere = changed.includes('phoneNumber');
      await updateCandidate(tx, accountId, id, changes, { at, numberBy: isElsewhere ? userId : null });
      const to = redirections(changes, changed, before);
      if (to.phoneNumber !== null || to.email !== null)
        await mailOwners(tx, deps, session, { before, threads, to });
      const kept = changed.filter((field) => SYNCED.some((synced) => synced === field));
      // Candidates linked to a system have an ID there.
      if (kept.length > 0 && Object.keys(before.externalIds).length > 0)
        await keepFields(tx, accountId, [{ id, fields: kept }]);
      return changed;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'candidates_account_id_phone_number_key'))
      throw new Failure('candidate_exists');
    throw error;
  }
}

function differingFields(changes: CandidateFields, before: CandidateRow): CandidateField[] {
  return (Object.keys(changes) as CandidateField[]).filter(
    (field) => changes[field] !== undefined && !isDeepStrictEqual(changes[field], before[field]),
  );
}

/** Where texts and emails to the candidate go from now on, if elsewhere. */
function redirections(changes: CandidateFields, changed: CandidateField[], before: CandidateRow) {
  return {
    phoneNumber: changed.includes('phoneNumber') ? (changes.phoneNumber ?? null) : null,
    // A first address doesn't redirect anyone's mails.
    email: changed.includes('email') && before.email !== null ? (changes.email ?? null) : null,
  };
}

function requirePhone(input: string): string {
  const phoneNumber = parsePhone(input);
  if (phoneNumber === null) throw invalidField('phoneNumber', 'Must be a valid phone number');
  return phoneNumber;
}
