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
    /** Where a call says it by another one than the table. */
    status: number = failures[code].status,
  ) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.details = details;
    this.status = status;
  }
}

/** A refusal of one field, with a code of its own. */
export function failureAt(field: string, code: FailureCode): Failure {
  return new Failure(code, { fields: { [field]: [failures[code].message] } });
}

/** 422 with one sentence at one field. */
export function invalidField(field: string, sentence: string): Failure {
  return new Failure('invalid', { fields: { [field]: [sentence] } });
}
