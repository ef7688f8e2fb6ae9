import { Switch } from '@mantine/core';
import { useToggle } from '../../../lib/api/use-save.ts';
import { savingAccount } from '../../../lib/session/saving-account.ts';
import { useMe } from '../../../lib/session/use-me.ts';

/** For admins: everyone of the account has to have a second step. */
export function RequireMfaSwitch() {
  const { account, user } = useMe();
  const change = useToggle(account.mfaRequired, {
    ...savingAccount,
    save: (mfaRequired) => savingAccount.save({ mfaRequired }),
    done: (changed) =>
      changed.mfaRequired
        ? 'Two-factor authentication is required for everyone.'
        : 'Two-factor authentication is optional again.',
  });
  const isClosed = !account.mfaRequired && !user.mfaEnabled;
  return (
    <Switch
      label="Require it for everyone"
      description={
        isClosed
          ? 'Turn it on for yourself first.'
          : `Anyone at ${account.name} without it has to set it up first. People who sign in with single sign-on don't: your provider handles that.`
      }
      disabled={isClosed}
      {...change}
    />
  );
}
