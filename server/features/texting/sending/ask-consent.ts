import type { Message } from '../../../../contract/messages.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { Session } from '../../../http/session.ts';
import { findGrants } from '../../consent/store.ts';
import { wordsOf } from '../asking/present-request.ts';
import { mayAsk } from '../asking/rules.ts';
import { lockRequest, putRequest } from '../asking/store.ts';
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
  const asked = await lockRequest(tx, accountId, phoneNumber);
  const grants = await findGrants(tx, accountId, [phoneNumber]);
  // Of an opt-out, the gate speaks.
  if (grants.has(phoneNumber) && !optedOut) throw new Failure('consent_on_record');
  if (!optedOut && !mayAsk(asked, now)) throw new Failure('consent_asked');
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
  const request = { accountId, phoneNumber, conversationId: place, wording, wordingVersion };
  await putRequest(tx, { ...request, askedBy: userId, at: now });
  return message;
}
