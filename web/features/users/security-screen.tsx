import { Stack } from '@mantine/core';
import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';
import { Authenticator } from './security/authenticator.tsx';
import { MfaSwitch } from './security/mfa-switch.tsx';
import { Passkeys } from './security/passkeys.tsx';
import { PasswordForm } from './security/password-form.tsx';
import { RequireMfaSwitch } from './security/require-mfa-switch.tsx';
import { SessionList } from './security/session-list.tsx';
import { SignOutAfterSelect } from './security/sign-out-after-select.tsx';
import { TrustedBrowsers } from './security/trusted-browsers.tsx';

/** How someone signs in, and where they are signed in. */
export function SecurityScreen() {
  const { user } = useMe();
  return (
    <>
      <Section
        title="Password"
        text={
          user.hasPassword
            ? 'Changing it signs out your other browsers.'
            : "You sign in with single sign-on, so you don't have one."
        }
      >
        <PasswordForm key={String(user.hasPassword)} user={user} />
      </Section>
      <Section
        title="Two-factor authentication"
        text="Even with your password, no one can sign in without your email or phone."
      >
        <Stack gap="lg">
          <MfaSwitch />
          <Authenticator />
          <Passkeys />
          {user.userType === 'admin' && <RequireMfaSwitch />}
        </Stack>
      </Section>
      <Section title="Where you're signed in" text="Sign out browsers you don't recognize or no longer use.">
        <Stack gap="lg">
          <SessionList timezone={user.timezone} />
          {user.mfaEnabled && <TrustedBrowsers timezone={user.timezone} />}
          {user.userType === 'admin' && <SignOutAfterSelect />}
        </Stack>
      </Section>
    </>
  );
}
