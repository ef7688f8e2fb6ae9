import { useRef } from 'react';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { clearDrafts, countUnsent } from '../../lib/forms/drafts.ts';
import { showProblem } from '../../lib/notices.ts';
import { leaveSession } from '../../lib/session/session.ts';
import { counted } from '../../lib/words.ts';

export function useSignOut() {
  const signOut = useSave({
    save: () => call(routes.logout),
    isQuiet: true,
    // Even if the server refuses, this browser forgets the person.
    changes: () => {
      clearDrafts();
      leaveSession();
    },
  });
  const isWarned = useRef(false);
  return {
    isPending: signOut.isPending,
    run() {
      const unsent = countUnsent();
      if (unsent > 0 && !isWarned.current) {
        isWarned.current = true;
        showProblem(`${counted(unsent, 'text')} not sent yet. Sign out again to delete what you wrote.`);
      } else signOut.run();
    },
  };
}
