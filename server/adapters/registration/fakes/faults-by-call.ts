import type { FakeAnswer, FakeReply, FakeRequest } from '../../carrier/fakes/fake-server.ts';
import { answerWithFault, type Fault } from '../../carrier/fakes/faults.ts';

/** Faults that wait for a certain call, e.g. `POST /v1/a2p/BrandRegistrations`. */
export class FaultsByCall {
  #waiting: { fault: Fault; call: RegExp }[] = [];
  readonly #busy: FakeReply;

  constructor(busy: FakeReply) {
    this.#busy = busy;
  }

  failNext(call: RegExp, fault: Fault): void {
    this.#waiting.push({ call, fault });
  }

  answer(request: FakeRequest, work: () => FakeAnswer): FakeAnswer {
    const hit = this.#waiting.find(({ call }) => call.test(`${request.method} ${request.path}`));
    if (hit === undefined) return work();
    this.#waiting = this.#waiting.filter((each) => each !== hit);
    return answerWithFault(hit.fault, this.#busy, work);
  }
}
