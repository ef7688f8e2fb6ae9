import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { changeState } from './change-state.ts';
import { checkDraft } from './draft.ts';
import { enqueueFollowing } from './follow.ts';
import { maySubmit } from './rules.ts';
import { findRegistration, lockPresentRegistration } from './store.ts';

/** Submits the draft. If it's already in review nothing changes, so a second click does no harm. */
export async function submitRegistration(deps: Deps, actor: Actor): Promise<void> {
  const { accountId, userId } = actor;
  if (deps.registrar === null) throw new Failure('registration_off');
  const present = await findRegistration(deps.db, accountId);
  if (present !== undefined && !maySubmit(present.state)) return;
  const { row: checked, findings } = await checkDraft(deps, accountId);
  if (checked === undefined || findings.some(({ severity }) => severity === 'refusal'))
    throw new Failure('registration_unready', { findings });
  await inTransaction(deps.db, async (tx) => {
    const row = await lockPresentRegistration(tx, accountId);
    if (row === undefined || !maySubmit(row.state)) return;
    // Someone saved something else while the pages were looked at.
    const isAsChecked =
      JSON.stringify(row.draft) === JSON.stringify(checked.draft) && row.sealedEin === checked.sealedEin;
    if (!isAsChecked) throw new Failure('in_progress');
    const submission = row.submission + 1;
    await changeState(tx, deps, row, 'submit', { change: { submission, campaignId: null }, userId });
    await enqueueFollowing(tx, accountId);
    await recordAudit(tx, deps, actor, {
      action: 'registration.submitted',
      subject: row.draft.legalName,
    });
  });
}
