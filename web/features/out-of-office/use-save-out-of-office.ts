import * as routes from '../../../contract/routes.ts';
import { loadAgain, putAnswer } from '../../lib/api/cache.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { type OutOfOfficeFields, outOfOfficeQuery, saveOutOfOffice } from './out-of-office-query.ts';

/** Saves what is named, and lets the shell know. */
export function useSaveOutOfOffice(userId: string | null, options: { shows?: 'fields' } = {}) {
  return useSave({
    save: (body: OutOfOfficeFields) => saveOutOfOffice(userId, body),
    ...(options.shows ? { showsFields: true } : {}),
    keep: (queryClient, saved) => putAnswer(queryClient, outOfOfficeQuery(userId).queryKey, saved),
    changes: (queryClient) => loadAgain(queryClient, routes.getUser),
  });
}
