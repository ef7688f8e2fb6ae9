import { z } from 'zod';
import { CONSENT_REMINDER_DAYS } from '../../../../contract/accounts.ts';
import { inTransaction } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { jobKind } from '../../../queue/job.ts';
import { lockAsking } from '../asking/store.ts';
import { listUnanswered, markReminded, type Unanswered } from '../asking/unanswered-store.ts';
import { writeAutomatic } from './write-automatic.ts';

/** Asks those for consent again, once, who haven't answered. */
export const remindOfConsent = jobKind({ name: 'remindOfConsent', payload: z.unknown(), maxAttempts: 1 });

const DAY_MS = 24 * 3600_000;
/** Later it would surprise them, for instance when the setting is turned on. */
const LATEST_DAYS = 14;
const AT_ONCE = 200;

export async function runRemindOfConsent(deps: Deps): Promise<void> {
  const now = deps.clock().getTime();
  const asked = {
    after: new Date(now - LATEST_DAYS * DAY_MS),
    before: new Date(now - CONSENT_REMINDER_DAYS * DAY_MS),
  };
  for (let last: Unanswered | null = null; ; ) {
    const due: Unanswered[] = await listUnanswered(deps.db, asked, { last, limit: AT_ONCE });
    for (const each of due) await remind(deps, each);
    last = due.at(-1) ?? null;
    if (due.length < AT_ONCE) return;
  }
}

/** What the gate holds is looked at again by the next run. */
function remind(deps: Deps, due: Unanswered): Promise<boolean> {
  const { accountId, candidateId, conversationId, phoneNumber, wording: body } = due;
  return inTransaction(deps.db, async (tx) => {
    await lockAsking(tx, accountId, [phoneNumber]);
    const question = { accountId, candidateId, conversationId, body, asksConsentOf: phoneNumber };
    return writeAutomatic(tx, deps, question, () => markReminded(tx, due, deps.clock()));
  });
}
