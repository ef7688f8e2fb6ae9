import { getRouteApi } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { PeoplePage } from './people-page.tsx';
import type { SeatFilter } from './seats/find-seats.ts';

const team = getRouteApi(paths.team);
const hiringManagers = getRouteApi(paths.hiringManagers);

/** The back button undoes each choice, but not each typed letter. */
const toAddress = (change: SeatFilter | null) => ({
  search: (before: SeatFilter): SeatFilter => (change === null ? {} : { ...before, ...change }),
  replace: change !== null && 'search' in change,
});

export function TeamScreen() {
  const navigate = team.useNavigate();
  return (
    <PeoplePage
      seatRole="recruiter"
      title="Team"
      lead="The people who text your candidates, and their seats."
      filter={team.useSearch()}
      onFilter={(change) => void navigate(toAddress(change))}
    />
  );
}

export function HiringManagersScreen() {
  const navigate = hiringManagers.useNavigate();
  return (
    <PeoplePage
      seatRole="hiringManager"
      title="Hiring managers"
      lead="When someone leaves, their seat goes to the next person with everything in it."
      filter={hiringManagers.useSearch()}
      onFilter={(change) => void navigate(toAddress(change))}
    />
  );
}
