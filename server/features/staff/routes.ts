import * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { pageOf } from '../../http/page.ts';
import { actorOf, originOf } from '../audit/record-audit.ts';
import { findMaintenance } from '../maintenance/store.ts';
import { findAccount, listAccounts, listPeople } from './account-store.ts';
import { listBillingDifferences } from './billing-store.ts';
import { cursorOf, readIdCursor, readSerialCursor } from './cursor.ts';
import { decideLandlineOrder } from './decide-landline-order.ts';
import { decideNumber } from './decide-number.ts';
import { listFailedWork } from './failed-work.ts';
import { listHoldReviews } from './hold-review-store.ts';
import { holdTexts, letTextsGo } from './hold-texts.ts';
import { startImpersonation } from './impersonate.ts';
import { endImpersonation } from './impersonation-store.ts';
import { listOrders } from './landline-store.ts';
import { listUnlinked } from './number-store.ts';
import {
  presentAccount,
  presentAccountDetails,
  presentHoldReview,
  presentJob,
  presentNumber,
  presentOrder,
  presentPerson,
} from './present.ts';
import { releaseLandlineOrder } from './release-landline-order.ts';
import { askSecondStepReset, keepSecondStep } from './reset-second-step.ts';
import { settleJob } from './settle-job.ts';
import { switchFeature } from './switch-feature.ts';

const ok = { status: 'ok' as const };

export function staffRoutes(api: Api, deps: Deps): void {
  api.read(routes.listStaffAccounts, async ({ db, query }) => {
    const { search = '', limit } = query;
    const rows = await listAccounts(db, search, { before: readIdCursor(query.cursor), limit: limit + 1 });
    return pageOf(rows, limit, cursorOf, presentAccount);
  });
  api.on(routes.getStaffAccount, ({ db, params }) => presentAccountDetails(db, params.id));
  api.read(routes.listStaffPeople, async ({ db, params, query }) => {
    if ((await findAccount(db, params.id)) === undefined) throw new Failure('not_found');
    const rows = await listPeople(db, params.id, {
      after: readIdCursor(query.cursor),
      limit: query.limit + 1,
    });
    return pageOf(rows, query.limit, cursorOf, (row) => presentPerson(deps, row));
  });
  api.on(routes.switchFeature, async ({ db, session, params, body, request }) => {
    await switchFeature(db, deps, actorOf(session, request), { accountId: params.id, ...body });
    return presentAccountDetails(db, params.id);
  });

  api.read(routes.listStaffNumbers, async ({ db, query }) => {
    const rows = await listUnlinked(db, query.linkStatus, {
      before: readIdCursor(query.cursor),
      limit: query.limit + 1,
    });
    return pageOf(rows, query.limit, cursorOf, presentNumber);
  });
  api.on(routes.decideNumber, async ({ session, params, body, request }) =>
    presentNumber(await decideNumber(deps, actorOf(session, request), { ...params, ...body })),
  );

  api.read(routes.listLandlineOrders, async ({ db, query }) => {
    const rows = await listOrders(db, {
      before: readIdCursor(query.cursor),
      limit: query.limit + 1,
    });
    return pageOf(rows, query.limit, cursorOf, presentOrder);
  });
  api.on(routes.decideLandlineOrder, async ({ session, params, body, request }) => {
    await decideLandlineOrder(deps, actorOf(session, request), { ...params, ...body });
    return ok;
  });

  api.on(routes.releaseLandlineOrder, async ({ session, params, body, request }) => {
    await releaseLandlineOrder(deps, actorOf(session, request), { ...params, ...body });
    return ok;
  });

  api.read(routes.listHoldReviews, async ({ db, query }) => {
    const rows = await listHoldReviews(db, { before: readIdCursor(query.cursor), limit: query.limit + 1 });
    return pageOf(rows, query.limit, cursorOf, presentHoldReview);
  });

  api.read(routes.listBillingDifferences, async ({ db, query }) => {
    const { limit } = query;
    const rows = await listBillingDifferences(db, { before: readIdCursor(query.cursor), limit: limit + 1 });
    return pageOf(rows, limit, cursorOf, (row) => ({ ...row, foundAt: row.foundAt.toISOString() }));
  });

  api.read(routes.listFailedJobs, async ({ db, query }) => {
    const rows = await listFailedWork(db, { before: readSerialCursor(query.cursor), limit: query.limit + 1 });
    return pageOf(rows, query.limit, cursorOf, presentJob);
  });
  api.on(routes.retryJob, async ({ db, session, body, request }) => {
    await settleJob(db, deps, actorOf(session, request), {
      id: body.jobId,
      reason: body.reason,
      way: 'retry',
    });
    return ok;
  });
  api.on(routes.discardJob, async ({ db, session, body, request }) => {
    await settleJob(db, deps, actorOf(session, request), {
      id: body.jobId,
      reason: body.reason,
      way: 'discard',
    });
    return ok;
  });

  maintenanceRoutes(api, deps);

  api.on(routes.startImpersonation, ({ session, body, request }) =>
    startImpersonation(deps, session, actorOf(session, request), body),
  );
  api.on(routes.endImpersonation, async ({ db, session, params }) => {
    const { id } = params;
    const isTheirs = await inTransaction(db, (tx) => endImpersonation(tx, session, { id, at: deps.clock() }));
    if (!isTheirs) throw new Failure('not_found');
    return ok;
  });

  api.on(routes.askSecondStepReset, async ({ session, body, request }) => {
    const dueAt = await askSecondStepReset(deps, actorOf(session, request), body);
    return { resetsAt: dueAt.toISOString() };
  });
  api.on(routes.keepSecondStep, async ({ body, request }) => {
    await keepSecondStep(deps, body.token, originOf(request));
    return ok;
  });
}

function maintenanceRoutes(api: Api, deps: Deps): void {
  const maintenance = async (db: Db) => ({ maintenance: await findMaintenance(db) });
  api.on(routes.getMaintenance, ({ db }) => maintenance(db));
  api.on(routes.startMaintenance, async ({ db, session, body, request }) => {
    await holdTexts(db, deps, actorOf(session, request), body.reason);
    return maintenance(db);
  });
  api.on(routes.endMaintenance, async ({ db, session, request }) => {
    await letTextsGo(db, deps, actorOf(session, request));
    return maintenance(db);
  });
}
