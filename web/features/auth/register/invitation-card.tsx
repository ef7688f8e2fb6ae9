import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import * as routes from '../../../../contract/routes.ts';
import { INVITATION_DAYS } from '../../../../contract/team.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { userQuery } from '../../../lib/session/me.ts';
import { onSessionEnd, sessionToken } from '../../../lib/session/session.ts';
import { paths } from '../../../paths.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { AuthCard } from '../auth-card.tsx';
import { useSignOut } from '../use-sign-out.ts';
import { SignUpForm } from './sign-up-form.tsx';

const hasSession = () => sessionToken() !== null;

/** Where the link of an invitation leads: who invites whom to which company, and the way in. */
export function InvitationCard({ token }: { token: string }) {
  const isSignedIn = useSyncExternalStore(onSessionEnd, hasSession);
  const invitation = useQuery({
    ...routeQuery(routes.getInvitation, { query: { token } }),
    meta: { quiet: true },
    // What has been filled in so far stays.
    refetchOnWindowFocus: false,
  });
  const { data, error } = invitation;
  if (error instanceof ApiError && error.code === 'invitation_invalid')
    return <InvitationInvalid isSignedIn={isSignedIn} />;
  if (!data)
    return (
      <AuthCard title="Your invitation">
        {invitation.isError ? (
          <LoadFailure what="The invitation" retry={() => void invitation.refetch()} />
        ) : (
          <Skeleton height={240} role="status" aria-busy="true" aria-label="Loading your invitation" />
        )}
      </AuthCard>
    );
  const lead = data.inviterFirstName
    ? `${data.inviterFirstName} invited you to text candidates with ${data.companyName}.`
    : `You're invited to text candidates with ${data.companyName}.`;
  if (isSignedIn)
    return (
      <AuthCard title={`Join ${data.companyName}`} lead={lead}>
        <SignedInAsSomeoneElse email={data.email} />
      </AuthCard>
    );
  return (
    <AuthCard
      title={`Join ${data.companyName}`}
      lead={lead}
      footer={
        <>
          Already have an account?{' '}
          <Anchor component={Link} underline="always" to={paths.login}>
            Sign in
          </Anchor>
        </>
      }
    >
      <SignUpForm
        button={`Join ${data.companyName}`}
        invited={{ ...data, token }}
        onInvitationInvalid={() => void invitation.refetch()}
      />
    </AuthCard>
  );
}

/** Doesn't name the reason: someone who only has the link needn't know. */
function InvitationInvalid({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <AuthCard
      title="This invitation is no longer valid"
      lead={`It was already used, was canceled, or is more than ${INVITATION_DAYS} days old. Ask the person who invited you for a new one.`}
      footer={
        !isSignedIn && (
          <Anchor component={Link} underline="always" to={paths.register}>
            Create your own account
          </Anchor>
        )
      }
    >
      {isSignedIn ? (
        <Button component={Link} to={paths.account} fullWidth>
          Go to your account
        </Button>
      ) : (
        <Button component={Link} to={paths.login} fullWidth>
          Sign in
        </Button>
      )}
    </AuthCard>
  );
}

function SignedInAsSomeoneElse({ email }: { email: string }) {
  const { data: user } = useQuery({ ...userQuery(), meta: { quiet: true } });
  const signOut = useSignOut();
  return (
    <Stack gap="md">
      <div role="status">
        This invitation is for {email}. You're signed in as {user ? user.email : 'someone else'}.
      </div>
      <Button fullWidth loading={signOut.isPending} onClick={() => signOut.run()}>
        Sign out and continue
      </Button>
      <Button component={Link} to={paths.account} variant="default" fullWidth>
        Stay signed in
      </Button>
    </Stack>
  );
}
