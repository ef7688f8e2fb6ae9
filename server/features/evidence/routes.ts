import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine } from '../../../contract/csv.ts';
import * as routes from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import { hasScope, requireScope } from '../../http/access.ts';
import type { Api } from '../../http/mount.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import { parsePhone } from '../../phone.ts';
import { findAccount } from '../accounts/store.ts';
import { actorOf, recordAudit } from '../audit/record-audit.ts';
import { mayReadWordings } from '../candidates/rules.ts';
import { findCandidateByPhone } from '../candidates/store.ts';
import { keysOfNumber } from '../consent/hashed-number.ts';
import { presentConsentEvent } from '../consent/present.ts';
import { listConsentEvents } from '../consent/store.ts';
import { requireVisible } from '../hiring/records/hidden.ts';
import { listConversationsOfCandidates } from '../texting/conversations/store.ts';
import { chain, HEADER, type Link } from './chain.ts';
import { drawEvidence } from './draw-evidence.ts';
import { entriesOf } from './entries.ts';

/** What can be shown of a phone number's consent, here and to others. */
export function evidenceRoutes(api: Api, deps: Deps): void {
  api.on(routes.listConsents, async ({ db, session, query: { phoneNumber, cursor, limit } }) => {
    const { accountId } = session;
    const phone = requirePhone(phoneNumber);
    const mayRead = await wordingsOf(db, deps, session, phone);
    const rows = await listConsentEvents(db, accountId, keysOfNumber(deps, accountId, phone), {
      after: decodeCursor(cursor),
      limit,
    });
    return pageOf(
      rows,
      limit,
      (row) => encodeCursor({ at: row.createdAt, id: row.id }),
      (row) => presentConsentEvent(row, { readWording: mayRead(row.createdAt) }),
    );
  });

  api.raw(routes.getConsentEvidence, async ({ db, session, query, request, reply }) => {
    // Nearly all of it are texts.
    requireScope(session, 'texts:read');
    const { accountId } = session;
    const phoneNumber = requirePhone(query.phoneNumber);
    const [candidate, account] = await Promise.all([
      findCandidateByPhone(db, accountId, phoneNumber),
      findAccount(db, accountId),
    ]);
    await inTransaction(db, (tx) =>
      recordAudit(tx, deps, actorOf(session, request), {
        action: 'consent.evidenceExported',
        subjectId: candidate?.id ?? null,
        details: { format: query.format },
      }),
    );
    const keys = keysOfNumber(deps, accountId, phoneNumber);
    const links = chain(entriesOf(db, { accountId, phoneNumber, keys }));
    const file = `consent-evidence-${phoneNumber.slice(1)}.${query.format}`;
    reply.header('content-disposition', `attachment; filename="${file}"`);
    if (query.format === 'csv')
      return reply.type('text/csv; charset=utf-8').send(Readable.from(csvOf(links)));
    const at = deps.clock();
    return reply
      .type('application/pdf')
      .send(await drawEvidence(links, { phoneNumber, company: account.name, at }));
  });
}

/** Admins see any number, others those of candidates they may see. */
async function wordingsOf(
  db: Db,
  deps: Deps,
  session: Session,
  phoneNumber: string,
): Promise<(writtenAt: Date) => boolean> {
  if (session.userType === 'admin') return () => hasScope(session, 'texts:read');
  const candidate = await findCandidateByPhone(db, session.accountId, phoneNumber);
  if (candidate === undefined) throw new Failure('not_found');
  await requireVisible(db, session, candidate.id);
  if (!hasScope(session, 'texts:read')) return () => false;
  const threads = await listConversationsOfCandidates(db, session.accountId, [candidate.id]);
  return mayReadWordings(session, candidate, threads, deps.clock());
}

async function* csvOf(links: AsyncIterable<Link>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADER);
  for await (const { cells, previousHash, hash } of links) yield csvLine([...cells, previousHash, hash]);
}

function requirePhone(input: string): string {
  const phoneNumber = parsePhone(input);
  if (phoneNumber === null) throw invalidField('phoneNumber', 'Must be a valid phone number');
  return phoneNumber;
}
