import { PeoplePage } from './people-page.tsx';

export function TeamScreen() {
  return (
    <PeoplePage
      seatRole="recruiter"
      title="Team"
      lead="Everybody who texts with your company's candidates, and the seats they have."
    />
  );
}

export function HiringManagersScreen() {
  return (
    <PeoplePage
      seatRole="hiringManager"
      title="Hiring managers"
      lead="They text from a number of their own. When one leaves, the seat goes to the next with everything in it."
    />
  );
}
