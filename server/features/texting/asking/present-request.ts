import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import type { Session } from '../../../http/session.ts';
import { mayAsk, requestText } from './rules.ts';
import { findRequests, findWording } from './store.ts';

/** The company's question, and which version of it. */
export async function wordsOf(
  db: Db,
  { accountId, firstName }: Session,
): Promise<{ body: string; wordingVersion: string }> {
  const { company, custom, version } = await findWording(db, accountId);
  return custom === null
    ? { body: requestText({ company, firstName }), wordingVersion: 'hiretext-1' }
    : { body: custom, wordingVersion: String(version) };
}

/** What the composer needs to offer it. */
export async function presentRequest(
  db: Db,
  deps: Pick<Deps, 'clock'>,
  session: Session,
  phoneNumber: string,
) {
  const [requests, { body }] = await Promise.all([
    findRequests(db, session.accountId, [phoneNumber]),
    wordsOf(db, session),
  ]);
  const asked = requests.get(phoneNumber);
  return {
    askedAt: (asked?.remindedAt ?? asked?.askedAt)?.toISOString() ?? null,
    canAsk: mayAsk(asked, deps.clock()),
    body,
  };
}
