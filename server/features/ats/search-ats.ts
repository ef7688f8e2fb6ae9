import { sql } from 'kysely';
import type { AtsType } from '../../../contract/ats.ts';
import type { ReplyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { AtsFailure } from '../../adapters/ats/failures.ts';
import type { AtsConnector, AtsPerson } from '../../adapters/ats/port.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';
import type { Session } from '../../http/session.ts';
import { formatPhone, parsePhone } from '../../phone.ts';
import { findOthersJobs, hiddenFrom, seesEverybody } from '../hiring/records/hidden.ts';
import { type ConnectionRow, findConnection, listConnections, lockRunning } from './connections-store.ts';
import { asFailure } from './explain-failure.ts';
import { openApi, systemOf } from './open-api.ts';
import { savePerson } from './save-people.ts';

/** Each is a call of every system that the account has. */
const searchesByAccount: Limit = { name: 'ats searches', points: 60, seconds: 60 };

/** Asks all systems at once. If one is down, the others' results still come back. */
export async function searchSystems(
  db: Db,
  deps: Deps,
  session: Session,
  search: string,
): Promise<ReplyOf<typeof routes.searchAts>> {
  const { accountId } = session;
  await deps.rateLimits.consume(searchesByAccount, accountId);
  const connections = (await listConnections(db, accountId)).filter(({ enabled }) => enabled);
  const answers = await Promise.all(
    connections.map(async (connection) => {
      const ask = askBy(deps, connection, search);
      const people = ask && (await ask().catch(away(deps, connection)));
      return { atsType: connection.atsType, people };
    }),
  );
  const found = answers.flatMap(({ atsType, people }) =>
    people === null || people === 'away' ? [] : people.map((person) => ({ atsType, person })),
  );
  const seen = await withoutHidden(db, session, found);
  return {
    people: seen.map(({ atsType, person, candidateId }) => {
      const phoneNumber = firstPhone(person);
      return {
        atsType,
        externalId: person.externalId,
        firstName: person.firstName,
        lastName: person.lastName,
        email: person.emails[0] ?? null,
        jobName: person.applications.find(({ status }) => status === 'active')?.jobName ?? null,
        phoneNumber,
        phoneNumberFormatted: phoneNumber === null ? null : formatPhone(phoneNumber),
        candidateId,
      };
    }),
    away: answers.flatMap(({ atsType, people }) => (people === 'away' ? [atsType] : [])),
  };
}

/** Null: the system can't be searched by that. */
function askBy(deps: Deps, connection: ConnectionRow, search: string): (() => Promise<AtsPerson[]>) | null {
  const connector = deps.ats.connectors.get(connection.atsType);
  if (connector === undefined) return null;
  if (search.includes('@')) {
    const { findByEmail } = connector;
    return findByEmail && (async () => findByEmail(openApi(deps, connection), search.toLowerCase()));
  }
  const { findByPhone } = connector;
  const phoneNumber = parsePhone(search);
  if (findByPhone === null || phoneNumber === null) return null;
  return async () => findByPhone(openApi(deps, connection), phoneNumber);
}

const away =
  (deps: Deps, { atsType }: ConnectionRow) =>
  (error: unknown): 'away' => {
    if (!(error instanceof AtsFailure)) throw error;
    deps.log.warn({ atsType, reason: error.name }, 'a system could not be searched');
    return 'away';
  };

const firstPhone = ({ phones }: AtsPerson) => phones.flatMap((phone) => parsePhone(phone) ?? [])[0] ?? null;

interface Found {
  atsType: AtsType;
  person: AtsPerson;
}

/** Those whom the person may see, each with the candidate that they are here. */
async function withoutHidden(
  db: Db,
  session: Session,
  found: Found[],
): Promise<(Found & { candidateId: string | null })[]> {
  const jobsOf = ({ atsType, person }: Found) =>
    person.applications.map(({ jobExternalId }) => ({ atsType, externalId: jobExternalId }));
  const known = await findCandidatesOf(db, session, found);
  const areOthers = await findOthersJobs(db, session, found.flatMap(jobsOf));
  return found.flatMap((each) => {
    const candidate = known.get(`${each.atsType} ${each.person.externalId}`);
    const isHidden = candidate === undefined ? areOthers(jobsOf(each)) : candidate.isHidden;
    return isHidden ? [] : { ...each, candidateId: candidate?.id ?? null };
  });
}

interface KnownCandidate {
  id: string;
  isHidden: boolean;
}

async function findCandidatesOf(
  db: Db,
  session: Session,
  found: Found[],
): Promise<Map<string, KnownCandidate>> {
  if (found.length === 0) return new Map();
  const isHidden = seesEverybody(session) ? sql`false` : hiddenFrom(session, sql`p.candidate_id`);
  const { rows } = await sql<KnownCandidate & { key: string }>`
    select p.ats_type || ' ' || p.external_id as key, p.candidate_id as id, ${isHidden} as "isHidden"
      from unnest(${found.map(({ atsType }) => atsType)}::text[],
                  ${found.map(({ person }) => person.externalId)}::text[]) as asked(ats_type, external_id)
      join ats_people p on p.account_id = ${session.accountId} and p.ats_type = asked.ats_type
           and p.external_id = asked.external_id
     where p.candidate_id is not null`.execute(db);
  return new Map(rows.map(({ key, ...candidate }) => [key, candidate]));
}

/** The candidate that a person of a system is, or becomes. */
export async function addCandidateFromAts(
  deps: Deps,
  session: Session,
  { atsType, externalId }: { atsType: AtsType; externalId: string },
): Promise<ReplyOf<typeof routes.addFromAts>> {
  const { accountId } = session;
  await deps.rateLimits.consume(searchesByAccount, accountId);
  const connection = await findConnection(deps.db, accountId, atsType);
  if (!connection?.enabled) throw new Failure('not_found');
  const { connector } = systemOf(deps, atsType);
  const person = await readPerson(deps, connector, connection, externalId);
  const seen = await withoutHidden(deps.db, session, [{ atsType, person }]);
  if (seen.length === 0) throw new Failure('not_found');
  return inTransaction(deps.db, async (tx) => {
    if ((await lockRunning(tx, connection)) === null) throw new Failure('not_found');
    await savePerson(tx, deps, connection, person);
    const { rows } = await sql<{ candidateId: string | null }>`
      select candidate_id as "candidateId" from ats_people
       where account_id = ${accountId} and ats_type = ${atsType} and external_id = ${externalId}`.execute(tx);
    const candidateId = rows[0]?.candidateId ?? null;
    if (candidateId === null) throw new Failure('ats_person_without_phone');
    return { candidateId };
  });
}

async function readPerson(
  deps: Deps,
  connector: AtsConnector,
  connection: ConnectionRow,
  externalId: string,
): Promise<AtsPerson> {
  const person = await connector.readPerson(openApi(deps, connection), externalId).catch((error: unknown) => {
    throw asFailure(error, connector.name, connection.connectedBy);
  });
  if (person === null) throw new Failure('not_found');
  return person;
}
