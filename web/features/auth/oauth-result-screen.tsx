import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { leaveOauthResult } from '../../lib/session/oauth-result.ts';
import { useOnArrival } from '../../lib/use-on-arrival.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from './auth-card.tsx';

/** Where the ATS sends the pop-up when it said yes. */
export function OauthSuccessScreen() {
  return <OauthResultScreen outcome="success" title="ATS successfully connected" />;
}

/** Where it is sent when it said no, or when its answer was no good. */
export function OauthFailureScreen() {
  return <OauthResultScreen outcome="failure" title="ATS integration failed. Please try again." />;
}

function OauthResultScreen({ outcome, title }: { outcome: 'success' | 'failure'; title: string }) {
  const { atsType = null } = useSearch({ strict: false });
  useOnArrival(() => {
    leaveOauthResult(outcome, atsType);
    // Browsers close what a page opened, and nothing that a person did.
    window.close();
  });
  return (
    <AuthCard title={title} lead="You can close this window.">
      <Button component={Link} to={paths.root} fullWidth>
        Go to Hiretext
      </Button>
    </AuthCard>
  );
}
