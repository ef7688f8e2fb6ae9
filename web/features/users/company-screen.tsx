import { Section } from '../../ui/section.tsx';
import { ComparePeopleSection } from '../analytics/compare-people-section.tsx';
import { ActivitySection } from '../audit/activity-section.tsx';
import { LinkClicksSection } from '../calendars/link-clicks-section.tsx';
import { DraftsSection } from '../drafts/drafts-section.tsx';
import { PlanSummary } from '../plans/plan-summary.tsx';
import { RegistrationSection } from '../registration/registration-section.tsx';
import { SingleSignOnSection } from '../sso/single-sign-on-section.tsx';
import { CompanyForm } from './profile/company-form.tsx';
import { useLoaded } from './use-loaded.ts';

/** What belongs to the company; members see its plan. */
export function CompanyScreen() {
  const loaded = useLoaded();
  if (!loaded) return null;
  const { user, account } = loaded;
  return (
    <>
      {user.userType === 'admin' && (
        <Section title="Company" text="Replies to HELP and STOP are signed with this name.">
          <CompanyForm account={account} />
        </Section>
      )}
      <Section title="Plan">
        <PlanSummary account={account} user={user} />
      </Section>
      {user.userType === 'admin' && (
        <>
          <RegistrationSection />
          <DraftsSection account={account} />
          <LinkClicksSection />
          {account.type === 'team' && <ComparePeopleSection account={account} />}
          <SingleSignOnSection />
          <ActivitySection />
        </>
      )}
    </>
  );
}
