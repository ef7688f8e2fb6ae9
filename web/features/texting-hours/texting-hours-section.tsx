import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as routes from '../../../contract/routes.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import { counted } from '../../lib/words.ts';
import { Section } from '../../ui/section.tsx';
import { TextingHoursDialog } from './texting-hours-dialog.tsx';

/** For admins: in which hours candidates of some states are texted. */
export function TextingHoursSection() {
  const { data } = useQuery(routeQuery(routes.getTextingHours));
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const states = [...new Set(data.hours.map(({ state }) => state))].sort();
  return (
    <Section
      title="Texting hours"
      text="Texts go out between 8 AM and 9 PM of the candidate's time. Some states are stricter, by the ZIP code, or else by the area code of the number."
    >
      <p>
        {states.length === 0
          ? 'No state is stricter.'
          : `${counted(states.length, 'state')} with stricter hours: ${states.join(', ')}.`}
      </p>
      <Button variant="default" mt="sm" onClick={() => setOpen(true)}>
        Edit texting hours
      </Button>
      {isOpen && <TextingHoursDialog {...data} onClose={() => setOpen(false)} />}
    </Section>
  );
}
