import type { BodyOf } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { invalidField } from '../../failure.ts';
import type { Api } from '../../http/mount.ts';
import { type Actor, actorOf, recordAudit } from '../audit/record-audit.ts';
import { presentAccount } from './present.ts';
import { requireMfa } from './require-mfa.ts';
import {
  setBroadcasts,
  setColdTexts,
  setComparesPeople,
  setConsentFirst,
  setCountLinkClicks,
  setMcp,
  setName,
  setNumberPage,
  setOptOutsFirst,
  setReplyPromise,
} from './store.ts';

export function accountRoutes(api: Api, deps: Deps): void {
  api.on(routes.getAccount, ({ db, session }) => presentAccount(db, deps, session));

  api.on(routes.updateAccount, async ({ db, session, body, request }) => {
    const {
      name,
      mfaRequired,
      countLinkClicks,
      comparesPeople,
      coldTextsPerWeek,
      oneUnansweredColdText,
      replyPromiseHours,
      numberPageEnabled,
      consentFirst,
      consentReminder,
      consentRequest,
      broadcastConsent,
      broadcastApprovalAbove,
      broadcastsPerWeek,
    } = body;
    if (countLinkClicks && deps.linkBaseUrl === null)
      throw invalidField('countLinkClicks', "This server doesn't have short links");
    if (mfaRequired !== undefined) await requireMfa(db, deps, actorOf(session, request), mfaRequired);
    if (name !== undefined)
      await inTransaction(db, async (tx) => {
        await setName(tx, session.accountId, name);
        await recordAudit(tx, deps, actorOf(session, request), { action: 'account.renamed', subject: name });
      });
    if (countLinkClicks !== undefined)
      await inTransaction(db, async (tx) => {
        await setCountLinkClicks(tx, session.accountId, countLinkClicks);
        await recordAudit(tx, deps, actorOf(session, request), {
          action: 'account.linkClicks',
          details: { countLinkClicks },
        });
      });
    if (comparesPeople !== undefined)
      await inTransaction(db, async (tx) => {
        await setComparesPeople(tx, session.accountId, comparesPeople);
        await recordAudit(tx, deps, actorOf(session, request), {
          action: 'account.comparesPeople',
          details: { comparesPeople },
        });
      });
    if (coldTextsPerWeek !== undefined || oneUnansweredColdText !== undefined)
      await inTransaction(db, async (tx) => {
        const limits = { coldTextsPerWeek, oneUnansweredColdText };
        await setColdTexts(tx, session.accountId, limits);
        await recordAudit(tx, deps, actorOf(session, request), {
          action: 'account.coldTexts',
          details: limits,
        });
      });
    const broadcasts = { broadcastConsent, broadcastApprovalAbove, broadcastsPerWeek };
    if (Object.values(broadcasts).some((value) => value !== undefined))
      await inTransaction(db, async (tx) => {
        await setBroadcasts(tx, session.accountId, broadcasts);
        await recordAudit(tx, deps, actorOf(session, request), {
          action: 'account.broadcasts',
          details: broadcasts,
        });
      });
    if (replyPromiseHours !== undefined)
      await inTransaction(db, async (tx) => {
        await setReplyPromise(tx, session.accountId, replyPromiseHours);
        await recordAudit(tx, deps, actorOf(session, request), {
          action: 'account.replyPromise',
          details: { replyPromiseHours },
        });
      });
    if (numberPageEnabled !== undefined)
      await inTransaction(db, async (tx) => {
        await setNumberPage(tx, session.accountId, numberPageEnabled);
        await recordAudit(tx, deps, actorOf(session, request), {
          action: 'account.numberPage',
          details: { numberPageEnabled },
        });
      });
    await letAssistants(db, deps, actorOf(session, request), body);
    await changeAsking(db, deps, actorOf(session, request), {
      consentFirst,
      consentRequest,
      consentReminder,
    });
    await waitForOptOuts(db, deps, actorOf(session, request), body);
    return presentAccount(db, deps, session);
  });
}

async function letAssistants(
  db: Db,
  deps: Deps,
  actor: Actor,
  { mcpEnabled }: Pick<BodyOf<typeof routes.updateAccount>, 'mcpEnabled'>,
): Promise<void> {
  if (mcpEnabled === undefined) return;
  await inTransaction(db, async (tx) => {
    await setMcp(tx, actor.accountId, mcpEnabled);
    await recordAudit(tx, deps, actor, { action: 'account.mcp', details: { mcpEnabled } });
  });
}

async function changeAsking(
  db: Db,
  deps: Deps,
  actor: Actor,
  change: Pick<BodyOf<typeof routes.updateAccount>, 'consentFirst' | 'consentRequest' | 'consentReminder'>,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await inTransaction(db, async (tx) => {
    await setConsentFirst(tx, actor.accountId, change);
    await recordAudit(tx, deps, actor, { action: 'account.consentFirst', details: change });
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
