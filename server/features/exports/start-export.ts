import { inTransaction, isUniqueViolation } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { hasScope } from '../../http/access.ts';
import type { Limit } from '../../http/rate-limits.ts';
import type { Session } from '../../http/session.ts';
import { enqueue } from '../../queue/job.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { runExport } from './run-export.ts';
import { insertExport } from './store.ts';

/** Of an account. */
export const EXPORTS: Limit = { name: 'account exports', points: 10, seconds: 24 * 3600 };

export async function startExport(deps: Deps, session: Session, actor: Actor): Promise<string> {
  const { accountId, userId } = session;
  const id = deps.newId();
  const withTexts = hasScope(session, 'texts:read');
  try {
    await inTransaction(deps.db, async (tx) => {
      await insertExport(tx, accountId, { id, createdBy: userId, withTexts, createdAt: deps.clock() });
      await recordAudit(tx, deps, actor, {
        action: 'account.exported',
        subjectId: id,
        details: { texts: withTexts, key: session.key?.name },
      });
      await enqueue(tx, [{ kind: runExport, payload: { accountId, exportId: id } }]);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'account_exports_open')) throw new Failure('export_running');
    throw error;
  }
  return id;
}
