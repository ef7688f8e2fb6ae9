import { isStricter, type RetentionDays } from '../../../contract/retention.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { lockAccount } from '../accounts/store.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { listAdminEmails } from '../users/membership-store.ts';
import { findUser } from '../users/store.ts';
import { retentionChanged } from './mails.ts';
import { isSame, startsAt } from './rules.ts';
import { countDue, lockRetention, saveRetention } from './store.ts';

export async function changeRetention(db: Db, deps: Deps, actor: Actor, rule: RetentionDays): Promise<void> {
  const { accountId } = actor;
  const now = deps.clock();
  // Of a very large account it may take too long. The rule is saved all the same.
  const counts = await countDue(db, accountId, rule, now).catch((error: unknown) => {
    deps.log.warn({ err: error, accountId }, 'what a retention rule would delete could not be counted');
    return null;
  });
  await inTransaction(db, async (tx) => {
    // There may be no rule to lock yet.
    await lockAccount(tx, accountId);
    const before = await lockRetention(tx, accountId);
    if (isSame(rule, before)) return;
    const begins = startsAt(rule, before, now);
    await saveRetention(tx, accountId, { ...rule, startsAt: begins, now });
    await recordAudit(tx, deps, actor, {
      action: 'account.retention',
      details: {
        ...rule,
        textsAfterDaysBefore: before.textsAfterDays,
        mediaAfterDaysBefore: before.mediaAfterDays,
        candidatesAfterDaysBefore: before.candidatesAfterDays,
      },
    });
    if (!isStricter(rule, before)) return;
    const { timezone } = await findUser(tx, accountId, actor.userId);
    const mail = retentionChanged({ by: actor, now: rule, before, counts, startsAt: begins, timezone }, deps);
    const admins = await listAdminEmails(tx, accountId);
    await enqueueMail(tx, deps, ...admins.map((to) => ({ to, ...mail })));
  });
}
