import { notifications } from '@mantine/notifications';
import { ApiError, SERVER_ERROR } from './api/api-error.ts';

const NOTICE_MS = 5000;

/** THE place where failures become notices. The sentence is the id, so that ten failing queries show it once. */
export function showFailure(error: unknown): void {
  // These have their own screen, which the page is about to show.
  if (error instanceof ApiError && (error.code === 'deletion_pending' || error.code === 'mfa_required'))
    return;
  // Someone wanted it so.
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const message = error instanceof ApiError ? error.message : SERVER_ERROR;
  notifications.show({ id: message, message, color: 'red', autoClose: NOTICE_MS });
}
