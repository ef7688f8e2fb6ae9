import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AtsDescription, AtsIntegration } from '../../../../contract/ats.ts';
import { personName } from '../../../../contract/person-name.ts';
import { seatsQuery } from '../../team/team-query.ts';
import classes from '../integrations.module.css';
import { useChangeIntegration } from './use-change-integration.ts';

/** Whose number reminders come from, where the system names no recruiter. An account of one recruiter has no choice. */
export function RemindersPart({
  system: { capabilities },
  integration: { type, reminderUserId },
}: {
  system: AtsDescription;
  integration: AtsIntegration;
}) {
  const seats = useQuery({ ...seatsQuery(), enabled: capabilities.interviews });
  const change = useChangeIntegration(type);
  const recruiters = (seats.data ?? []).flatMap(({ seatRole, status, user, twilioNumber }) =>
    seatRole === 'recruiter' && status === 'used' && user !== null && twilioNumber !== null
      ? [{ value: user.id, label: personName(user) }]
      : [],
  );
  if (!capabilities.interviews || recruiters.length < 2) return null;
  return (
    <div>
      <h4 className={classes.part}>Interview reminders</h4>
      <Select
        label="Reminders come from"
        description="If the candidate has no recruiter"
        placeholder="Choose a recruiter"
        data={recruiters}
        value={reminderUserId}
        clearable
        disabled={change.isPending}
        onChange={(value) => change.run({ reminderUserId: value })}
      />
    </div>
  );
}
