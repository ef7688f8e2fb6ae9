import { PhoneNumber } from '../../../contract/primitives.ts';
import type { CallEvent, CallPoint } from './port-calls.ts';

/** One field of a webhook; null when it is missing or empty. */
export type Field = (name: string) => string | null;

type Recording = Extract<CallEvent, { point: 'recordingReady' }>['recording'];

/** The fields that Twilio posts about calls; Telnyx's TeXML has the same. Null: nothing that matters. */
export function readCallFields(
  point: CallPoint,
  field: Field,
  recordingOf: (field: Field, seconds: number) => Recording,
): CallEvent | null | 'malformed' {
  const carrierCallId = field('CallSid');
  const to = field('To');
  if (carrierCallId === null) return 'malformed';
  switch (point) {
    case 'incoming':
      return to === null ? 'malformed' : { point, carrierCallId, from: callerOf(field('From')), to };
    case 'pickedUp':
      return { point };
    case 'pressed':
      return { point, digits: field('Digits') ?? '' };
    case 'forwardEnded':
      return {
        point,
        carrierCallId,
        wereConnected: connectedOf(field),
        seconds: secondsOf(field('DialCallDuration')),
      };
    case 'recorded':
      return { point, carrierCallId };
    case 'recordingReady': {
      const seconds = secondsOf(field('RecordingDuration')) ?? 0;
      const isThere = (field('RecordingStatus') ?? 'completed') === 'completed' && seconds > 0;
      return { point, carrierCallId, recording: isThere ? recordingOf(field, seconds) : null };
    }
    case 'ended':
      if (to === null) return 'malformed';
      return finalStatuses.has(field('CallStatus') ?? '') ? { point, carrierCallId, to } : null;
  }
}

const finalStatuses = new Set(['completed', 'busy', 'no-answer', 'failed', 'canceled']);

/**
 * A phone that was picked up and hung up again while it was asked counts as `completed` too. Twilio's DialBridged tells the
 * two apart (twilio.com/docs/voice/twiml/dial#request-parameters); Telnyx has none.
 */
function connectedOf(field: Field): boolean | null {
  const status = field('DialCallStatus');
  if (status !== 'completed' && status !== 'answered') return false;
  const bridged = field('DialBridged');
  return bridged === null ? null : bridged === 'true';
}

function secondsOf(text: string | null): number | null {
  return text !== null && /^\d{1,6}(\.\d+)?$/.test(text) ? Math.round(Number(text)) : null;
}

/**
 * What networks put in the place of a number that is withheld: words spelled on the keypad (ANONYMOUS, RESTRICTED,
 * BLOCKED, UNKNOWN, UNAVAILABLE), which look like numbers from abroad. Others send the word itself, or nothing.
 */
const withheld = new Set(['+266696687', '+7378742833', '+2562533', '+8656696', '+86282452253']);

/** E.164, or null when there is no number to call back. */
export function callerOf(from: string | null | undefined): string | null {
  const { data } = PhoneNumber.safeParse(from);
  return data === undefined || withheld.has(data) ? null : data;
}
