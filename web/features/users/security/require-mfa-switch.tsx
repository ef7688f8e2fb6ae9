import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '../../../../contract/accounts.ts';
import { routes } from '../../../../contract/routes.ts';
import type { User } from '../../../../contract/users.ts';
import { call } from '../../../lib/api/api.ts';
import { putAnswer } from '../../../lib/api/cache.ts';
import { accountQuery } from '../../../lib/session/me.ts';

/** For admins: everyone of the account has to have a second step. */
export function RequireMfaSwitch({ account, user }: { account: Account; user: User }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (mfaRequired: boolean) => call(routes.updateAccount, { body: { mfaRequired } }),
    onSuccess: (changed) => {
      putAnswer(queryClient, accountQuery().queryKey, changed);
      notifications.show({
        message: changed.mfaRequired
          ? 'Two-factor authentication is required of everyone.'
          : 'Everyone decides for themselves again.',
        color: 'teal',
      });
    },
  });
  const isClosed = !account.mfaRequired && !user.mfaEnabled;
  return (
    <Switch
      label="Require it of everyone"
      description={
        isClosed
          ? 'Turn it on for yourself first.'
          : `Whoever works for ${account.name} without it sets it up before anything else. People who sign in with single sign-on are not asked: there it is your provider's matter.`
      }
      checked={change.isPending ? change.variables : account.mfaRequired}
      disabled={isClosed}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.currentTarget.checked);
      }}
    />
  );
}
