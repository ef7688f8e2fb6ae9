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

/** JSON that doesn't fit. */
export class UnexpectedReply extends AtsUnavailable {
  override name = 'UnexpectedReply';
  /** By the names of fields. */
  readonly field: string;
  /** Kept from logs. */
  readonly #body: unknown;

  constructor(what: string, field: string, body: unknown) {
    super(`${what}: unexpected reply at ${field}`);
    this.field = field;
    this.#body = body;
  }

  get body(): unknown {
    return this.#body;
  }
}

/** It goes on and on: the same pages again, or more than anyone has. The run ends, and the next one starts over. */
export class NeverEnding extends AtsUnavailable {
  override name = 'NeverEnding';
}

/** A write that may have been done: never repeated before it was looked up. */
export class OutcomeUnknown extends AtsFailure {
  override name = 'OutcomeUnknown';
}

/** What was asked for isn't there (anymore). */
export class NotFound extends AtsFailure {
  override name = 'NotFound';
}

/** Null: it isn't there. */
export async function orGone<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
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
