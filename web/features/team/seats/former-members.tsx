import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { personName } from '../../../../contract/person-name.ts';
import { longDate } from '../../../lib/dates.ts';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import { ReinviteDialog } from '../invite/reinvite-dialog.tsx';
import classes from '../people.module.css';
import { type FormerMember, formerMembersQuery } from '../team-query.ts';
import type { SeatCounts } from './find-seats.ts';

const PAGE = 20;

/** People who used to have a seat; each can be brought back. Shows nothing while there are none. */
export function FormerMembers({
  seats,
  timezone,
  onPurchase,
}: {
  seats: SeatCounts;
  timezone: string;
  onPurchase: () => void;
}) {
  const { data: people = [] } = useQuery(formerMembersQuery());
  const [shown, setShown] = useState(PAGE);
  const [asked, setAsked] = useState<FormerMember | null>(null);
  return (
    <>
      {people.length > 0 && (
        <section className={classes.former} aria-labelledby="former-members">
          <h2 id="former-members">Former members</h2>
          <p>They can't sign in. Their conversations stayed with their seat, or went to a colleague.</p>
          <ul>
            {people.slice(0, shown).map((person) => {
              const name = personName(person) || person.email;
              return (
                <li key={person.id}>
                  <PersonAvatar person={person} size={32} />
                  <div className={classes.formerWho}>
                    <div>{name}</div>
                    <div className={classes.formerMail}>
                      {person.email} · removed {longDate(person.removedAt, timezone)}
                    </div>
                  </div>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Invite again: ${name}`}
                    onClick={() => setAsked(person)}
                  >
                    Invite again
                  </Button>
                </li>
              );
            })}
          </ul>
          {shown < people.length && (
            <LoadMore key={shown} label="Show more" onReach={() => setShown(shown + PAGE)} />
          )}
        </section>
      )}
      <ReinviteDialog
        person={asked}
        seats={seats}
        onClose={() => setAsked(null)}
        onPurchase={() => {
          setAsked(null);
          onPurchase();
        }}
      />
    </>
  );
}
