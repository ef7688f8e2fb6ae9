import { type FailureCode, failures } from '../contract/failure.ts';

/** A refusal that a rule decided on. Everything else that is thrown is our own fault. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: Record<string, unknown> | undefined;
  readonly status: number;

  constructor(
    code: FailureCode,
    details?: Record<string, unknown>,
    message: string = failures[code].message,
    /** For calls with a different status than the table's. */
    status: number = failures[code].status,
  ) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.details = details;
    this.status = status;
  }
}

/** A refusal of one field, with its own code. */
export function failureAt(field: string, code: FailureCode): Failure {
  return new Failure(code, { fields: { [field]: [failures[code].message] } });
}

/** 422 with one sentence at one field. */
export function invalidField(field: string, sentence: string): Failure {
  return new Failure('invalid', { fields: { [field]: [sentence] } });
}
