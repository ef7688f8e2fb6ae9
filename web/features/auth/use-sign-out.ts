import { useMutation } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { clearDrafts } from '../../lib/forms/drafts.ts';
import { leaveSession } from '../../lib/session/session.ts';

export function useSignOut() {
  return useMutation({
    mutationFn: () => call(routes.logout),
    meta: { quiet: true },
    // Even if the server refuses, this browser forgets the person.
    onSettled: () => {
      clearDrafts();
      leaveSession();
    },
  });
}
