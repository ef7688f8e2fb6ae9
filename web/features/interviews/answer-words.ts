import type { Message } from '../../../contract/messages.ts';
import { momentIn } from './interview-words.ts';

/** Read as: confirmed Screening, Tuesday, Mar 3, 9:00 AM */
export function answerInWords(
  { kind, title, startsAt }: NonNullable<Message['answer']>,
  zone: string,
): string {
  const which = `${title}, ${momentIn(startsAt, zone)}`;
  return kind === 'confirmed'
    ? `Read as: confirmed ${which}`
    : `Read as: asked for another time for ${which}`;
}
