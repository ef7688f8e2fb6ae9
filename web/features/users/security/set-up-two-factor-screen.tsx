import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import * as routes from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { useSave } from '../../../lib/api/use-save.ts';
import { accountQuery, landingPath, userQuery } from '../../../lib/session/me.ts';
import { paths } from '../../../paths.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { AuthCard } from '../../auth/auth-card.tsx';
import { sendVerificationEmail } from '../../auth/send-verification-email.ts';
import { useSignOut } from '../../auth/use-sign-out.ts';
import { AddPasskey } from './passkeys.tsx';

const AuthenticatorDialog = lazy(() =>
  import('./authenticator-dialog.tsx').then((module) => ({ default: module.AuthenticatorDialog })),
);
const PasskeyDialog = lazy(() =>
  import('./passkey-dialog.tsx').then((module) => ({ default: module.PasskeyDialog })),
);

const screen = getRouteApi(paths.setUpTwoFactor);

/** Before anything else, where the account requires a second step: the person chooses which. */
export function SetUpTwoFactorScreen() {
  // The link that verifies the address opens in another tab; coming back shows what it did.
  const user = useQuery({ ...userQuery(), refetchOnWindowFocus: 'always' });
  const account = useQuery(accountQuery());
  const signOut = useSignOut();
  const footer = (
    <Anchor component="button" type="button" underline="always" onClick={() => signOut.run()}>
      Sign out
    </Anchor>
  );
  const failed = [user, account].filter((query) => query.isError && !query.data);
  if (failed.length > 0)
    return (
      <AuthCard title="Set up two-factor authentication" footer={footer}>
        <LoadFailure what="Your account" retry={() => failed.forEach((query) => void query.refetch())} />
      </AuthCard>
    );
  if (!user.data || !account.data)
    return (
      <AuthCard title="Set up two-factor authentication" footer={footer}>
        <Skeleton height={180} role="status" aria-label="Loading your account" />
      </AuthCard>
    );
  return <Ways user={user.data} companyName={account.data.name} footer={footer} />;
}

function Ways({ user, companyName, footer }: { user: User; companyName: string; footer: ReactNode }) {
  const [dialog, setDialog] = useState<'authenticator' | 'passkey' | null>(null);
  // Recovery codes are read and saved before the person goes on.
  const isDone = !user.mfaMissing && dialog === null;
  const close = () => setDialog(null);
  return (
    <>
      {isDone ? (
        <AuthCard
          title="Two-factor authentication is on"
          lead="Thanks. You can change how it works on your account page."
        >
          <GoOn />
        </AuthCard>
      ) : (
        <AuthCard
          title="Set up two-factor authentication"
          lead={`${companyName} requires it for everyone, so a stolen password isn't enough to sign in. Choose how to confirm that it's you. It takes a minute.`}
          footer={footer}
        >
          <Stack gap="lg">
            <Way title="A passkey" text="Your fingerprint, face or screen lock.">
              <AddPasskey onClick={() => setDialog('passkey')} />
            </Way>
            <Way title="An authenticator app" text="An app on your phone shows the code.">
              <Button variant="default" onClick={() => setDialog('authenticator')}>
                Use an authenticator app
              </Button>
            </Way>
            <MailedCodes user={user} />
            <Text size="sm" c="dimmed">
              If you sign in with your company's single sign-on, this isn't asked of you.
            </Text>
          </Stack>
        </AuthCard>
      )}
      <Suspense fallback={null}>
        {dialog === 'authenticator' && (
          <AuthenticatorDialog task="setUp" user={user} opened onClose={close} />
        )}
        {dialog === 'passkey' && <PasskeyDialog task={{ kind: 'add' }} user={user} opened onClose={close} />}
      </Suspense>
    </>
  );
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Stack gap="xs" align="flex-start">
      <div>
        <Text component="h2" fw={500}>
          {title}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      </div>
      {children}
    </Stack>
  );
}

function MailedCodes({ user }: { user: User }) {
  const turnOn = useSave({
    save: () => call(routes.updateUser, { body: { mfaEnabled: true } }),
    keep: (queryClient, changed) => queryClient.setQueryData(userQuery().queryKey, changed),
  });
  const verify = useSave({
    save: () => sendVerificationEmail(user.email),
  });
  if (!user.metadata.emailVerified)
    return (
      <Way
        title="Codes by email"
        text={
          verify.isSuccess
            ? `We've sent a link to ${user.email}. Open it, then come back here.`
            : 'Verify your email first, so the codes reach you.'
        }
      >
        <Button variant="default" loading={verify.isPending} onClick={() => verify.run()}>
          Send verification email
        </Button>
      </Way>
    );
  return (
    <Way title="Codes by email" text={`We email a code to ${user.email} when you sign in.`}>
      <Button variant="default" loading={turnOn.isPending} onClick={() => turnOn.run()}>
        Use codes by email
      </Button>
    </Way>
  );
}

function GoOn() {
  const { next } = screen.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const go = useSave({
    save: async () => router.history.push(next ?? (await landingPath(queryClient))),
  });
  return (
    <Button fullWidth autoFocus loading={go.isPending} onClick={() => go.run()}>
      Continue
    </Button>
  );
}
