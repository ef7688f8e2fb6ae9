import { Button, SegmentedControl, Skeleton, Stack, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountQuery, userQuery } from '../../lib/session/me.ts';
import { colorSchemes } from '../../ui/color-schemes.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { ActivitySection } from '../audit/activity-section.tsx';
import { useSignOut } from '../auth/use-sign-out.ts';
import { NumberCard } from '../numbers/number-card.tsx';
import { OutOfOfficeSection } from '../out-of-office/out-of-office-section.tsx';
import { PlanSummary } from '../plans/plan-summary.tsx';
import { RegistrationSection } from '../registration/registration-section.tsx';
import { SingleSignOnSection } from '../sso/single-sign-on-section.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { AvatarField } from './profile/avatar-field.tsx';
import { CallForwarding } from './profile/call-forwarding.tsx';
import { CompanyForm } from './profile/company-form.tsx';
import { NotificationChoices } from './profile/notification-choices.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
import { VerifyEmail } from './profile/verify-email.tsx';
import { Authenticator } from './security/authenticator.tsx';
import { MfaSwitch } from './security/mfa-switch.tsx';
import { Passkeys } from './security/passkeys.tsx';
import { PasswordForm } from './security/password-form.tsx';
import { RequireMfaSwitch } from './security/require-mfa-switch.tsx';
import { SessionList } from './security/session-list.tsx';
import { TrustedBrowsers } from './security/trusted-browsers.tsx';

export function AccountScreen() {
  const user = useQuery(userQuery());
  const account = useQuery(accountQuery());
  const failed = [user, account].filter((query) => query.isError && !query.data);
  return (
    <Page title="Account" width="account">
      {failed.length > 0 ? (
        <LoadFailure what="Your account" retry={() => failed.forEach((query) => void query.refetch())} />
      ) : user.data && account.data ? (
        <>
          {!user.data.metadata.emailVerified && <VerifyEmail user={user.data} />}
          <Section title="Your number" text="Candidates see it when you text them.">
            <NumberCard user={user.data} account={account.data} />
          </Section>
          <Section title="Profile" text={user.data.email}>
            <Stack gap="lg">
              <AvatarField user={user.data} />
              <ProfileForm user={user.data} />
            </Stack>
          </Section>
          <Section title="Notifications" text="Choose how you hear about new texts.">
            <NotificationChoices user={user.data} />
          </Section>
          <OutOfOfficeSection />
          {user.data.seat?.twilioNumber && (
            <Section title="Call forwarding" text="Send calls to your number to another phone.">
              <CallForwarding user={user.data} />
            </Section>
          )}
          <Section
            title="Password"
            text={
              user.data.hasPassword
                ? 'Changing it signs out your other browsers.'
                : "You sign in with single sign-on, so you don't have one."
            }
          >
            <PasswordForm key={String(user.data.hasPassword)} user={user.data} />
          </Section>
          <Section
            title="Two-factor authentication"
            text="Even with your password, no one can sign in without your email or phone."
          >
            <Stack gap="lg">
              <MfaSwitch user={user.data} account={account.data} />
              <Authenticator user={user.data} />
              <Passkeys user={user.data} />
              {user.data.userType === 'admin' && <RequireMfaSwitch account={account.data} user={user.data} />}
            </Stack>
          </Section>
          <Section
            title="Where you're signed in"
            text="Sign out browsers you don't recognize or no longer use."
          >
            <Stack gap="lg">
              <SessionList timezone={user.data.timezone} />
              {user.data.mfaEnabled && <TrustedBrowsers timezone={user.data.timezone} />}
            </Stack>
          </Section>
          <Section title="Appearance" text="On this device.">
            <Appearance />
          </Section>
          {user.data.userType === 'admin' && (
            <Section title="Company" text="Replies to HELP and STOP are signed with this name.">
              <CompanyForm account={account.data} />
            </Section>
          )}
          <Section title="Plan">
            <PlanSummary account={account.data} user={user.data} />
          </Section>
          {user.data.userType === 'admin' && <RegistrationSection />}
          {user.data.userType === 'admin' && <SingleSignOnSection />}
          {user.data.userType === 'admin' && <ActivitySection />}
          <Section title="Sign out" text="Unsent drafts on this device are deleted.">
            <SignOut />
          </Section>
          <Section title="Delete account" text="You have 30 days to change your mind.">
            <DeleteAccount user={user.data} account={account.data} />
          </Section>
        </>
      ) : (
        <Stack gap="lg" role="status" aria-busy="true" aria-label="Loading your account">
          <Skeleton height={72} />
          <Skeleton height={280} />
          <Skeleton height={72} />
        </Stack>
      )}
    </Page>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Theme"
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={colorSchemes.map(({ value, short }) => ({ value, label: short }))}
    />
  );
}

function SignOut() {
  const signOut = useSignOut();
  return (
    <Button
      variant="default"
      leftSection={<IconLogout size={16} />}
      loading={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      Sign out
    </Button>
  );
}
