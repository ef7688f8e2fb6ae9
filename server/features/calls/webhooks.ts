import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallEvent, CallPoint, CallStep } from '../../adapters/carrier/port.ts';
import { handOn } from '../../cells/hand-on.ts';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failure.ts';
import { carrierRequest, rawWebhooks, requireVerified } from '../../http/raw-webhooks.ts';
import { requireStorable } from '../../http/storable.ts';
import { endCall, followCall } from './follow-call.ts';
import { takeCall } from './take-call.ts';

const CallParams = z.object({ accountId: z.uuid(), callId: z.uuid() });

/** Where the carrier asks what to do with a call. Processed before it is answered: the answer depends on it. */
export function callWebhooks(app: FastifyInstance, deps: Deps): void {
  const { carrier } = deps;
  const base = `/webhooks/${carrier.name}/calls`;

  function read<Point extends CallPoint>(
    point: Point,
    request: FastifyRequest,
  ): Extract<CallEvent, { point: Point }> | null {
    const called = carrierRequest(request, deps);
    const { event } = requireVerified(carrier.readCall(point, called, deps.clock()));
    // Neither an id nor a number has what PostgreSQL can't store.
    return requireStorable(event) as Extract<CallEvent, { point: Point }> | null;
  }

  function answer(reply: FastifyReply, step: CallStep | null) {
    const { contentType, body } = carrier.answerCall(step);
    return reply.header('content-type', contentType).send(body);
  }

  rawWebhooks(app, (scope) => {
    scope.post(`${base}/incoming`, async (request, reply) => {
      const event = read('incoming', request);
      const elsewhere = await handOn(deps, { request, reply }, numberOf(event));
      if (elsewhere !== null) return elsewhere;
      return answer(reply, event && (await takeCall(deps, event)));
    });
    scope.post(`${base}/ended`, async (request, reply) => {
      const event = read('ended', request);
      const elsewhere = await handOn(deps, { request, reply }, numberOf(event));
      if (elsewhere !== null) return elsewhere;
      if (event) await endCall(deps, event);
      return answer(reply, null);
    });
    for (const point of ['pickedUp', 'pressed', 'forwardEnded', 'recorded', 'recordingReady'] as const) {
      scope.post(`${base}/:accountId/:callId/${point}`, async (request, reply) => {
        const event = read(point, request);
        const { success, data } = CallParams.safeParse(request.params);
        const lead = data && { kind: 'account' as const, accountId: data.accountId };
        const elsewhere = await handOn(deps, { request, reply }, lead);
        if (elsewhere !== null) return elsewhere;
        const step = event && success ? await followCall(deps, data, event) : undefined;
        // A call of a candidate who was deleted meanwhile, or of another account.
        if (step === undefined) throw new Failure('not_found');
        return answer(reply, step);
      });
    }
  });
}

const numberOf = (event: { to: string } | null) =>
  event === null ? undefined : { kind: 'number' as const, phoneNumber: event.to };
