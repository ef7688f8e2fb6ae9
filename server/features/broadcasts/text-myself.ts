import type { Message } from '../../../contract/messages.ts';
import type { BodyOf } from '../../../contract/route.ts';
import type * as routes from '../../../contract/routes.ts';
import { MAX_BODY_LENGTH } from '../../../contract/text-body.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { Failure, invalidField } from '../../failure.ts';
import type { Session } from '../../http/session.ts';
import { findUploads, type MediaRow } from '../media/store.ts';
import { copyUploads } from '../media/upload.ts';
import { findTargetFacts } from '../texting/sending/accept-facts.ts';
import { acceptTextIn, PLAIN } from '../texting/sending/accept-texts.ts';
import { findAudience } from './audience.ts';
import { fillIn } from './judge.ts';
import { findSender } from './sender.ts';
import { MISSING } from './start.ts';

type Asked = BodyOf<typeof routes.testBroadcast>;

/** So that the thread and the phone show what it is. */
const MARK = 'Test: ';

export interface TestText {
  to: string;
  body: string;
  mediaIds: string[];
}

/** The text as that candidate would get it, and copies of its attachments, for the person's own phone. */
export async function prepareTest(db: Db, deps: Deps, session: Session, asked: Asked): Promise<TestText> {
  const { accountId, userId: authorId, seatId } = session;
  if (seatId === null) throw new Failure('no_number');
  const uploads = await findOwn(db, session, asked.mediaIds ?? []);
  const [person] = await findAudience(db, accountId, { candidateIds: [asked.candidateId] });
  if (person === undefined) throw new Failure('not_found');
  const sender = await findSender(db, deps, { accountId, authorId, seatId });
  if (sender.ownPhone === null) throw new Failure('no_own_phone');
  const where = { accountId, conversationId: null, seatId };
  const [target, own] = await findTargetFacts(db, [
    { ...where, candidateId: person.candidateId, phoneNumber: null },
    { ...where, candidateId: null, phoneNumber: sender.ownPhone },
  ]);
  if (target === undefined) throw new Failure('not_found');
  // Only candidates are texted, and people decide who is one.
  if (!own?.candidateId) throw new Failure('own_phone_unknown');
  // Its clicks are no one's.
  const filled = fillIn(deps, person, target, { ...sender, countsClicks: false }, asked.body);
  if (filled.problem === 'missing_value') throw new Failure('missing_attributes');
  const body = MARK + filled.body;
  if (body.length > MAX_BODY_LENGTH) throw invalidField('body', 'Filled in, the text is too long for a test');
  // The broadcast needs the uploads themselves.
  const copies = await copyUploads(deps, { accountId, userId: authorId }, uploads);
  return { to: sender.ownPhone, body, mediaIds: copies.map(({ id }) => id) };
}

async function findOwn(db: Db, { accountId, userId }: Session, wanted: string[]): Promise<MediaRow[]> {
  const mediaIds = [...new Set(wanted)];
  const found = await findUploads(db, accountId, { mediaIds, uploadedBy: userId });
  if (found.length < mediaIds.length) throw invalidField('mediaIds', MISSING);
  return mediaIds.flatMap((id) => found.find((upload) => upload.id === id) ?? []);
}

/** It passes the gate and is charged as any text that the person would type. */
export const sendTest = (tx: Tx, deps: Deps, session: Session, text: TestText): Promise<Message> =>
  acceptTextIn(tx, deps, {
    ...PLAIN,
    ...text,
    session,
    candidateId: null,
    conversationId: null,
    keyed: null,
  });
