import type { Event, MessageEventData } from '../../../contract/events.ts';
import type { MessageMedia } from '../../../contract/media.ts';
import { NEWEST_VERSION } from '../../../contract/versions.ts';
import type { EventRow } from './store.ts';

const NO_CAUSE: Event['cause'] = { requestId: null, keyId: null, userId: null };

/** The words of a text, for those who may read them. */
export type Words = { body: string; media: MessageMedia[] };

export function presentEvent(row: EventRow, words?: Words): Event {
  return {
    id: row.id,
    type: row.type,
    createdAt: row.createdAt.toISOString(),
    version: NEWEST_VERSION,
    data: dataOf(row, words),
    cause: { ...NO_CAUSE, ...row.cause },
  };
}

function dataOf(row: EventRow, words: Words | undefined): Event['data'] {
  const { type, subjectId: id, conversationId, candidateId, states } = row;
  const [noun] = type.split('.');
  switch (noun) {
    case 'message':
      return messageData(row, words);
    case 'call':
      return { id, conversationId, candidateId, from: row.candidateNumber, to: row.businessNumber };
    case 'conversation':
      return { id, candidateId, ...states };
    case 'interview':
      return { id, candidateId, ...states };
    case 'consent':
      return { id, candidateId, phoneNumber: row.candidateNumber, ...states };
    case 'number':
      return { id, phoneNumber: row.businessNumber, seatId: row.seatId };
    default:
      return { id, ...states };
  }
}

function messageData(row: EventRow, words: Words | undefined): MessageEventData {
  const { direction, candidateNumber, businessNumber, states } = row;
  const isInbound = direction === 'inbound';
  return {
    id: row.subjectId,
    conversationId: row.conversationId ?? '',
    candidateId: row.candidateId ?? '',
    direction: direction ?? 'outbound',
    ...(states as Pick<MessageEventData, 'status' | 'errorCode' | 'segments'>),
    from: isInbound ? candidateNumber : businessNumber,
    to: isInbound ? businessNumber : candidateNumber,
    sentBy: row.sentBy,
    ...words,
  };
}
