import { Button, Center, Loader } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type FailureCode, failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError, SERVER_ERROR } from '../../lib/api/api-error.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { sessionToken } from '../../lib/session/session.ts';
import { useOnArrival } from '../../lib/use-on-arrival.ts';
import { paths } from '../../paths.ts';
import { AuthCard } from '../auth/auth-card.tsx';
import { BackToSignIn } from '../auth/back-to-sign-in.tsx';
import { useStartSession } from '../auth/use-start-session.ts';
import { takeNext } from './leave-for-provider.ts';

/** Where the company's provider sends people back to, with a code or with a failure. */
export function CallbackScreen() {
  const { code, error } = useHash();
  const startSession = useStartSession();
  const navigate = useNavigate();
  /** A signed-in person went back in the browser's history. */
  const [isBack] = useState(() => code === null && sessionToken() !== null);
  const signIn = useSave({
    save: async (given: string) => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const session = await call(routes.exchangeSsoCode, { body: { code: given, timezone } });
      await startSession(session, takeNext());
    },
    showsAll: true,
  });
  useOnArrival(() => {
    if (error !== null) return;
    if (code !== null) signIn.run(code);
    else if (isBack) void navigate({ to: paths.account, replace: true });
  });

  if (error !== null || (code === null && !isBack)) return <SignInFailure sentence={sentenceOf(error)} />;
  if (signIn.isError) {
    const { message } = signIn.error instanceof ApiError ? signIn.error : { message: SERVER_ERROR };
    return <SignInFailure sentence={message} />;
  }
  return (
    <AuthCard title="Signing you in">
      <Center p="md" role="status" aria-label="Signing you in">
        <Loader size="sm" />
      </Center>
    </AuthCard>
  );
}

/** Taken out of the address bar, where the next person at this screen would find it. */
function useHash(): { code: string | null; error: string | null } {
  const { hash } = useLocation();
  const [found] = useState(() => new URLSearchParams(hash));
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== '') void navigate({ to: '.', hash: '', replace: true });
  }, [hash, navigate]);
  return { code: found.get('code'), error: found.get('error') };
}

/** The address may be forged, so it only picks one of our sentences. */
function sentenceOf(error: string | null): string {
  const known = error !== null && Object.hasOwn(failures, error);
  return failures[known ? (error as FailureCode) : 'sso_failed'].message;
}

function SignInFailure({ sentence }: { sentence: string }) {
  return (
    <AuthCard
      title="We couldn't sign you in"
      lead={<span role="alert">{sentence}</span>}
      footer={<BackToSignIn />}
    >
      <Button component={Link} to={paths.singleSignOn} fullWidth>
        Try again
      </Button>
    </AuthCard>
  );
}
