import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { type Connection, keepSingleSignOn } from './single-sign-on-query.ts';

export function SsoOnlySwitch({ connection }: { connection: Connection }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (ssoOnly: boolean) => call(routes.updateSingleSignOn, { body: { ssoOnly } }),
    onSuccess: (changed) => {
      keepSingleSignOn(queryClient, changed);
      const only = changed.connection?.ssoOnly;
      notifications.show({
        message: only
          ? 'Your domain now signs in with single sign-on only.'
          : 'Passwords and links work again.',
        color: 'teal',
      });
    },
  });
  const { domain, ssoOnly, can } = connection;
  const isClosed = !ssoOnly && !can.turnOnSsoOnly;
  return (
    <Switch
      label="Single sign-on only"
      description={
        isClosed
          ? 'First verify the domain and sign in once with single sign-on yourself, so that no one gets locked out.'
          : `People with an address at ${domain} can no longer sign in with a password or a link.`
      }
      checked={change.isPending ? change.variables : ssoOnly}
      disabled={isClosed}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.currentTarget.checked);
      }}
    />
  );
}
