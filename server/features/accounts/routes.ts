import type { AuditAction } from '../../../contract/audit.ts';
import type { BodyOf } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { invalidField } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { type Actor, actorOf, recordAudit } from '../audit/record-audit.ts';
import { presentAccount } from './present.ts';
import { requireMfa } from './require-mfa.ts';
import { changeSettings, type Settings, setName, setOptOutsFirst } from './store.ts';

export function accountRoutes(api: Api, deps: Deps): void {
  api.on(routes.getAccount, ({ db, session }) => presentAccount(db, deps, session));

  api.on(routes.updateAccount, async ({ db, session, body, request }) => {
    const by = actorOf(session, request);
    const { name, mfaRequired, countLinkClicks } = body;
    if (countLinkClicks && deps.linkBaseUrl === null)
      throw invalidField('countLinkClicks', "This server doesn't have short links");
    if (mfaRequired !== undefined) await requireMfa(db, deps, by, mfaRequired);
    if (name !== undefined)
      await inTransaction(db, async (tx) => {
        await setName(tx, session.accountId, name);
        await recordAudit(tx, deps, by, { action: 'account.renamed', subject: name });
      });
    for (const [action, names] of SETTINGS) await change(db, deps, by, action, pick(body, names));
    await waitForOptOuts(db, deps, by, body);
    return presentAccount(db, deps, session);
  });
}

/** Those that are changed together are one line of the log. */
const SETTINGS: [AuditAction, (keyof Settings)[]][] = [
  ['account.linkClicks', ['countLinkClicks']],
  ['account.comparesPeople', ['comparesPeople']],
  ['account.coldTexts', ['coldTextsPerWeek', 'oneUnansweredColdText']],
  ['account.broadcasts', ['broadcastConsent', 'broadcastApprovalAbove', 'broadcastsPerWeek']],
  ['account.replyPromise', ['replyPromiseHours']],
  ['account.numberPage', ['numberPageEnabled']],
  ['account.mcp', ['mcpEnabled']],
  ['account.signOutAfter', ['signOutAfterDays']],
  ['account.consentFirst', ['consentFirst', 'consentRequest', 'consentReminder']],
];

/** Those that are given. */
const pick = (body: Settings, names: (keyof Settings)[]): Settings =>
  Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));

async function change(db: Db, deps: Deps, by: Actor, action: AuditAction, settings: Settings): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  await inTransaction(db, async (tx) => {
    await changeSettings(tx, by.accountId, settings);
    await recordAudit(tx, deps, by, { action, details: settings });
  });
}

/** To end it without an import, an admin says why. */
async function waitForOptOuts(
  db: Db,
  deps: Deps,
  actor: Actor,
  { optOutsFirst, reason }: Pick<BodyOf<typeof routes.updateAccount>, 'optOutsFirst' | 'reason'>,
): Promise<void> {
  if (optOutsFirst === undefined) return;
  await inTransaction(db, async (tx) => {
    if (!(await setOptOutsFirst(tx, actor.accountId, optOutsFirst))) return;
    if (!optOutsFirst && reason === undefined) throw invalidField('reason', 'The reason is required');
    await recordAudit(tx, deps, actor, {
      action: 'account.optOutsFirst',
      details: { optOutsFirst, reason: optOutsFirst ? undefined : reason },
    });
  });
}
