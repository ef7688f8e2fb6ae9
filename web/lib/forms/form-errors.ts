import type { FailureCode } from '../../../contract/failure.ts';
import { ApiError } from '../api/api-error.ts';

/** The first sentence for each field the server refused, for `form.setErrors`. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return atLists(
    Object.fromEntries(
      Object.entries(error.fields).flatMap(([field, sentences]) =>
        sentences[0] ? [[field, sentences[0]]] : [],
      ),
    ),
  );
}

/** What is wrong with one of several, such as `tags.2`, is shown at the field that has them all. */
export function atLists(errors: Record<string, string>): Record<string, string> {
  const lists = Object.entries(errors).map(([field, sentence]) => [field.replace(/\.\d+$/, ''), sentence]);
  return { ...Object.fromEntries(lists), ...errors };
}

/**
 * The failure without what a field on the page shows; null if that is all of it. A field of a form is known by `data-path`, which
 * `getInputProps` gives it, any other by `data-shows`, which may show what is wrong with any part of it.
 */
export function unshownOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  // They're questions, which the calls that are refused with them ask in place.
  if (error.details?.numberChange || error.code === 'too_many_cold_texts') return null;
  const fields = Object.entries(error.fields);
  const unshown = fields.filter(([field]) => !isShown(field));
  if (fields.length === 0) return error;
  const message = unshown[0]?.[1][0];
  if (message === undefined) return null;
  const { code, status, requestId } = error;
  return new ApiError({ message, code, status, requestId, details: { fields: Object.fromEntries(unshown) } });
}

function isShown(field: string): boolean {
  // Forms behind an open dialog are others.
  const place = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document;
  const has = (attribute: string, path: string) =>
    place.querySelector(`[${attribute}=${JSON.stringify(path)}]`) !== null;
  const parts = field.split('.');
  return (
    Object.keys(atLists({ [field]: '' })).some((path) => has('data-path', path)) ||
    parts.some((_, last) => has('data-shows~', parts.slice(0, last + 1).join('.')))
  );
}

/** The error with its sentence, or one that fits better here, at a field if the failure is about that field. */
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
