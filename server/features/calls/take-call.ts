import type { CallEvent, CallStep } from '../../adapters/carrier/port.ts';
import { inTransaction } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { findOutOfOffice } from '../out-of-office/store.ts';
import { type CallDecision, decideCall } from './rules.ts';
import { askForNumber, notInService, voicemailGreeting } from './sentences.ts';
import { settleCall } from './settle-call.ts';
import { findOurNumbers, findReceiver, insertCall, lockCall, ringsAlready } from './store.ts';

/** As long as most phones ring before their own voicemail picks up, which is asked for a key and presses none. */
const RING_SECONDS = 20;
const LONGEST_VOICEMAIL_SECONDS = 180;
/** A phone that forwards does it within seconds. Includes time for the person who picked up to press a key, and to spare. */
const COMES_BACK_WITHIN_MS = 45_000;

type IncomingCall = Extract<CallEvent, { point: 'incoming' }>;
type Receiver = NonNullable<Awaited<ReturnType<typeof findReceiver>>>;

/** A call comes in: decides whose phone rings, if any, and stores it, so that a repeated webhook gets the same answer. */
export async function takeCall(deps: Deps, incoming: IncomingCall): Promise<CallStep> {
  const receiver = await findReceiver(deps.db, incoming.to);
  if (receiver === undefined) {
    deps.log.warn({ carrierCallId: incoming.carrierCallId }, 'a call came for a number that no one has');
    return { step: 'say', sentence: notInService };
  }
  const { accountId } = receiver;
  const decision = await decide(deps, receiver, incoming);
  if (decision.kind === 'reject') return { step: 'reject' };

  const call = await inTransaction(deps.db, async (tx) => {
    await insertCall(tx, {
      accountId,
      id: deps.newId(),
      carrierCallId: incoming.carrierCallId,
      numberId: receiver.numberId,
      seatId: receiver.seatId,
      businessNumber: incoming.to,
      caller: incoming.from,
      forwardedTo: decision.kind === 'forward' ? decision.to : null,
      startedAt: deps.clock(),
    });
    const kept = await lockCall(tx, accountId, { carrierCallId: incoming.carrierCallId });
    if (kept === undefined) throw new Error('A call that was just kept is not there');
    // No phone rings: whatever the caller does now, the call was missed.
    if (kept.forwardedTo === null) await settleCall(tx, deps, kept, { status: 'missed', seconds: null });
    return kept;
  });

  if (call.forwardedTo === null) return unansweredStep(deps, call);
  return {
    step: 'forward',
    to: call.forwardedTo,
    // Networks refuse a call that shows no number, so one that is withheld shows ours (Twilio 13214).
    callerId: call.caller ?? call.businessNumber,
    ringSeconds: RING_SECONDS,
    pickedUpUrl: callUrl(deps, call, 'pickedUp'),
    endedUrl: callUrl(deps, call, 'forwardEnded'),
  };
}

async function decide(deps: Deps, receiver: Receiver, incoming: IncomingCall): Promise<CallDecision> {
  const { accountId, userId } = receiver;
  const now = deps.clock();
  const [ours, comesBack, outOfOffice] = await Promise.all([
    findOurNumbers(deps.db, [incoming.from, receiver.forwardingNumber]),
    ringsAlready(deps.db, {
      carrierCallId: incoming.carrierCallId,
      caller: incoming.from,
      businessNumber: incoming.to,
      since: new Date(now.getTime() - COMES_BACK_WITHIN_MS),
    }),
    userId === null ? undefined : findOutOfOffice(deps.db, { accountId, userId }),
  ]);
  return decideCall({
    caller: incoming.from,
    businessNumber: incoming.to,
    callerIsOurs: incoming.from !== null && ours.has(incoming.from),
    comesBack,
    planType: receiver.planType,
    mayForwardAbroad: receiver.mayForwardAbroad,
    person:
      outOfOffice === undefined
        ? null
        : {
            ...receiver,
            forwardingNumberIsOurs: receiver.forwardingNumber !== null && ours.has(receiver.forwardingNumber),
            outOfOffice,
          },
    now,
  });
}

export function unansweredStep(
  deps: Deps,
  call: { accountId: string; id: string; caller: string | null; companyName: string },
): CallStep {
  if (call.caller === null) return { step: 'say', sentence: askForNumber };
  return {
    step: 'record',
    sentence: voicemailGreeting(call.companyName),
    longestSeconds: LONGEST_VOICEMAIL_SECONDS,
    recordedUrl: callUrl(deps, call, 'recorded'),
    recordingReadyUrl: callUrl(deps, call, 'recordingReady'),
  };
}

function callUrl(deps: Deps, call: { accountId: string; id: string }, point: CallEvent['point']): string {
  return `${deps.publicUrl}/webhooks/${deps.carrier.name}/calls/${call.accountId}/${call.id}/${point}`;
}

export function pressedUrl(deps: Deps, call: { accountId: string; id: string }): string {
  return callUrl(deps, call, 'pressed');
}
