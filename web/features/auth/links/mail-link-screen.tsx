import { Button, Center, Loader } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, SERVER_ERROR } from '../../../lib/api/api-error.ts';
import { loadAgain } from '../../../lib/api/cache.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { rememberEmail } from '../../../lib/session/remembered-email.ts';
import { sessionToken } from '../../../lib/session/session.ts';
import { useOnArrival } from '../../../lib/use-on-arrival.ts';
import { paths } from '../../../paths.ts';
import { AuthCard } from '../auth-card.tsx';
import { BackToSignIn } from '../back-to-sign-in.tsx';
import { sendVerificationEmail } from '../send-verification-email.ts';
import { mailMagicLink } from '../sign-in.ts';
import { useStartSession } from '../use-start-session.ts';
import { LINK_SENT } from './link-sent.tsx';
import { NewLinkForm } from './new-link-form.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Verifies the address by a mailed link. Opening it twice does no harm, so it needs no click. */
export function VerifyEmailScreen() {
  const token = useLinkToken();
  const verify = useSave({
    save: (given: string) => call(routes.verifyEmail, { body: { token: given } }),
    showsAll: true,
    keep: (queryClient) => loadAgain(queryClient, routes.getUser),
  });
  useOnArrival(() => {
    if (token !== undefined) verify.run(token);
  });
  const newLink = (
    <NewLinkForm
      button="Send verification email"
      sent="If the email you entered is registered and not verified yet, we've sent you a link."
      send={sendVerificationEmail}
    />
  );

  if (token === undefined) return <NoLink newLink={newLink} />;
  if (verify.isSuccess)
    return (
      <AuthCard title="Your email is verified" lead="Thanks, you're all set.">
        <Button component={Link} to={sessionToken() ? paths.account : paths.login} fullWidth>
          {sessionToken() ? 'Go to your account' : 'Sign in'}
        </Button>
      </AuthCard>
    );
  if (verify.isError)
    return (
      <LinkFailure
        title="We couldn't verify your email"
        error={verify.error}
        retry={() => verify.run(token)}
        newLink={newLink}
      />
    );
  return (
    <AuthCard title="Verifying your email">
      <Center p="md" role="status" aria-label="Verifying your email">
        <Loader size="sm" />
      </Center>
    </AuthCard>
  );
}

/** Signs in by a mailed link, after a click: the link works once, and mail scanners open links. */
export function MagicLinkScreen() {
  const token = useLinkToken();
  const startSession = useStartSession();
  const navigate = useNavigate();
  const signIn = useSave({
    save: async (given: string) => {
      const reply = await call(routes.verifyMagicLink, { body: { token: given } });
      if (!reply.mfaNeeded) return startSession(reply);
      rememberEmail(reply.email, { methods: reply.mfaMethods });
      await navigate({ to: paths.twoFactorAuthentication });
    },
    showsAll: true,
  });
  const newLink = <NewLinkForm button="Email me a link" sent={LINK_SENT} send={mailMagicLink} />;

  if (token === undefined) return <NoLink newLink={newLink} />;
  if (signIn.isError)
    return (
      <LinkFailure
        title="We couldn't sign you in"
        error={signIn.error}
        retry={() => signIn.run(token)}
        newLink={newLink}
      />
    );
  return (
    <AuthCard title="Sign in to Hiretext" lead="Your link is ready.">
      <Button fullWidth autoFocus loading={signIn.isPending} onClick={() => signIn.run(token)}>
        Sign in
      </Button>
    </AuthCard>
  );
}

function NoLink({ newLink }: { newLink: ReactNode }) {
  return (
    <AuthCard
      title="This link isn't complete"
      lead="Open the link in your email again, or ask for a new one."
      footer={<BackToSignIn />}
    >
      {newLink}
    </AuthCard>
  );
}

/** A link that no longer works needs a new one; anything else may pass and is worth another try. */
function LinkFailure({
  title,
  error,
  retry,
  newLink,
}: {
  title: string;
  error: Error;
  retry: () => void;
  newLink: ReactNode;
}) {
  const message = error instanceof ApiError ? error.message : SERVER_ERROR;
  const isOver = error instanceof ApiError && error.code === 'link_invalid';
  return (
    <AuthCard title={title} lead={<span role="alert">{message}</span>} footer={<BackToSignIn />}>
      {isOver ? (
        newLink
      ) : (
        <Button fullWidth onClick={retry}>
          Try again
        </Button>
      )}
    </AuthCard>
  );
}
