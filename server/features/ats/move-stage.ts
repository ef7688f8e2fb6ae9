import { sql } from 'kysely';
import type { Application } from '../../../contract/ats.ts';
import { MovedMeanwhile, NotFound, OutcomeUnknown, RefusedByAts } from '../../adapters/ats/failures.ts';
import type { AtsConnector } from '../../adapters/ats/port.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { whileClaimed } from '../../queue/claim.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { findCandidate } from '../candidates/store.ts';
import { tellThreads } from '../candidates/tell-threads.ts';
import { findApplication as findOwnApplication } from '../hiring/jobs/applications-store.ts';
import { moveApplication } from '../hiring/jobs/save-application.ts';
import { type ApplicationRow, listApplications } from '../hiring/records/applications-store.ts';
import { managesJob, requireVisible, seesEverybody } from '../hiring/records/hidden.ts';
import { presentOwnApplication } from '../hiring/records/own-applications.ts';
import { movableTypes, presentApplication } from '../hiring/records/present-application.ts';
import { readStageId } from '../hiring/records/stage-ids.ts';
import { findUser } from '../users/store.ts';
import { type ConnectionRow, findConnection, lockRunning } from './connections-store.ts';
import { asFailure } from './explain-failure.ts';
import { openApi } from './open-api.ts';
import { savePerson } from './save-people.ts';

interface Move {
  candidateId: string;
  applicationId: string;
  stageId: string;
  fromStageId?: string | undefined;
}

/** Longer than the system can take to answer, twice. */
const MOVING_MS = 60_000;

/** In a connected system first, from the stage that is shown here: if someone else has moved them there, they stay where they are. */
export async function moveStage(
  deps: Deps,
  session: Session,
  actor: Actor,
  move: Move,
): Promise<Application> {
  const { db } = deps;
  await requireVisible(db, session, move.candidateId);
  if ((await findCandidate(db, session.accountId, move.candidateId)) === undefined)
    throw new Failure('not_found');
  const own = await findOwnApplication(db, session.accountId, move.applicationId);
  if (own?.candidateId === move.candidateId)
    return inTransaction(db, async (tx) => {
      await moveApplication(tx, deps, { session, actor }, move);
      const moved = await findOwnApplication(tx, session.accountId, own.id);
      if (moved === undefined) throw new Failure('not_found');
      return presentOwnApplication(session, moved);
    });
  const moved = await whileClaimed(deps, `moveStage:${move.applicationId}`, MOVING_MS, () =>
    moveClaimed(deps, session, actor, move),
  );
  if (moved === 'taken') throw new Failure('stage_moved');
  return moved;
}

async function moveClaimed(deps: Deps, session: Session, actor: Actor, move: Move): Promise<Application> {
  const { db } = deps;
  const { accountId } = session;
  const application = await requireApplication(db, accountId, move);
  const { atsType, jobExternalId } = application;
  const isTheirs = await managesJob(db, session, { atsType, externalId: jobExternalId });
  if (!seesEverybody(session) && !isTheirs) throw new Failure('forbidden');
  const connector = deps.ats.connectors.get(atsType);
  const connection = await findConnection(db, accountId, atsType);
  if (!connection?.enabled || !connector?.moveStage || application.status !== 'active')
    throw new Failure('stage_fixed');
  const stage = await requireStage(db, accountId, application, move.stageId);
  const present = (row: ApplicationRow) => presentApplication(row, movableTypes(deps.ats));
  if (stage.externalId === application.stageExternalId) return present(application);
  if (move.fromStageId !== undefined && move.fromStageId !== present(application).stageId)
    throw new Failure('stage_moved');

  const { email } = await findUser(db, accountId, session.userId);
  try {
    await connector.moveStage(openApi(deps, connection), {
      personExternalId: application.personExternalId,
      applicationExternalId: application.externalId,
      jobExternalId,
      fromStageId: application.stageExternalId,
      toStageId: stage.externalId,
      byEmail: email.toLowerCase(),
    });
  } catch (error) {
    await requireMoved(deps, { connector, connection, application, stage, move }, error);
  }
  await inTransaction(db, async (tx) => {
    await writeStage(tx, accountId, application.id, stage, deps.clock());
    await recordAudit(tx, deps, actor, {
      action: 'candidate.moved',
      subjectId: move.candidateId,
      details: {
        from: application.stageName,
        stage: stage.name,
        job: application.jobName,
        system: connector.name,
      },
    });
    await tellThreads(tx, accountId, move.candidateId);
  });
  return present(await requireApplication(db, accountId, move));
}

/** After the call has failed: checks whether they are in the stage all the same. Throws if not. */
async function requireMoved(
  deps: Deps,
  asked: {
    connector: AtsConnector;
    connection: ConnectionRow;
    application: ApplicationRow;
    stage: Stage;
    move: Move;
  },
  error: unknown,
): Promise<void> {
  const { connector, connection, application, stage, move } = asked;
  if (error instanceof RefusedByAts) throw invalidField('stageId', `${connector.name}: ${error.reason}`);
  const isOpen =
    error instanceof OutcomeUnknown || error instanceof MovedMeanwhile || error instanceof NotFound;
  if (!isOpen) throw asFailure(error, connector.name, connection.connectedBy);
  const now = await readAgain(deps, connector, connection, application, move);
  if (now === undefined) throw new Failure('not_found');
  const isThere = now.stageExternalId === stage.externalId;
  if (error instanceof OutcomeUnknown && !isThere && now.stageExternalId === application.stageExternalId)
    throw asFailure(error, connector.name, connection.connectedBy);
  if (!isThere || error instanceof MovedMeanwhile) throw new Failure('stage_moved');
}

async function requireApplication(
  db: Db,
  accountId: string,
  { candidateId, applicationId }: Move,
): Promise<ApplicationRow> {
  const found = await findApplication(db, accountId, candidateId, applicationId);
  if (found === undefined) throw new Failure('not_found');
  return found;
}

async function findApplication(db: Db, accountId: string, candidateId: string, id: string) {
  return (await listApplications(db, accountId, [candidateId])).find((application) => application.id === id);
}

interface Stage {
  externalId: string;
  name: string;
}

async function requireStage(
  db: Db,
  accountId: string,
  { atsType, jobExternalId }: ApplicationRow,
  stageId: string,
): Promise<Stage> {
  const asked = readStageId(stageId);
  const isOfJob =
    asked?.atsType === atsType && (asked.jobExternalId === '' || asked.jobExternalId === jobExternalId);
  const { rows } = await sql<Stage>`
    select s.external_id as "externalId", s.name from ats_stages s
     where s.account_id = ${accountId} and s.ats_type = ${atsType} and s.job_external_id = ${asked?.jobExternalId}
       and s.external_id = ${asked?.externalId} and ${isOfJob}`.execute(db);
  const [stage] = rows;
  if (stage === undefined) throw invalidField('stageId', "Choose a stage of this candidate's job");
  return stage;
}

/** Their current state in the system, saved here. Undefined: the application is gone. */
async function readAgain(
  deps: Deps,
  connector: AtsConnector,
  connection: ConnectionRow,
  { id, personExternalId }: ApplicationRow,
  { candidateId }: Move,
): Promise<ApplicationRow | undefined> {
  const { accountId } = connection;
  const person = await connector
    .readPerson(openApi(deps, connection), personExternalId)
    .catch((error: unknown) => {
      throw asFailure(error, connector.name, connection.connectedBy);
    });
  if (person === null) return undefined;
  await inTransaction(deps.db, async (tx) => {
    if ((await lockRunning(tx, connection)) === null) return;
    await savePerson(tx, deps, connection, person);
    await tellThreads(tx, accountId, candidateId);
  });
  return findApplication(deps.db, accountId, candidateId, id);
}

async function writeStage(tx: Tx, accountId: string, id: string, stage: Stage, at: Date): Promise<void> {
  await sql`
    update ats_applications
       set stage_external_id = ${stage.externalId}, stage_name = ${stage.name}, stage_changed_at = ${at}
     where account_id = ${accountId} and id = ${id} and stage_external_id is distinct from ${stage.externalId}`.execute(
    tx,
  );
}
