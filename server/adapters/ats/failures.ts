/* How a call to an ATS ends when it doesn't end well. None carries a key, a name or a text. */

export class AtsFailure extends Error {}

/** Wrong, expired or revoked. */
export class KeyRefused extends AtsFailure {
  override name = 'KeyRefused';
  /** What to do, where that is more than entering the right one; a sentence for a person. */
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

export class RightsMissing extends AtsFailure {
  override name = 'RightsMissing';
  /** In plain words, as the system names it, e.g. "Candidates: List". */
  readonly missing: string[];

  constructor(what: string, missing: string[]) {
    super(`${what}: a right is missing`);
    this.missing = missing;
  }
}

/** For systems that refuse without a name: the call needs this right. */
export async function needing<T>(right: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RightsMissing && error.missing.length === 0) throw new RightsMissing(right, [right]);
    throw error;
  }
}

/** Down, slow, throttling for too long, or answering what isn't its API. Nothing was done. */
export class AtsUnavailable extends AtsFailure {
  override name = 'AtsUnavailable';
  /** How long it asked us to wait. */
  readonly waitMs: number | null;

  constructor(message: string, waitMs: number | null = null) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** A write that may have been done: never repeated before it was looked up. */
export class OutcomeUnknown extends AtsFailure {
  override name = 'OutcomeUnknown';
}

/** What was asked for isn't there (any more). */
export class NotFound extends AtsFailure {
  override name = 'NotFound';
}

/** Understood and refused: repeating it is refused again. */
export class RefusedByAts extends AtsFailure {
  override name = 'RefusedByAts';
  readonly reason: string;

  constructor(what: string, reason: string) {
    super(`${what}: refused`);
    this.reason = reason;
  }
}

export class MovedMeanwhile extends AtsFailure {
  override name = 'MovedMeanwhile';
}

/** Forged or stale. */
export class BadWebhook extends AtsFailure {
  override name = 'BadWebhook';
}
