import * as routes from '../../../contract/routes.ts';
import type { TextingHours } from '../../../contract/texting-hours.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { invalidField } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { actorOf, recordAudit } from '../audit/record-audit.ts';
import { DEFAULT_HOURS } from './default-hours.ts';
import { leavesWeekdays } from './quiet-hours.ts';

export function consentRoutes(api: Api, deps: Deps): void {
  api.on(routes.getTextingHours, ({ db, session }) => presentHours(db, session.accountId));

  api.on(routes.updateTextingHours, async ({ db, session, body: { hours }, request }) => {
    const { accountId } = session;
    for (const state of new Set(hours?.map((row) => row.state)))
      if (!leavesWeekdays(hours ?? [], state))
        throw invalidField('hours', `Leave an hour of a weekday for ${state}`);
    await inTransaction(db, async (tx) => {
      await tx
        .updateTable('accounts')
        .set({ texting_hours: hours === null ? null : JSON.stringify(hours) })
        .where('id', '=', accountId)
        .execute();
      await recordAudit(tx, deps, actorOf(session, request), {
        action: 'account.textingHours',
        details: { rows: hours?.length ?? null },
      });
    });
    return presentHours(db, accountId);
  });
}

async function presentHours(
  db: Db,
  accountId: string,
): Promise<{ hours: TextingHours[]; isDefault: boolean }> {
  const { hours } = await db
    .selectFrom('accounts')
    .select('texting_hours as hours')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { hours: hours ?? [...DEFAULT_HOURS], isDefault: hours === null };
}
