import type { ReplyOutput } from '../../../../contract/route.ts';
import type * as routes from '../../../../contract/routes.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useHasTeam } from '../../assign/assignees.ts';
import classes from './conversation-list.module.css';
import { showInbox, useInboxView } from './inbox-view.ts';

/** Whose conversations are listed, for people who see more than their own. */
export function WhoseSelect({ counts }: { counts: ReplyOutput<typeof routes.getInboxCounts> | undefined }) {
  const { user } = useMe();
  const { assignee } = useInboxView();
  const isAdmin = useHasTeam() && user.userType === 'admin';
  const unassigned = counts?.unassigned ?? 0;
  if (!isAdmin && unassigned === 0 && assignee === 'me') return null;
  const isOne = !['me', 'none', 'all'].includes(assignee);
  return (
    <select
      className={classes.whose}
      aria-label="Whose conversations"
      value={assignee}
      onChange={(event) => showInbox({ assignee: event.currentTarget.value })}
    >
      <option value="me">Mine</option>
      <option value="none">
        Unassigned{unassigned > 0 && ` (${unassigned >= 1000 ? '1000+' : unassigned})`}
      </option>
      {user.userType === 'admin' && <option value="all">Everyone's</option>}
      {isOne && <option value={assignee}>{assignee === user.id ? 'Yours' : "A colleague's"}</option>}
    </select>
  );
}
