import type { Candidate } from '../../../contract/candidates.ts';
import { routes } from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import { publish } from '../../live/publish.ts';
import { actorOf, recordAudit } from '../audit/record-audit.ts';
import { searchCandidates } from '../candidate-terms/search-candidates.ts';
import { presentConsent } from '../consent/present.ts';
import { findOptOuts } from '../consent/store.ts';
import { removeMediaOfCandidate } from '../media/remove-media.ts';
import { presentCandidate } from './present.ts';
import { changeCandidate, createCandidate } from './save-candidate.ts';
import {
  type CandidateRow,
  deleteCandidate,
  findCandidate,
  findCandidatesByIds,
  listCandidates,
  listConversationsOf,
  listWriters,
} from './store.ts';

export function candidateRoutes(api: Api, deps: Deps): void {
  api.on(routes.listCandidates, async ({ db, session, query }) => {
    const { accountId } = session;
    if (query.search) {
      const found = await searchCandidates(db, accountId, query.search, query);
      const byId = new Map((await findCandidatesByIds(db, accountId, found.ids)).map((row) => [row.id, row]));
      const rows = found.ids.flatMap((id) => byId.get(id) ?? []);
      return { items: await present(db, accountId, rows), nextCursor: found.nextCursor };
    }
    const rows = await listCandidates(db, accountId, {
      after: decodeCursor(query.cursor),
      limit: query.limit,
    });
    const page = pageOf(
      rows,
      query.limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      (row) => row,
    );
    return { items: await present(db, accountId, page.items), nextCursor: page.nextCursor };
  });

  api.once(routes.createCandidate, ({ session, body, once }) =>
    once(async (tx) => {
      const id = await createCandidate(tx, session.accountId, body, deps);
      return presentOne(tx, session.accountId, id);
    }),
  );

  api.on(routes.getCandidate, ({ db, session, params }) => presentOne(db, session.accountId, params.id));

  api.on(routes.updateCandidate, async ({ db, session, params, body, request }) => {
    await inTransaction(db, async (tx) => {
      const changed = await changeCandidate(tx, session.accountId, params.id, body, deps.clock());
      // Which fields, not what they say: a deleted candidate must leave nothing behind.
      if (changed.length > 0)
        await recordAudit(tx, deps, actorOf(session, request), {
          action: 'candidate.changed',
          subjectId: params.id,
          details: { fields: changed.join(', ') },
        });
      await publish(tx, await notesOf(tx, session.accountId, params.id));
    });
    return presentOne(db, session.accountId, params.id);
  });

  api.on(routes.deleteCandidate, async ({ db, session, params, request }) => {
    await inTransaction(db, async (tx) => {
      await removeMediaOfCandidate(tx, session.accountId, params.id);
      if (!(await deleteCandidate(tx, session.accountId, params.id))) throw new Failure('not_found');
      // Not who: what is deleted is to be gone.
      await recordAudit(tx, deps, actorOf(session, request), {
        action: 'candidate.deleted',
        subjectId: params.id,
      });
    });
    return { status: 'ok' as const };
  });
}

async function presentOne(db: Db, accountId: string, id: string): Promise<Candidate> {
  const row = await findCandidate(db, accountId, id);
  const [candidate] = row ? await present(db, accountId, [row]) : [];
  if (candidate === undefined) throw new Failure('not_found');
  return candidate;
}

async function present(db: Db, accountId: string, rows: CandidateRow[]): Promise<Candidate[]> {
  const [optOuts, writers] = await Promise.all([
    findOptOuts(
      db,
      accountId,
      rows.map((row) => row.phoneNumber),
    ),
    listWriters(
      db,
      accountId,
      rows.map((row) => row.id),
    ),
  ]);
  return rows.map((row) =>
    presentCandidate(
      row,
      presentConsent({ optedOutAt: optOuts.get(row.phoneNumber) ?? null, hasWritten: writers.has(row.id) }),
    ),
  );
}

/** A new name shows in every thread at once. */
async function notesOf(db: Db, accountId: string, candidateId: string) {
  const ids = await listConversationsOf(db, accountId, candidateId);
  return ids.map((subjectId) => ({ accountId, kind: 'conversation.updated' as const, subjectId }));
}
