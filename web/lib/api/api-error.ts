import type { FailureCode, FailureReply, failures } from '../../../contract/failure.ts';

/*
 * Sentences that have to be known before any failure has come. They are kept here, since the table of failures is long and
 * the first page is to load fast.
 */
export const SERVER_ERROR: (typeof failures)['internal']['message'] = 'Server error';
export const NO_TOKEN: (typeof failures)['unauthenticated']['message'] = 'No authorization token was found';

/** Any failure of a call, with the sentence that a person reads. */
export class ApiError extends Error {
  readonly code: FailureCode | 'offline';
  /** 0 when the server was not reached. */
  readonly status: number;
  readonly details: FailureReply['details'];
  readonly requestId: string | undefined;

  constructor(fields: {
    message: string;
    code: FailureCode | 'offline';
    status: number;
    details?: FailureReply['details'];
    requestId?: string | undefined;
  }) {
    super(fields.message);
    this.name = 'ApiError';
    this.code = fields.code;
    this.status = fields.status;
    this.details = fields.details;
    this.requestId = fields.requestId;
  }

  /** Sentences by field, to be shown at the fields of the form that sent them. */
  get fields(): Record<string, string[]> {
    return this.details?.fields ?? {};
  }
}

export const offlineError = () =>
  new ApiError({
    message: "Hiretext can't be reached. Check your connection and try again.",
    code: 'offline',
    status: 0,
  });
