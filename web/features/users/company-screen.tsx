import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';
import { ComparePeopleSection } from '../analytics/compare-people-section.tsx';
import { ActivitySection } from '../audit/activity-section.tsx';
import { BroadcastsSection } from '../broadcasts/broadcasts-section.tsx';
import { LinkClicksSection } from '../calendars/link-clicks-section.tsx';
import { DraftsSection } from '../drafts/drafts-section.tsx';
import { ExportsSection } from '../exports/exports-section.tsx';
import { ReplyPromiseSection } from '../follow-ups/reply-promise-section.tsx';
import { OptOutsFirstSection } from '../imports/opt-outs-first-section.tsx';
import { PlanSummary } from '../plans/plan-summary.tsx';
import { RegistrationSection } from '../registration/registration-section.tsx';
import { RetentionSection } from '../retention/retention-section.tsx';
import { SingleSignOnSection } from '../sso/single-sign-on-section.tsx';
import { TextingHoursSection } from '../texting-hours/texting-hours-section.tsx';
import { AssistantsSection } from './profile/assistants-section.tsx';
import { ColdTextsSection } from './profile/cold-texts-section.tsx';
import { CompanyForm } from './profile/company-form.tsx';
import { ConsentFirstSection } from './profile/consent-first-section.tsx';

/** What belongs to the company; members see its plan. */
export function CompanyScreen() {
  const { user, account } = useMe();
  return (
    <>
      {user.userType === 'admin' && (
        <Section title="Company" text="Replies to HELP and STOP are signed with this name.">
          <CompanyForm />
        </Section>
      )}
      <Section title="Plan">
        <PlanSummary />
      </Section>
      {user.userType === 'admin' && (
        <>
          <RegistrationSection />
          <DraftsSection />
          <ColdTextsSection />
          <AssistantsSection />
          <BroadcastsSection />
          <ConsentFirstSection />
          <OptOutsFirstSection />
          <TextingHoursSection />
          <LinkClicksSection />
          <ReplyPromiseSection />
          {account.type === 'team' && <ComparePeopleSection />}
          <SingleSignOnSection />
          <RetentionSection />
          <ExportsSection />
          <ActivitySection />
        </>
      )}
    </>
  );
}
