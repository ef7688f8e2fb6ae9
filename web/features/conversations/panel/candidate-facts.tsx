import type { Candidate } from '../../../../contract/candidates.ts';
import { personName } from '../../../../contract/person-name.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { useNow } from '../../../lib/use-now.ts';
import { zoneName } from '../../../lib/zones.ts';
import { LinkedText } from '../../messages/thread/linked-text.tsx';
import { EditableFact } from './editable-fact.tsx';
import { localTime } from './local-time.ts';
import classes from './panel.module.css';
import { Tags } from './tags.tsx';

export function CandidateFacts({
  candidate,
  conversationId,
  named = 0,
}: {
  candidate: Candidate;
  conversationId: string | null;
  /** How often the name was asked for. */
  named?: number;
}) {
  const fact = { candidate, conversationId };
  return (
    <div className={classes.facts}>
      <EditableFact
        {...fact}
        label="Name"
        what="name"
        asked={named}
        inputs={[
          { field: 'firstName', label: 'First name' },
          { field: 'lastName', label: 'Last name' },
        ]}
      >
        {personName(candidate) || <NotSet />}
      </EditableFact>
      <EditableFact
        {...fact}
        label="Phone"
        what="phone"
        inputs={[{ field: 'phoneNumber', label: 'Phone number' }]}
      >
        <LinkedText text={candidate.phoneNumberFormatted} />
      </EditableFact>
      <EditableFact {...fact} label="Email" what="email" inputs={[{ field: 'email', label: 'Email' }]}>
        {candidate.email ? <LinkedText text={candidate.email} /> : <NotSet />}
      </EditableFact>
      <EditableFact
        {...fact}
        label="Job title"
        what="job title"
        inputs={[{ field: 'jobTitle', label: 'Job title' }]}
      >
        {candidate.jobTitle || <NotSet />}
      </EditableFact>
      <EditableFact
        {...fact}
        label="City"
        what="city"
        inputs={[
          { field: 'city', label: 'City' },
          { field: 'zipCode', label: 'ZIP code' },
        ]}
      >
        {[candidate.city, candidate.zipCode].filter(Boolean).join(' ') || <NotSet />}
      </EditableFact>
      <LocalTime candidate={candidate} />
      <Tags {...fact} />
    </div>
  );
}

function NotSet() {
  return <span className={classes.muted}>Not set</span>;
}

function LocalTime({ candidate }: { candidate: Candidate }) {
  const now = useNow();
  const { user: me } = useMe();
  return (
    <div className={classes.fact}>
      <div className={classes.factLabel}>Local time</div>
      <div className={classes.factValue}>
        {localTime(candidate.zones, now, me.timezone)}
        <div className={classes.muted}>
          {candidate.timezone === null
            ? `Guessed from the ${candidate.zipCode === null ? 'phone number' : 'ZIP code or phone number'}`
            : zoneName(candidate.timezone)}
        </div>
      </div>
    </div>
  );
}
