import type { FailureCode } from '../../../contract/failure.ts';
import { ApiError } from '../api/api-error.ts';

/** The first sentence for each field the server refused, for `form.setErrors`. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).flatMap(([field, sentences]) =>
      sentences[0] ? [[field, sentences[0]]] : [],
    ),
  );
}

/** The error with its sentence, or one that says it better here, at a field, where the failure is about that field. */
export function atField(error: unknown, code: FailureCode, field: string, sentence?: string): unknown {
  if (!(error instanceof ApiError) || error.code !== code) return error;
  const message = sentence ?? error.message;
  return new ApiError({
    message,
    code,
    status: error.status,
    details: { fields: { [field]: [message] } },
    requestId: error.requestId,
  });
}
