/**
 * The part of the carrier port that is about calls. The carrier asks us what to do at each turn of a call, by a webhook at
 * one of these points, and does the step that it is answered with.
 */

/** Which turn of the call a webhook is about. */
export type CallPoint =
  /** Someone calls one of our numbers. Answered with `forward`, `record`, `say` or `reject`. */
  | 'incoming'
  /** The phone that the call is forwarded to was picked up; the caller still hears ringing. Answered with `ask`. */
  | 'pickedUp'
  /** Who picked up pressed a key, or none in time. Answered with `connect` or `hangUp`. */
  | 'pressed'
  /** No one answered, or they have spoken. Answered with `record`, `say` or `hangUp`. */
  | 'forwardEnded'
  /** The caller has left a message. Answered with `say`. */
  | 'recorded'
  /** The message can be fetched. */
  | 'recordingReady'
  /** The call is over, however it went. */
  | 'ended';

export type CallStep =
  | {
      step: 'forward';
      /** E.164. */
      to: string;
      /** E.164; what the phone shows. */
      callerId: string;
      ringSeconds: number;
      pickedUpUrl: string;
      endedUrl: string;
    }
  /** Says the sentence to who picked up, and waits for one key. */
  | { step: 'ask'; sentence: string; waitSeconds: number; pressedUrl: string }
  /** Lets the two speak. */
  | { step: 'connect' }
  /** Says the sentence, beeps and records. */
  | {
      step: 'record';
      sentence: string;
      longestSeconds: number;
      recordedUrl: string;
      recordingReadyUrl: string;
    }
  /** Says the sentence and hangs up. */
  | { step: 'say'; sentence: string }
  | { step: 'hangUp' }
  /** Does not pick up at all. */
  | { step: 'reject' };

export type CallEvent =
  | {
      point: 'incoming';
      /** The carrier's id of the call, the same at every point but `pickedUp` and `pressed`. */
      carrierCallId: string;
      /** E.164; null when withheld. */
      from: string | null;
      to: string;
    }
  | { point: 'pickedUp' }
  /** Empty when no key was pressed in time. */
  | { point: 'pressed'; digits: string }
  | {
      point: 'forwardEnded';
      carrierCallId: string;
      /** Whether the two were connected; null if the carrier doesn't say. */
      wereConnected: boolean | null;
      /** Since it was picked up; null if the carrier doesn't say. */
      seconds: number | null;
    }
  | { point: 'recorded'; carrierCallId: string }
  /** `recording` is null when there is nothing to hear. */
  | {
      point: 'recordingReady';
      carrierCallId: string;
      recording: { url: string; contentType: string; seconds: number } | null;
    }
  | { point: 'ended'; carrierCallId: string; to: string };

export type CallVerdict =
  /** `event` is null when it says nothing that matters here. */
  { ok: true; event: CallEvent | null } | { ok: false; reason: 'signature' | 'malformed' };

/** Where the carrier asks about the calls to a number, absolute and public. */
export interface CallUrls {
  incomingUrl: string;
  endedUrl: string;
}
