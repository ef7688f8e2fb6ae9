import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { publishConversations } from '../../live/publish.ts';
import {
  type CandidateRow,
  findCandidate,
  listConversationsOf,
  lockCandidate,
  updateCandidate,
} from '../candidates/store.ts';
import { findPersonWith, linkByIds } from '../hiring/records/people.ts';
import { listConnections, lockRunning } from './connections-store.ts';
import { openApi } from './open-api.ts';
import { savePeople } from './save-people.ts';

/** Asks every system that can tell who has the candidate's number. One that is away is asked again, with the others. */
export async function runAskWho(
  deps: Deps,
  { accountId, candidateId }: { accountId: string; candidateId: string },
): Promise<void> {
  const candidate = await findCandidate(deps.db, accountId, candidateId);
  if (candidate === undefined || isNamed(candidate)) return;
  for (const connection of await listConnections(deps.db, accountId)) {
    const findByPhone = deps.ats.connectors.get(connection.atsType)?.findByPhone;
    if (!connection.enabled || !findByPhone) continue;
    const people = await findByPhone(openApi(deps, connection), candidate.phoneNumber);
    if (people.length === 0) continue;
    await inTransaction(deps.db, async (tx) => {
      if ((await lockRunning(tx, connection)) === null) return;
      await savePeople(tx, deps, connection, people);
      await nameByNumber(tx, deps, accountId, candidateId);
    });
  }
}

/** Someone who is here with another number already: the name applies here too. */
async function nameByNumber(tx: Tx, deps: Deps, accountId: string, candidateId: string): Promise<void> {
  const candidate = await lockCandidate(tx, accountId, candidateId);
  if (candidate === undefined || isNamed(candidate)) return;
  const person = await findPersonWith(tx, accountId, candidate.phoneNumber);
  if (person === null) return;
  await updateCandidate(tx, accountId, candidateId, person, {
    at: deps.clock(),
    numberBy: null,
  });
  await linkByIds(tx, accountId, [candidateId]);
  const threads = await listConversationsOf(tx, accountId, candidateId);
  await publishConversations(tx, accountId, threads);
}

const isNamed = ({ firstName, lastName }: CandidateRow) => firstName !== '' || lastName !== '';
