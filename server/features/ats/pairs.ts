import type { AtsType, DoubtfulPair } from '../../../contract/ats.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone } from '../../phone.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { maySeeAll } from '../candidates/rules.ts';
import { lockCandidate } from '../candidates/store.ts';
import { requireVisible } from '../hiring/records/hidden.ts';
import { listConversationsOfCandidates } from '../texting/conversations/store.ts';
import { lockConnection } from './connections-store.ts';
import { forgetIds } from './merge-people.ts';
import { systemOf } from './open-api.ts';
import { decidePair, findOpenPair, keepApart, type OpenPair, type PairRow } from './pairs-store.ts';
import { findPeople, linkPeople } from './people-store.ts';
import { linkTo, matchAgain } from './save-people.ts';

export async function decide(
  deps: Deps,
  actor: Actor,
  { id, decision }: { id: string; decision: 'same' | 'different' },
): Promise<void> {
  const { accountId } = actor;
  await inTransaction(deps.db, async (tx) => {
    const asked = await findOpenPair(tx, accountId, id);
    if (asked === undefined || (await lockConnection(tx, accountId, asked.atsType)) === undefined)
      throw new Failure('not_found');
    if (!(await decidePair(tx, accountId, id, { decision, by: actor.userId })))
      throw new Failure('not_found');
    const of = { accountId, atsType: asked.atsType };
    if (decision === 'same') await linkTo(tx, deps, of, asked);
    else await matchAgain(tx, deps, of, asked.externalId);
    await recordAudit(tx, deps, actor, {
      action: 'ats.pairDecided',
      subjectId: asked.candidateId,
      subject: systemOf(deps, asked.atsType).connector.name,
      details: { decision },
    });
  });
}

/** The candidate isn't this person: they are kept apart, and the person may match another one, who gets their reminders. */
export async function unlink(
  deps: Deps,
  session: Session,
  actor: Actor,
  { candidateId, atsType, externalId }: OpenPair,
): Promise<void> {
  const { accountId } = actor;
  await requireVisible(deps.db, session, candidateId);
  await inTransaction(deps.db, async (tx) => {
    const of = { accountId, atsType };
    const connection = await lockConnection(tx, accountId, atsType);
    const [person] = connection === undefined ? [] : await findPeople(tx, of, [externalId]);
    if (
      person?.candidateId !== candidateId ||
      (await lockCandidate(tx, accountId, candidateId)) === undefined
    )
      throw new Failure('not_found');
    const threads = await listConversationsOfCandidates(tx, accountId, [candidateId]);
    if (!maySeeAll(session, threads, deps.clock())) throw new Failure('candidate_of_colleagues');
    await unlinkPerson(tx, deps, of, { candidateId, externalId, by: actor.userId });
    await recordAudit(tx, deps, actor, {
      action: 'candidate.unlinked',
      subjectId: candidateId,
      details: { system: systemOf(deps, atsType).connector.name },
    });
  });
}

async function unlinkPerson(
  tx: Tx,
  deps: Deps,
  of: { accountId: string; atsType: AtsType },
  { candidateId, externalId, by }: { candidateId: string; externalId: string; by: string },
): Promise<void> {
  await keepApart(tx, of, { id: deps.newId(), externalId, candidateId, by, at: deps.clock() });
  await linkPeople(tx, of, [{ externalId, candidateId: null, made: false }]);
  await forgetIds(tx, of, [candidateId], [externalId]);
}

export function presentPair(row: PairRow): DoubtfulPair {
  const phoneNumber = row.phoneNumbers[0] ?? null;
  return {
    id: row.id,
    atsType: row.atsType,
    externalId: row.externalId,
    reason: row.reason,
    person: {
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.emails[0] ?? null,
      phoneNumber,
      phoneNumberFormatted: phoneNumber && formatPhone(phoneNumber),
      profileUrl: row.profileUrl,
    },
    candidate: {
      id: row.candidateId,
      firstName: row.candidateFirstName,
      lastName: row.candidateLastName,
      email: row.candidateEmail,
      phoneNumber: row.candidatePhoneNumber,
      phoneNumberFormatted: formatPhone(row.candidatePhoneNumber),
    },
    createdAt: row.createdAt.toISOString(),
  };
}
