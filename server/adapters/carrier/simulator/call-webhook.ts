import { z } from 'zod';
import { PhoneNumber } from '../../../../contract/primitives.ts';
import type { WebhookRequest } from '../port.ts';
import type { CallPoint, CallVerdict } from '../port-calls.ts';
import { isSigned, json } from './webhook.ts';

export { signedHeaders } from './webhook.ts';

/** What the app answers: the steps of the port, as JSON. */
export const CallStep = z.discriminatedUnion('step', [
  z.object({
    step: z.literal('forward'),
    to: PhoneNumber,
    callerId: PhoneNumber,
    ringSeconds: z.number().int().positive(),
    pickedUpUrl: z.url(),
    endedUrl: z.url(),
  }),
  z.object({
    step: z.literal('ask'),
    sentence: z.string().min(1),
    waitSeconds: z.number().int().positive(),
    pressedUrl: z.url(),
  }),
  z.object({ step: z.literal('connect') }),
  z.object({
    step: z.literal('record'),
    sentence: z.string().min(1),
    longestSeconds: z.number().int().positive(),
    recordedUrl: z.url(),
    recordingReadyUrl: z.url(),
  }),
  z.object({ step: z.literal('say'), sentence: z.string().min(1) }),
  z.object({ step: z.literal('hangUp') }),
  z.object({ step: z.literal('reject') }),
]);
export type CallStepOf = z.infer<typeof CallStep>;

const callId = z.string().min(1);
const CallWebhook = z.discriminatedUnion('point', [
  z.object({ point: z.literal('incoming'), callId, from: PhoneNumber.nullable(), to: PhoneNumber }),
  z.object({ point: z.literal('pickedUp'), callId }),
  z.object({ point: z.literal('pressed'), callId, digits: z.string() }),
  z.object({
    point: z.literal('forwardEnded'),
    callId,
    wereConnected: z.boolean(),
    seconds: z.number().int().nullable(),
  }),
  z.object({ point: z.literal('recorded'), callId }),
  z.object({
    point: z.literal('recordingReady'),
    callId,
    recording: z.object({ url: z.string(), contentType: z.string(), seconds: z.number().int() }).nullable(),
  }),
  z.object({ point: z.literal('ended'), callId, to: PhoneNumber }),
]);
export type CallWebhook = z.infer<typeof CallWebhook>;

export function readCall(secret: string, point: CallPoint, request: WebhookRequest, now: Date): CallVerdict {
  if (!isSigned(secret, request, now)) return { ok: false, reason: 'signature' };
  const { data } = CallWebhook.safeParse(json(request.rawBody));
  if (data?.point !== point) return { ok: false, reason: 'malformed' };
  const { callId: carrierCallId, ...event } = data;
  // At these two the call is that to the other phone.
  if (event.point === 'pickedUp' || event.point === 'pressed') return { ok: true, event };
  return { ok: true, event: { ...event, carrierCallId } };
}
