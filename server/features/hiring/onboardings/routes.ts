import type { Onboarding } from '../../../../contract/onboardings.ts';
import * as routes from '../../../../contract/routes.ts';
import { inTransaction, type Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Api } from '../../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../../http/page.ts';
import { actorOf } from '../../audit/record-audit.ts';
import { requireCandidate } from '../../scheduling/interviews/save-interview.ts';
import { zoneOfStart } from './rules.ts';
import { changeOnboarding, endOnboarding, startOnboarding } from './save-onboarding.ts';
import { listOnboardings, lockOnboarding, type OnboardingRow } from './store.ts';

export function onboardingRoutes(api: Api, deps: Deps): void {
  const presentOne = async (tx: Tx, accountId: string, id: string): Promise<Onboarding> => {
    const row = await lockOnboarding(tx, accountId, id);
    if (row === undefined) throw new Failure('not_found');
    return present(row);
  };

  api.on(routes.listOnboardings, async ({ db, session, query }) => {
    const { candidateId = null, status = null, limit } = query;
    if (candidateId !== null) await requireCandidate(db, session, candidateId);
    const rows = await listOnboardings(db, session, {
      candidateId,
      status,
      after: decodeCursor(query.cursor),
      limit: limit + 1,
    });
    return pageOf(rows, limit, (row) => encodeCursor({ at: row.startsAt, id: row.id }), present);
  });

  api.once(routes.startOnboarding, ({ session, body, request, once }) =>
    once(async (tx) => {
      const id = await startOnboarding(tx, deps, { session, actor: actorOf(session, request) }, body);
      return presentOne(tx, session.accountId, id);
    }),
  );

  api.on(routes.updateOnboarding, ({ db, session, params: { id }, body, request }) =>
    inTransaction(db, async (tx) => {
      await changeOnboarding(tx, deps, { session, actor: actorOf(session, request) }, { ...body, id });
      return presentOne(tx, session.accountId, id);
    }),
  );

  api.on(routes.endOnboarding, async ({ db, session, params, request }) => {
    const who = { session, actor: actorOf(session, request) };
    await inTransaction(db, (tx) => endOnboarding(tx, deps, who, params));
    return { status: 'ok' as const };
  });
}

function present({ startsAt, createdAt, ...row }: OnboardingRow): Onboarding {
  const timezone = zoneOfStart(startsAt, row);
  return { ...row, startsAt: startsAt.toISOString(), timezone, createdAt: createdAt.toISOString() };
}
