import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { leaveOauthResult, type OauthPurpose, type OauthResult } from '../../lib/session/oauth-result.ts';
import { useOnArrival } from '../../lib/use-on-arrival.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';

const TITLES: Record<OauthPurpose, Record<OauthResult['outcome'], string>> = {
  ats: {
    success: 'ATS successfully connected',
    failure: 'ATS integration failed. Please try again.',
  },
  calendar: {
    success: 'Calendar connected',
    failure: "We couldn't connect the calendar. Try again.",
  },
};

/** Where the vendor sends the pop-up after consent. */
export function OauthSuccessScreen() {
  return <OauthResultScreen outcome="success" />;
}

/** Where it is sent after a refusal, or if the vendor's answer was invalid. */
export function OauthFailureScreen() {
  return <OauthResultScreen outcome="failure" />;
}

function OauthResultScreen({ outcome }: { outcome: OauthResult['outcome'] }) {
  const { atsType, calendar } = useSearch({ strict: false });
  const purpose = calendar === undefined ? 'ats' : 'calendar';
  useOnArrival(() => {
    leaveOauthResult(purpose, outcome, calendar ?? atsType ?? null);
    // Browsers close what a page opened, and nothing that a person did.
    window.close();
  });
  return (
    <AuthCard title={TITLES[purpose][outcome]} lead="You can close this window.">
      <Button component={Link} to={paths.root} fullWidth>
        Go to Hiretext
      </Button>
    </AuthCard>
  );
}
