import { sql } from 'kysely';
import type { FailureCode } from '../../../contract/failure.ts';
import { failures } from '../../../contract/failure.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import type { Actor } from '../audit/record-audit.ts';
import { withNumberChange } from '../texting/sending/number-change.ts';
import { findAutomation } from './automation-store.ts';
import { removeMarksOf } from './marks.ts';
import { lockPlan, planCandidates } from './plan-candidates.ts';
import { findText, lockText } from './planned-store.ts';
import type { Reason } from './reasons.ts';
import { sendTexts } from './send-due.ts';
import type { StoredText } from './settle.ts';

/* What people do to planned texts: their own, and admins to all. */

export async function skipText(tx: Tx, deps: Deps, session: Session, id: string): Promise<void> {
  await requireOpen(tx, session, id);
  await sql`
    update planned_texts
       set status = 'skipped', reason = 'skipped_by_person', reason_details = null, updated_at = ${deps.clock()}
     where account_id = ${session.accountId} and id = ${id}`.execute(tx);
}

export async function editText(
  tx: Tx,
  deps: Deps,
  session: Session,
  { id, body }: { id: string; body: string },
): Promise<void> {
  const { accountId } = session;
  await lockPlan(tx, accountId);
  const { candidateId } = await requireOpen(tx, session, id);
  await sql`
    update planned_texts set edited_body = ${body}, updated_at = ${deps.clock()}
     where account_id = ${accountId} and id = ${id}`.execute(tx);
  // It may have been held for what the body doesn't need anymore.
  await planCandidates(tx, deps, accountId, [candidateId]);
}

/** Passes the gate like any text; it just doesn't wait. */
export async function sendTextNow(
  tx: Tx,
  deps: Deps,
  session: Session,
  { id, ...answers }: { id: string; confirmedNumber: string | null; overriding: Actor | null },
): Promise<void> {
  const { accountId, userId } = session;
  await lockPlan(tx, accountId);
  const { candidateId } = await requireOpen(tx, session, id);
  await removeMarksOf(tx, accountId, [candidateId]);
  const planned = await planCandidates(tx, deps, accountId, [candidateId]);
  const text = await findText(tx, accountId, id);
  if (text === undefined || !isOpen(text)) throw notPlanned(text);
  const [sent] = await sendTexts(tx, deps, accountId, [text], planned, { userId, ...answers });
  if (sent === undefined) throw new Failure('not_planned');
  if (!('decision' in sent)) return;
  const target = { accountId, conversationId: null, candidateId, phoneNumber: null, seatId: text.seatId };
  throw await withNumberChange(tx, target, refusalFor(sent.decision.reason));
}

async function requireOpen(tx: Tx, session: Session, id: string): Promise<StoredText> {
  const text = await lockText(tx, session.accountId, id);
  const isTheirs = text?.ownerId === session.userId || session.userType === 'admin';
  if (text === undefined || !isTheirs) throw new Failure('not_found');
  if (!isOpen(text)) throw notPlanned(text);
  return text;
}

const isOpen = ({ status }: StoredText) => status === 'planned' || status === 'held';

/** Here it conflicts with the text's state, and isn't a matter of rights. */
const optedOut = () => new Failure('opted_out', undefined, undefined, 409);

function notPlanned(text: StoredText | undefined): Failure {
  return text?.reason === 'opted_out' ? optedOut() : new Failure('not_planned');
}

function refusalFor({ code, details }: Reason): Failure {
  if (code === 'opted_out') return optedOut();
  if (code === 'quiet_hours') return new Failure(code, { nextSendAt: details?.until });
  if (code === 'no_legal_moment') return new Failure('quiet_hours');
  if (code === 'no_sender') return new Failure('no_number');
  return new Failure(Object.hasOwn(failures, code) ? (code as FailureCode) : 'not_planned', details);
}

/** On those that are held because many go out together. */
export async function decideCrowd(
  tx: Tx,
  deps: Deps,
  session: Session,
  { id, decision }: { id: string; decision: 'send' | 'skip' },
): Promise<number> {
  const { accountId } = session;
  if ((await findAutomation(tx, session, id)) === undefined) throw new Failure('not_found');
  await lockPlan(tx, accountId);
  const next =
    decision === 'send'
      ? sql`status = 'planned', reason = null`
      : sql`status = 'skipped', reason = 'skipped_by_person'`;
  const { numAffectedRows = 0n } = await sql`
    update planned_texts set ${next}, decided_at = ${deps.clock()}, updated_at = ${deps.clock()}
     where account_id = ${accountId} and automation_id = ${id} and status = 'held' and reason = 'too_many_at_once'`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
