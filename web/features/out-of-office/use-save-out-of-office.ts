import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { keyOf } from '../../lib/api/route-query.ts';
import { type OutOfOfficeFields, outOfOfficeQuery, saveOutOfOffice } from './out-of-office-query.ts';

/** Saves what is named, and lets the shell know. */
export function useSaveOutOfOffice(userId: string | null, options: { shows?: 'fields' } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: OutOfOfficeFields) => saveOutOfOffice(userId, body),
    ...(options.shows ? { meta: { shows: options.shows } } : {}),
    onSuccess: async (saved) => {
      putAnswer(queryClient, outOfOfficeQuery(userId).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: keyOf(routes.getUser) });
    },
  });
}
