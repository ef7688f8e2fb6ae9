import { buffer } from 'node:stream/consumers';
import { CONTACT_CARD_TYPE } from '../../../../contract/media.ts';
import type { Message } from '../../../../contract/messages.ts';
import type { Db } from '../../../db/connection.ts';
import type { Deps } from '../../../deps.ts';
import { Failure } from '../../../failure.ts';
import type { KeyedRequest } from '../../../http/idempotency.ts';
import type { Session } from '../../../http/session.ts';
import { removeUpload } from '../../media/remove-media.ts';
import { keepUpload } from '../../media/upload.ts';
import { mediaKey } from '../../media/urls.ts';
import { drawForContacts } from '../../users/draw-avatar.ts';
import { requireConversation } from '../conversations/seen.ts';
import { PLAIN, type TextRequest } from '../sending/accept-texts.ts';
import { findCardOf } from './store.ts';
import { vcardOf } from './vcard.ts';

/** Texts the person's card with their own number: an upload of theirs, in a text like any other. */
export async function sendCard(
  db: Db,
  deps: Deps & { acceptText: (request: TextRequest) => Promise<Message> },
  {
    session,
    conversationId,
    keyed,
  }: { session: Session; conversationId: string; keyed: KeyedRequest | null },
): Promise<Message> {
  await requireConversation(db, session, conversationId, deps.clock());
  const content = Buffer.from(await drawCard(db, deps, session));
  const card = await keepUpload(deps, session, { content, contentType: CONTACT_CARD_TYPE });
  const forget = () => removeUpload(db, session.accountId, card.id);
  try {
    const message = await deps.acceptText({
      ...PLAIN,
      session,
      to: null,
      candidateId: null,
      conversationId,
      body: '',
      mediaIds: [card.id],
      keyed,
    });
    // Asked again with the same key, it's the card that went out the first time.
    if (!message.media.some(({ id }) => id === card.id)) await forget();
    return message;
  } catch (error) {
    if (error instanceof Failure) await forget();
    throw error;
  }
}

async function drawCard(db: Db, deps: Deps, session: Session): Promise<string> {
  const card = await findCardOf(db, session);
  const { phoneNumber, company, title, email, hasEmail, avatarId, hasPicture } = card;
  // In a colleague's conversation too: theirs under this name would mislead the candidate for good.
  if (phoneNumber === null) throw new Failure('no_number');
  const avatar =
    hasPicture && avatarId !== null ? await deps.mediaStore.get(mediaKey(session.accountId, avatarId)) : null;
  return vcardOf({
    firstName: session.firstName,
    lastName: session.lastName,
    company,
    phoneNumber,
    title,
    email: hasEmail ? email : null,
    picture: avatar && (await drawForContacts(await buffer(avatar.stream))),
  });
}
