import type { Proposal } from '../../../contract/proposals.ts';
import * as routes from '../../../contract/routes.ts';
import type { Db } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { actorOf } from '../audit/record-audit.ts';
import { coveredBy, requireConversation } from '../texting/conversations/seen.ts';
import { seenParts } from '../texting/conversations/store.ts';
import { approve, decline, propose, withdraw } from './decide.ts';
import { presentProposals } from './present.ts';
import { findProposal, listProposals } from './store.ts';

export function proposalRoutes(api: Api, deps: Deps): void {
  api.once(routes.createProposal, ({ session, body, once }) =>
    once(async (tx) => show(tx, deps, session, await propose(tx, deps, session, body))),
  );

  api.on(routes.listProposals, async ({ db, session, query }) => {
    const { accountId, userId, userType, seatId } = session;
    const { conversationId = null, status, cursor, limit } = query;
    const now = deps.clock();
    if (conversationId !== null) await requireConversation(db, session, conversationId, now);
    const covered = await coveredBy(db, session, now);
    const isWaiting = status === 'waiting' || status === 'stale' || status === 'expired';
    const rows = await listProposals(db, accountId, {
      seen: userType === 'admin' ? null : seenParts(accountId, { userId, seatId, covered }),
      statuses: status === undefined ? null : [isWaiting ? 'waiting' : status],
      conversationId,
      after: decodeCursor(cursor),
      limit,
    });
    const page = pageOf(
      rows,
      limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      (row) => row,
    );
    const items = await presentProposals(db, deps, session, page.items);
    return { ...page, items: items.filter((item) => status === undefined || item.status === status) };
  });

  api.on(routes.approveProposal, async ({ db, session, params: { id }, body, request }) => {
    await approve(db, deps, session, actorOf(session, request), { id, body: body.body });
    return show(db, deps, session, id);
  });

  api.on(routes.declineProposal, async ({ db, session, params: { id } }) => {
    await decline(db, deps, session, id);
    return show(db, deps, session, id);
  });

  api.on(routes.withdrawProposal, async ({ db, session, params: { id } }) => {
    await withdraw(db, deps, session, id);
    return show(db, deps, session, id);
  });
}

async function show(db: Db, deps: Deps, session: Session, id: string): Promise<Proposal> {
  const row = await findProposal(db, session.accountId, id);
  const [proposal] = row ? await presentProposals(db, deps, session, [row]) : [];
  if (proposal === undefined) throw new Failure('not_found');
  return proposal;
}
