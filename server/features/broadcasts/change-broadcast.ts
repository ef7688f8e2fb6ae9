import type { AuditAction } from '../../../contract/audit.ts';
import { type Db, inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { pauseBroadcast } from './feed.ts';
import { cancelTexts, releaseTexts } from './held-texts.ts';
import { awaitsApproval, mayBeCanceled, mayBePaused, mayBeResumed } from './rules.ts';
import { type BroadcastRow, changeBroadcast, lockBroadcast } from './store.ts';

interface Who {
  session: Session;
  actor: Actor;
}

type Viewer = Pick<Session, 'userId' | 'userType'>;

/** Authors see theirs, admins everyone's. */
export const maySee = (session: Viewer, { authorId }: Pick<BroadcastRow, 'authorId'>): boolean =>
  session.userType === 'admin' || authorId === session.userId;

/** Four eyes. */
export const mayApprove = (session: Viewer, broadcast: BroadcastRow): boolean =>
  session.userType === 'admin' && broadcast.authorId !== session.userId && awaitsApproval(broadcast.status);

interface Act {
  may: (broadcast: BroadcastRow, session: Viewer) => boolean;
  action: AuditAction;
  work: (
    tx: Tx,
    deps: Deps,
    broadcast: { accountId: string; id: string },
    session: Session,
  ) => Promise<unknown>;
}

const start = async (tx: Tx, deps: Deps, { accountId, id }: { accountId: string; id: string }) => {
  // It starts, or waits for its time.
  await changeBroadcast(tx, accountId, id, { status: 'scheduled', reason: null });
  await releaseTexts(tx, accountId, id, deps.clock());
};

const cancel = async (tx: Tx, deps: Deps, broadcast: { accountId: string; id: string }) => {
  const { accountId, id } = broadcast;
  await changeBroadcast(tx, accountId, id, { status: 'canceled', reason: null, finishedAt: deps.clock() });
  await cancelTexts(tx, deps, broadcast, 'broadcast_canceled');
};

/** THE table: what people do with a broadcast, and when they may. */
const acts = {
  pause: {
    may: ({ status }) => mayBePaused(status),
    action: 'broadcast.paused',
    work: (tx, _, broadcast) => pauseBroadcast(tx, broadcast, null),
  },
  resume: {
    may: ({ status }) => mayBeResumed(status),
    action: 'broadcast.resumed',
    work: start,
  },
  cancel: {
    may: ({ status }) => mayBeCanceled(status),
    action: 'broadcast.canceled',
    work: cancel,
  },
  approve: {
    may: (broadcast, session) => mayApprove(session, broadcast),
    action: 'broadcast.approved',
    work: async (tx, deps, broadcast, { userId }) => {
      await changeBroadcast(tx, broadcast.accountId, broadcast.id, { approvedBy: userId });
      await start(tx, deps, broadcast);
    },
  },
  decline: {
    may: (broadcast, session) => mayApprove(session, broadcast),
    action: 'broadcast.declined',
    work: cancel,
  },
} as const satisfies Record<string, Act>;

export function actOn(
  db: Db,
  deps: Deps,
  { session, actor }: Who,
  { id, act }: { id: string; act: keyof typeof acts },
): Promise<void> {
  const { accountId } = session;
  return inTransaction(db, async (tx) => {
    const broadcast = await lockBroadcast(tx, accountId, id);
    if (broadcast === undefined || !maySee(session, broadcast)) throw new Failure('not_found');
    const { may, action, work }: Act = acts[act];
    // Another admin may.
    const isOwn = ['approve', 'decline'].includes(act) && broadcast.authorId === session.userId;
    if (isOwn && awaitsApproval(broadcast.status)) throw new Failure('forbidden');
    if (!may(broadcast, session)) throw new Failure('broadcast_state');
    await work(tx, deps, { accountId, id }, session);
    await recordAudit(tx, deps, actor, { action, subjectId: id, subject: broadcast.name });
  });
}
