import { Switch } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { useToggle } from '../../lib/api/use-save.ts';
import { type Connection, keepSingleSignOn } from './single-sign-on-query.ts';

export function SsoOnlySwitch({ connection }: { connection: Connection }) {
  const { domain, ssoOnly, can } = connection;
  const change = useToggle(ssoOnly, {
    save: (ssoOnly) => call(routes.updateSingleSignOn, { body: { ssoOnly } }),
    keep: (queryClient, changed) => keepSingleSignOn(queryClient, changed),
    done: (changed) => {
      const only = changed.connection?.ssoOnly;
      return only ? 'Your domain now signs in with single sign-on only.' : 'Passwords and links work again.';
    },
  });
  const isClosed = !ssoOnly && !can.turnOnSsoOnly;
  return (
    <Switch
      label="Single sign-on only"
      description={
        isClosed
          ? 'First verify the domain and sign in once with single sign-on yourself, so that no one gets locked out.'
          : `People with an address at ${domain} can no longer sign in with a password or a link.`
      }
      disabled={isClosed}
      {...change}
    />
  );
}
