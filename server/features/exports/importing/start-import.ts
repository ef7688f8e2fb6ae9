import type { FastifyRequest } from 'fastify';
import { MAX_ACCOUNT_IMPORT_BYTES } from '../../../../contract/account-exports.ts';
import { inTransaction, isUniqueViolation } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Limit } from '../../../http/rate-limits.ts';
import { takeFile } from '../../../http/read-file.ts';
import type { Session } from '../../../http/session.ts';
import { enqueue } from '../../../queue/job.ts';
import { keepInParts } from '../parts.ts';
import { removeParts } from '../run-export.ts';
import { runAccountImport } from './run-import.ts';
import { addPart, changeImport, endImport, endUnsent, insertImport } from './store.ts';
import { isEmpty } from './write-records.ts';

/** Of an account. */
export const ACCOUNT_IMPORTS: Limit = { name: 'account imports', points: 20, seconds: 24 * 3600 };

/** Keeps the file as it comes, and has it imported. */
export async function startImport(
  deps: Deps,
  { accountId, userId }: Session,
  request: FastifyRequest,
): Promise<string> {
  if (!(await isEmpty(deps.db, accountId))) throw new Failure('account_not_empty');
  const id = await begin(deps, accountId, userId);
  try {
    await takeFile(request, { fileSize: MAX_ACCOUNT_IMPORT_BYTES }, (content) =>
      keepInParts(deps, accountId, content, async (part) => {
        if (!(await addPart(deps.db, accountId, id, part))) throw new Failure('not_found');
      }),
    );
  } catch (error) {
    await inTransaction(deps.db, async (tx) => {
      const reason = 'The file did not arrive in full. Send it again.';
      const parts = await endImport(tx, accountId, id, { status: 'failed', reason, at: deps.clock() });
      await removeParts(tx, accountId, parts);
    });
    throw error;
  }
  await inTransaction(deps.db, async (tx) => {
    await changeImport(tx, accountId, id, { reason: null });
    await enqueue(tx, [{ kind: runAccountImport, payload: { accountId, importId: id } }]);
  });
  return id;
}

async function begin(deps: Deps, accountId: string, createdBy: string): Promise<string> {
  const id = deps.newId();
  const now = deps.clock();
  try {
    await inTransaction(deps.db, async (tx) => {
      for (const { parts } of await endUnsent(tx, now, { accountId, limit: 1 }))
        await removeParts(tx, accountId, parts);
      await insertImport(tx, accountId, { id, createdBy, createdAt: now });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'account_imports_open')) throw new Failure('import_running');
    throw error;
  }
  return id;
}
