import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Limit } from '../../http/rate-limits.ts';
import type { Session } from '../../http/session.ts';
import { enqueue } from '../../queue/job.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { grantOf } from '../consent/given-consent.ts';
import { examine, partsOf, requirePhoneColumn } from './examine.ts';
import { mayImport } from './rules.ts';
import { runImport } from './run-import.ts';
import { insertImport, insertPart } from './store.ts';
import type { Upload } from './upload.ts';

/** Of an account. */
export const IMPORTS: Limit = { name: 'imports', points: 60, seconds: 3600 };
/** Of a person: each choice in the mapping is another one. */
export const PREVIEWS: Limit = { name: 'import previews', points: 300, seconds: 3600 };

/** Keeps the file and has it imported. */
export async function startImport(
  deps: Deps,
  session: Session,
  actor: Actor,
  upload: Upload,
): Promise<string> {
  const { kind, fileName, consent } = upload;
  if (!mayImport(session, kind)) throw new Failure('forbidden', { missing: 'admin' });
  // Refuses what can't be.
  if (consent !== null) grantOf(consent, deps.clock());
  const { layout, columns, mapping, total } = await examine(upload);
  requirePhoneColumn(mapping);
  const { accountId, userId } = session;
  const id = deps.newId();
  await inTransaction(deps.db, async (tx) => {
    await insertImport(tx, accountId, {
      id,
      kind,
      fileName,
      layout,
      columns,
      mapping,
      consent: kind === 'candidates' ? consent : null,
      createdBy: userId,
      createdAt: deps.clock(),
      total,
    });
    let part = 0;
    for await (const bytes of partsOf(upload.bytes)) {
      await insertPart(tx, accountId, id, part, bytes);
      part += 1;
    }
    await recordAudit(tx, deps, actor, {
      action: 'import.started',
      subjectId: id,
      subject: fileName,
      details: { kind, rows: total, consent: consent?.method },
    });
    await enqueue(tx, [{ kind: runImport, payload: { accountId, importId: id } }]);
  });
  return id;
}
