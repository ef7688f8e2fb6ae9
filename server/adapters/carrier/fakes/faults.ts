import type { FakeAnswer, FakeReply } from './fake-server.ts';

/**
 * What can go wrong with a call. The kinds that begin with `accept` do the work first: the carrier acts and its answer
 * is lost.
 */
export type FaultKind =
  | '429'
  | '500'
  | '503'
  | 'reset'
  | 'timeout'
  | 'acceptThen500'
  | 'acceptThenReset'
  | 'acceptThenTimeout'
  | 'acceptThenGarbage';

/** Which calls a fault hits: sending a text, buying a number, opening an order for a hosted one, or any. */
export type FaultTarget = 'send' | 'buy' | 'host' | 'any';

export interface Fault {
  kind: FaultKind;
  /** How many calls in a row; 1 by default. */
  times?: number;
  on?: FaultTarget;
  /** Only texts to this number: tests share a carrier, and texts of others may be on their way. */
  to?: string;
  /** With `429`: seconds named in Retry-After. */
  retryAfterSeconds?: number;
}

/** Faults waiting for their calls, in the order they were asked for. */
export class FaultQueue {
  #faults: { fault: Fault; left: number }[] = [];

  failNext(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.#faults = [];
  }

  take(target: FaultTarget, to: string | null = null): Fault | null {
    const entry = this.#faults.find(({ fault }) => {
      const on = fault.on ?? 'any';
      return (on === 'any' || on === target) && (fault.to === undefined || fault.to === to);
    });
    if (entry === undefined) return null;
    entry.left -= 1;
    if (entry.left <= 0) this.#faults = this.#faults.filter((other) => other !== entry);
    return entry.fault;
  }
}

/** Answers with the fault; `work` is the call as it would have gone, done first by the kinds that accept. */
export function answerWithFault(fault: Fault, busy: FakeReply, work: () => FakeAnswer): FakeAnswer {
  if (fault.kind.startsWith('accept')) {
    const answer = work();
    if (typeof answer === 'string' || answer.status >= 400) return answer; // refused before anything could be lost
  }
  switch (fault.kind) {
    case '429':
      return fault.retryAfterSeconds === undefined
        ? busy
        : { ...busy, headers: { ...busy.headers, 'retry-after': String(fault.retryAfterSeconds) } };
    case '500':
    case 'acceptThen500':
      return { status: 500, body: 'Internal Server Error' };
    case '503':
      return { status: 503, body: 'Service Unavailable' };
    case 'reset':
    case 'acceptThenReset':
      return 'drop';
    case 'timeout':
    case 'acceptThenTimeout':
      return 'hang';
    case 'acceptThenGarbage':
      return { status: 200, body: '<html>gateway</html>' };
  }
}
