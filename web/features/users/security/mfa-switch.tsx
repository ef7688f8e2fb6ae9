import { Switch } from '@mantine/core';
import * as routes from '../../../../contract/routes.ts';
import { call } from '../../../lib/api/api.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { useToggle } from '../../../lib/api/use-save.ts';
import { userQuery } from '../../../lib/session/me.ts';
import { useMe } from '../../../lib/session/use-me.ts';

export function MfaSwitch() {
  const { user, account } = useMe();
  const change = useToggle(user.mfaEnabled, {
    save: (mfaEnabled) => call(routes.updateUser, { body: { mfaEnabled } }),
    keep: (queryClient, changed) => putAnswer(queryClient, userQuery().queryKey, changed),
    done: (changed) => `Two-factor authentication is ${changed.mfaEnabled ? 'on' : 'off'}.`,
  });
  // Codes that go to a mistyped address would lock the person out.
  const mustVerify = !user.metadata.emailVerified && !user.mfaEnabled;
  const isHeld = user.authenticatorEnabled || user.passkeyEnabled;
  const isKept = account.mfaRequired && user.mfaEnabled;
  const description = () => {
    if (mustVerify) return 'Verify your email first, so the codes reach you.';
    if (user.authenticatorEnabled)
      return 'After your password, we ask for a code from your authenticator app. To turn this off, remove the app first.';
    if (user.passkeyEnabled)
      return 'After your password, we ask for a passkey or for a code that we email you. To turn this off, remove your passkeys first.';
    if (isKept)
      return `After your password, we ask for a code that we send to ${user.email}. Your company requires it.`;
    return `After your password, we ask for a code that we send to ${user.email}.`;
  };
  return (
    <Switch
      label="Ask for a code when I sign in"
      description={description()}
      disabled={mustVerify || isHeld || isKept}
      {...change}
    />
  );
}
