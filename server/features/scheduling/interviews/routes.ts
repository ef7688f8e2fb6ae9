import type { Interview } from '../../../../contract/interviews.ts';
import * as routes from '../../../../contract/routes.ts';
import { type Db, inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Api } from '../../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../../http/page.ts';
import type { Session } from '../../../http/session.ts';
import { actorOf } from '../../audit/record-audit.ts';
import { presentInterview } from './present.ts';
import { addInterview, cancelInterview, changeInterview, requireCandidate } from './save-interview.ts';
import { findInterview, listInterviews } from './store.ts';

export function interviewRoutes(api: Api, deps: Deps): void {
  const presentOne = async (db: Db, session: Session, id: string): Promise<Interview> => {
    const row = await findInterview(db, session.accountId, id);
    if (row === undefined) throw new Failure('not_found');
    return presentInterview(session, row);
  };

  api.on(routes.listInterviews, async ({ db, session, query }) => {
    const { candidateId = null, from, to, order, limit } = query;
    if (candidateId !== null) await requireCandidate(db, session, candidateId);
    const rows = await listInterviews(db, session, {
      candidateId,
      from: from === undefined ? null : new Date(from),
      to: to === undefined ? null : new Date(to),
      order,
      after: decodeCursor(query.cursor),
      limit: limit + 1,
    });
    return pageOf(
      rows,
      limit,
      (row) => encodeCursor({ at: row.startsAt, id: row.id }),
      (row) => presentInterview(session, row),
    );
  });

  api.once(routes.createInterview, ({ session, body, request, once }) =>
    once(async (tx) => {
      const id = await addInterview(tx, deps, { session, actor: actorOf(session, request) }, body);
      return presentOne(tx, session, id);
    }),
  );

  api.on(routes.updateInterview, ({ db, session, params: { id }, body, request }) =>
    inTransaction(db, async (tx) => {
      await changeInterview(tx, deps, { session, actor: actorOf(session, request) }, { ...body, id });
      return presentOne(tx, session, id);
    }),
  );

  api.on(routes.cancelInterview, async ({ db, session, params, request }) => {
    const who = { session, actor: actorOf(session, request) };
    await inTransaction(db, (tx) => cancelInterview(tx, deps, who, params));
    return { status: 'ok' as const };
  });
}
