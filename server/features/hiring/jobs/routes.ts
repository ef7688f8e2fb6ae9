import type { Application } from '../../../../contract/ats.ts';
import * as routes from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Api } from '../../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { actorOf } from '../../audit/record-audit.ts';
import { maySee } from '../../texting/conversations/rules.ts';
import { listConversationsOfCandidates } from '../../texting/conversations/store.ts';
import { presentOwnApplication } from '../records/own-applications.ts';
import { findApplication, listCards } from './applications-store.ts';
import { presentCard, presentJob, presentJobWithStages, presentStage } from './present.ts';
import { addApplication, removeApplication } from './save-application.ts';
import { addJob, changeJob, removeJob } from './save-job.ts';
import { addStage, changeStage, removeStage, reorderStages } from './save-stages.ts';
import { findJob, type JobRow, listJobs, listStages } from './store.ts';

const OK = { status: 'ok' } as const;

export function jobRoutes(api: Api, deps: Deps): void {
  const requireJob = async (db: Db, session: Session, id: string): Promise<JobRow> => {
    const job = await findJob(db, session, id);
    if (job === undefined) throw new Failure('not_found');
    return job;
  };

  api.on(routes.listJobs, async ({ db, session, query: { status, cursor, limit } }) => {
    const rows = await listJobs(db, session, { status, after: decodeCursor(cursor), limit: limit + 1 });
    return pageOf(rows, limit, (row) => encodeCursor({ at: row.createdAt, id: row.id }), presentJob);
  });
  api.on(routes.getJob, async ({ db, session, params }) =>
    presentJobWithStages(db, session, await requireJob(db, session, params.id)),
  );
  api.once(routes.createJob, ({ session, body, request, once }) =>
    once(async (tx) => {
      const id = await addJob(tx, deps, actorOf(session, request), body);
      return presentJob(await requireJob(tx, session, id));
    }),
  );
  api.on(routes.updateJob, ({ db, session, params: { id }, body, request }) =>
    inTransaction(db, async (tx) => {
      await changeJob(tx, deps, actorOf(session, request), id, body);
      return presentJob(await requireJob(tx, session, id));
    }),
  );
  api.on(routes.deleteJob, async ({ db, session, params, request }) => {
    await inTransaction(db, (tx) => removeJob(tx, deps, actorOf(session, request), params.id));
    return OK;
  });

  api.on(routes.listBoard, async ({ db, session, params, query: { stageId, cursor, limit } }) => {
    const [, stages] = await Promise.all([
      requireJob(db, session, params.id),
      listStages(db, session.accountId),
    ]);
    if (!stages.some((stage) => stage.id === stageId)) throw new Failure('not_found');
    const now = deps.clock();
    const asked = { jobId: params.id, stageId, after: decodeCursor(cursor), limit: limit + 1, now };
    const rows = await listCards(db, session, asked);
    const candidateIds = rows.map(({ candidateId }) => candidateId);
    const threads = await listConversationsOfCandidates(db, session.accountId, candidateIds);
    const seen = Map.groupBy(
      threads.filter((thread) => maySee(session, thread, now)),
      ({ candidateId }) => candidateId,
    );
    return pageOf(
      rows,
      limit,
      (row) => encodeCursor({ at: row.stageChangedAt, id: row.id }),
      (row) => presentCard(session, row, seen.get(row.candidateId) ?? []),
    );
  });

  api.once(routes.createJobStage, ({ session, body, request, once }) =>
    once(async (tx) => presentStage(await addStage(tx, deps, actorOf(session, request), body))),
  );
  api.on(routes.updateJobStage, ({ db, session, params, body, request }) =>
    inTransaction(db, async (tx) =>
      presentStage(await changeStage(tx, deps, actorOf(session, request), params.id, body)),
    ),
  );
  api.on(routes.deleteJobStage, async ({ db, session, params, request }) => {
    await inTransaction(db, (tx) => removeStage(tx, deps, actorOf(session, request), params.id));
    return OK;
  });
  api.on(routes.updateJobStageOrder, async ({ db, session, body, request }) => {
    await inTransaction(db, (tx) => reorderStages(tx, deps, actorOf(session, request), body.ids));
    return OK;
  });

  api.once(routes.createApplication, ({ session, body, request, once }) =>
    once(async (tx): Promise<Application> => {
      const id = await addApplication(tx, deps, { session, actor: actorOf(session, request) }, body);
      const row = await findApplication(tx, session.accountId, id);
      if (row === undefined) throw new Failure('not_found');
      return presentOwnApplication(session, row);
    }),
  );
  api.on(routes.deleteApplication, async ({ db, session, params, request }) => {
    const who = { session, actor: actorOf(session, request) };
    await inTransaction(db, (tx) => removeApplication(tx, deps, who, params.id));
    return OK;
  });
}
