import { ApiError } from './api.ts';

/** The first sentence for each field the server refused, for `form.setErrors`. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).flatMap(([field, sentences]) =>
      sentences[0] ? [[field, sentences[0]]] : [],
    ),
  );
}
