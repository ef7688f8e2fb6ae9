import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import type { FailureCode, FailureReply } from '../../contract/failure.ts';
import { TooComplex } from '../bounded-json.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { Failure } from '../failure.ts';

const RETRY_AFTER_SECONDS = 2;

/** The one place where anything thrown becomes a reply. */
export function replyFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Who went away in the middle of a request, or took too long with it, hears nothing of it.
  const failure = error === request.raw.errored ? new Failure('malformed') : asFailure(error);
  const { status } = failure;
  // A vendor that can't be reached, which anyone who types an address can cause, is no fault of ours.
  const level = error instanceof Failure ? 'warn' : 'error';
  if (status >= 500) request.log[level]({ err: error, code: failure.code }, 'request failed');
  else request.log.info({ code: failure.code }, 'request refused');
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', String(failure.details?.retryAfterSeconds ?? 1));
  const body: FailureReply = {
    message: failure.message,
    code: failure.code,
    ...(failure.details ? { details: failure.details } : {}),
    requestId: request.id,
  };
  return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof ZodError) return invalid(error);
  if (error instanceof TooComplex) return new Failure('too_complex');
  if (isUnavailable(error)) return new Failure('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  const code = fastifyCode(error);
  return new Failure(code ?? 'internal');
}

/** 422 with every sentence at its field; what belongs to no field is under `body`. A broken rule may have its own code. */
function invalid(error: ZodError): Failure {
  const fields: Record<string, string[]> = {};
  const positions: Record<string, number[]> = {};
  let code: FailureCode = 'invalid';
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body';
    fields[field] = [...(fields[field] ?? []), issue.message];
    if (issue.code !== 'custom') continue;
    if (error.issues.length === 1) code = issue.params?.failure ?? code;
    if (issue.params?.position !== undefined)
      positions[field] = [...(positions[field] ?? []), issue.params.position];
  }
  return new Failure(code, { fields, ...(Object.keys(positions).length > 0 ? { positions } : {}) });
}

function fastifyCode(error: unknown): FailureCode | null {
  const status = (error as Partial<FastifyError> | null)?.statusCode;
  if (status === undefined || status >= 500) return status === 503 ? 'unavailable' : null;
  if (status === 413) return 'too_large';
  if (status === 415) return 'unsupported_media_type';
  if (status === 429) return 'rate_limited';
  if (status === 404) return 'not_found';
  return 'malformed';
}
