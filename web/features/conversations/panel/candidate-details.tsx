import type { Candidate } from '../../../../contract/candidates.ts';
import type { User } from '../../../../contract/users.ts';
import { useMayOnboard } from '../../onboardings/onboardings-query.ts';
import { Applications } from './applications.tsx';
import { CandidateFacts } from './candidate-facts.tsx';
import { Consent } from './consent.tsx';
import { Interviews } from './interviews.tsx';
import { LegalHold } from './legal-hold.tsx';
import { LinkedPeople } from './linked-people.tsx';
import { Onboarding } from './onboarding.tsx';
import { PanelSection } from './panel-section.tsx';

/** What is known about a candidate, to be changed where it is: beside their conversation, and on their page. */
export function CandidateDetails({
  candidate,
  conversationId,
  reader,
  named = 0,
}: {
  candidate: Candidate;
  /** The reader's with them; null without one. */
  conversationId: string | null;
  reader: User;
  /** How often the name was asked for. */
  named?: number;
}) {
  const mayOnboard = useMayOnboard(reader);
  return (
    <>
      <CandidateFacts candidate={candidate} conversationId={conversationId} named={named} />
      <Applications candidate={candidate} reader={reader} />
      <LinkedPeople candidate={candidate} />
      <Consent candidate={candidate} timezone={reader.timezone} />
      <LegalHold candidate={candidate} conversationId={conversationId} />
      <PanelSection name="Interviews">
        <Interviews candidate={candidate} conversationId={conversationId} reader={reader} />
      </PanelSection>
      {mayOnboard && (
        <PanelSection name="Onboarding">
          <Onboarding candidate={candidate} />
        </PanelSection>
      )}
    </>
  );
}
