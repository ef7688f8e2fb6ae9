import { CarrierCallError, concludeFrom, type VendorReply, waitAfter } from '../carrier/vendor-call.ts';
import type { Problem, SubmitOutcome } from './port.ts';

/** A submission takes several calls; the first that does not succeed decides what became of the whole. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
  readonly outcome: SubmitOutcome;

  constructor(outcome: SubmitOutcome) {
    super(outcome.outcome);
    this.outcome = outcome;
  }
}

/** A call that changes something has to have been done for the next one to be made. */
export function requireDone(reply: VendorReply, problemsOf: (reply: VendorReply) => Problem[]): void {
  switch (concludeFrom(reply)) {
    case 'ok':
      return;
    case 'notReached':
      throw new EndedEarly({ outcome: 'notReached', retryAfterMs: waitAfter(reply) });
    case 'unknown':
      throw new EndedEarly({ outcome: 'unknown' });
    case 'refused':
      throw new EndedEarly({ outcome: 'refused', problems: problemsOf(reply) });
  }
}

const ASK_AGAIN_MS = 30_000;

export async function outcomeOf(work: () => Promise<SubmitOutcome>): Promise<SubmitOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EndedEarly) return error.outcome;
    // Only reading and removing throw this, and both can be done again.
    if (error instanceof CarrierCallError) return { outcome: 'notReached', retryAfterMs: ASK_AGAIN_MS };
    throw error;
  }
}
