import { PeoplePage } from './people-page.tsx';

export function TeamScreen() {
  return (
    <PeoplePage
      seatRole="recruiter"
      title="Team"
      lead="The people who text your candidates, and their seats."
    />
  );
}

export function HiringManagersScreen() {
  return (
    <PeoplePage
      seatRole="hiringManager"
      title="Hiring managers"
      lead="When one leaves, their seat goes to the next, with everything in it."
    />
  );
}
