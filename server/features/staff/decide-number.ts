import type { AuditAction } from '../../../contract/audit.ts';
import type { LinkDecision } from '../../../contract/staff/numbers.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { publish } from '../../live/publish.ts';
import { formatPhone } from '../../phone.ts';
import { lockAccount } from '../accounts/store.ts';
import type { Actor } from '../audit/record-audit.ts';
import { enqueueFollowLink, settleLink } from '../numbers/refresh-link.ts';
import { findNumber } from '../numbers/store.ts';
import { mailUser } from '../users/mail-user.ts';
import { numberApproved, numberRejected, numberReopened } from './mails.ts';
import { findStaffNumber, reopenLink, type StaffNumberRow } from './number-store.ts';
import { recordStaff } from './record-staff.ts';
import { requireLinkStatusAfter } from './rules.ts';

const ways = {
  approve: { action: 'staff.numberApproved', mail: numberApproved },
  reject: { action: 'staff.numberRejected', mail: numberRejected },
  reopen: { action: 'staff.numberReopened', mail: numberReopened },
} as const satisfies Record<LinkDecision, { action: AuditAction; mail: unknown }>;

interface Decided {
  accountId: string;
  id: string;
  decision: LinkDecision;
  reason: string;
}

/** What the carrier leaves open, or has wrong. The person of the number is notified, with the reason. */
export async function decideNumber(deps: Deps, staff: Actor, given: Decided): Promise<StaffNumberRow> {
  const { accountId, id, decision, reason } = given;
  return inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountId);
    const [number, shown] = [await findNumber(tx, accountId, id), await findStaffNumber(tx, accountId, id)];
    if (number === undefined || shown === undefined) throw new Failure('not_found');
    const linkStatus = requireLinkStatusAfter(number, decision);
    if (linkStatus === 'linking') {
      await reopenLink(tx, accountId, id);
      await enqueueFollowLink(tx, number, deps.clock());
      await publish(tx, [{ accountId, kind: 'seat.updated', subjectId: number.receivingSeatId }]);
    } else {
      const { carrierNumberId } = number;
      const rejection = linkStatus === 'rejected' ? 'byStaff' : null;
      await settleLink(tx, deps, number, { linkStatus, carrierNumberId, rejection });
    }
    const { action, mail } = ways[decision];
    await recordStaff(
      tx,
      deps,
      staff,
      { id: accountId, name: shown.accountName },
      { action, subjectId: shown.userId, subject: formatPhone(number.phoneNumber), details: { reason } },
    );
    const { phoneNumber } = number;
    if (shown.userId !== null)
      await mailUser(tx, deps, { accountId, userId: shown.userId }, mail({ phoneNumber, reason }, deps));
    return { ...shown, linkStatus };
  });
}
