import type { Message } from '../../../../contract/messages.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { findGrants } from '../../consent/store.ts';
import { wordsOf } from '../asking/present-request.ts';
import { refusalToAsk } from '../asking/rules.ts';
import { findRequests, lockAsking, putRequests } from '../asking/store.ts';
import { findTargetFacts, requireTarget } from './accept-facts.ts';
import { acceptTextIn, PLAIN } from './accept-texts.ts';

/** Who is asked: one of the three. */
interface Asking {
  conversationId?: string;
  candidateId?: string | undefined;
  /** E.164. */
  to?: string | undefined;
}

/** Texts the candidate the company's question. The gate is asked as for any text, except for the consent that is missing. */
export async function askConsent(
  tx: Tx,
  deps: Deps,
  session: Session,
  { conversationId = undefined, candidateId, to }: Asking,
): Promise<Message> {
  const { accountId, userId, seatId } = session;
  const who = { conversationId: conversationId ?? null, candidateId: candidateId ?? null };
  const now = deps.clock();
  const [facts] = await findTargetFacts(tx, [{ ...who, accountId, phoneNumber: to ?? null, seatId }]);
  requireTarget(facts, { session, conversationId: who.conversationId, now });
  const { phoneNumber, optedOut } = facts;
  await lockAsking(tx, accountId, [phoneNumber]);
  const [grants, requests] = await Promise.all([
    findGrants(tx, accountId, [phoneNumber]),
    findRequests(tx, accountId, [phoneNumber]),
  ]);
  const refusal = refusalToAsk(requests.get(phoneNumber), grants.has(phoneNumber), now);
  // Of an opt-out, the gate speaks.
  if (refusal !== null && !optedOut) throw new Failure(refusal);
  const { body, wordingVersion } = await wordsOf(tx, session);
  const message = await acceptTextIn(tx, deps, {
    ...PLAIN,
    ...who,
    session,
    to: to ?? null,
    body,
    mediaIds: [],
    keyed: null,
    asksConsent: true,
  });
  const { conversationId: place, body: wording } = message;
  await putRequests(tx, { accountId, askedBy: userId, at: now, wordingVersion }, [
    { phoneNumber, conversationId: place, wording },
  ]);
  return message;
}
