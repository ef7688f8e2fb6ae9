import type { CallEvent, CallStep } from '../../adapters/carrier/port.ts';
import { inTransaction, type Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { enqueueDownloads } from '../media/download-media.ts';
import { insertPending } from '../media/store.ts';
import { thanks, whisper } from './sentences.ts';
import { settleCall } from './settle-call.ts';
import { type CallRow, changeCall, findCall, findCallerName, findReceiver, lockCall } from './store.ts';
import { pressedUrl, unansweredStep } from './take-call.ts';

const ACCEPT = '1';
const WAIT_FOR_KEY_SECONDS = 8;

type At<Point extends CallEvent['point']> = Extract<CallEvent, { point: Point }>;
type LaterEvent = Exclude<CallEvent, At<'incoming'> | At<'ended'>>;

/**
 * A later turn of a call, named by the address that the carrier was given. What to do next; null where nothing is waited for.
 * Undefined: there is no such call, or the webhook is about another one.
 */
export async function followCall(
  deps: Deps,
  which: { accountId: string; callId: string },
  event: LaterEvent,
): Promise<CallStep | null | undefined> {
  if (event.point === 'pickedUp') return askWhoPickedUp(deps, which);
  return inTransaction(deps.db, async (tx) => {
    const call = await lockCall(tx, which.accountId, { id: which.callId });
    if (call === undefined) return undefined;
    // Not every carrier's signature covers the address.
    if ('carrierCallId' in event && event.carrierCallId !== call.carrierCallId) return undefined;
    switch (event.point) {
      case 'pressed':
        return pressed(tx, deps, call, event);
      case 'forwardEnded':
        return forwardEnded(tx, deps, call, event);
      case 'recorded':
        return { step: 'say', sentence: thanks } as const;
      case 'recordingReady':
        return recordingReady(tx, deps, call, event);
    }
  });
}

async function askWhoPickedUp(
  deps: Deps,
  which: { accountId: string; callId: string },
): Promise<CallStep | undefined> {
  const call = await findCall(deps.db, which.accountId, which.callId);
  if (call === undefined) return undefined;
  const name = call.caller === null ? '' : await findCallerName(deps.db, call.accountId, call.caller);
  return {
    step: 'ask',
    sentence: whisper({ name, phoneNumber: call.caller }),
    waitSeconds: WAIT_FOR_KEY_SECONDS,
    pressedUrl: pressedUrl(deps, call),
  };
}

async function pressed(tx: Tx, deps: Deps, call: CallRow, event: At<'pressed'>): Promise<CallStep> {
  // The caller has reached the voicemail by now.
  if (event.digits !== ACCEPT || call.status !== 'ringing') return { step: 'hangUp' };
  if (call.acceptedAt === null) await changeCall(tx, call, { acceptedAt: deps.clock() });
  return { step: 'connect' };
}

async function forwardEnded(tx: Tx, deps: Deps, call: CallRow, event: At<'forwardEnded'>): Promise<CallStep> {
  if (call.acceptedAt !== null && event.wereConnected !== false) {
    await settleCall(tx, deps, call, {
      status: 'answered',
      seconds: event.seconds ?? secondsSince(call.acceptedAt, deps.clock()),
    });
    return { step: 'hangUp' };
  }
  await settleCall(tx, deps, call, { status: 'missed', seconds: null });
  return unansweredStep(deps, call);
}

async function recordingReady(
  tx: Tx,
  deps: Deps,
  call: CallRow,
  { recording }: At<'recordingReady'>,
): Promise<null> {
  if (recording === null || call.caller === null || call.status === 'voicemail') return null;
  const messageId = await settleCall(tx, deps, call, { status: 'voicemail', seconds: recording.seconds });
  if (messageId === null || call.status === 'answered') return null;
  await insertPending(tx, call.accountId, messageId, [
    { id: deps.newId(), contentType: recording.contentType, carrierUrl: recording.url },
  ]);
  await enqueueDownloads(tx, call.accountId, messageId);
  return null;
}

/** The call is over, whether or not its other webhooks arrived. */
export async function endCall(deps: Deps, event: At<'ended'>): Promise<void> {
  const receiver = await findReceiver(deps.db, event.to);
  if (receiver === undefined) return;
  const { carrierCallId } = event;
  await inTransaction(deps.db, async (tx) => {
    const call = await lockCall(tx, receiver.accountId, { carrierCallId });
    if (call !== undefined) await closeCall(tx, deps, call);
  });
}

async function closeCall(tx: Tx, deps: Deps, call: CallRow): Promise<void> {
  const now = deps.clock();
  if (call.endedAt === null) await changeCall(tx, call, { endedAt: now });
  await settleCall(
    tx,
    deps,
    call,
    call.acceptedAt === null
      ? { status: 'missed', seconds: null }
      : { status: 'answered', seconds: secondsSince(call.acceptedAt, now) },
  );
}

/** Its end was never reported, so it's unknown how long they spoke; it's in the thread where it began. */
export async function giveUpCall(tx: Tx, deps: Deps, call: CallRow): Promise<void> {
  await settleCall(
    tx,
    deps,
    call,
    { status: call.acceptedAt === null ? 'missed' : 'answered', seconds: null },
    call.startedAt,
  );
}

function secondsSince(from: Date, to: Date): number {
  return Math.max(1, Math.round((to.getTime() - from.getTime()) / 1000));
}
