import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { clearDrafts } from '../../lib/forms/drafts.ts';
import { leaveSession } from '../../lib/session/session.ts';

export function useSignOut() {
  return useSave({
    save: () => call(routes.logout),
    isQuiet: true,
    // Even if the server refuses, this browser forgets the person.
    changes: () => {
      clearDrafts();
      leaveSession();
    },
  });
}
