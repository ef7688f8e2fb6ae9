import { notifications } from '@mantine/notifications';
import { ApiError, SERVER_ERROR } from './api/api-error.ts';

/* The only place where something becomes a notice. */

const FAILURE_MS = 5000;

/** What a person asked for is done. */
export function showDone(message: string, more: { title?: string } = {}): void {
  notifications.show({ ...more, message, color: 'teal' });
}

/** Something that happened, neither done nor failed here. */
export function showNews(message: string, id?: string): void {
  notifications.show({ message, ...(id === undefined ? {} : { id }) });
}

/** What went wrong in the browser itself, in a sentence. */
export function showProblem(message: string): void {
  // The sentence is the id, so that ten failing queries show it once.
  notifications.show({ id: message, message, color: 'red', autoClose: FAILURE_MS });
}

export function showFailure(error: unknown): void {
  // These have their own screen, which the page is about to show.
  if (error instanceof ApiError && (error.code === 'deletion_pending' || error.code === 'mfa_required'))
    return;
  // Someone canceled it.
  if (error instanceof DOMException && error.name === 'AbortError') return;
  showProblem(error instanceof ApiError ? error.message : SERVER_ERROR);
}
