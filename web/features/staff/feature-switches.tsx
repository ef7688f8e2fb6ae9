import { Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Feature, features } from '../../../contract/features.ts';
import * as routes from '../../../contract/routes.ts';
import type { StaffAccountDetails } from '../../../contract/staff/accounts.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import type { Ask } from './reason-dialog.tsx';

/** What this account has beyond what everyone has. */
export function FeatureSwitches({
  account,
  onAsk,
}: {
  account: StaffAccountDetails;
  onAsk: (ask: Ask) => void;
}) {
  const queryClient = useQueryClient();

  const askFor = (feature: Feature, enabled: boolean): Ask => ({
    title: `Turn ${enabled ? 'on' : 'off'} “${features[feature].title}”?`,
    text: enabled
      ? `${features[feature].opens} This applies to everyone at ${account.name} right away.`
      : `Everyone at ${account.name} loses it right away.`,
    hint: "Their admins see it, with your name, in the account's activity.",
    button: enabled ? 'Turn on' : 'Turn off',
    run: async (reason) => {
      const changed = await call(routes.switchFeature, {
        params: { id: account.id },
        body: { feature, enabled, reason },
      });
      putAnswer(
        queryClient,
        routeQuery(routes.getStaffAccount, { params: { id: account.id } }).queryKey,
        changed,
      );
    },
  });

  return (
    <Stack gap="md">
      {account.features.map(({ name, enabled }) => (
        <Switch
          key={name}
          label={features[name].title}
          description={features[name].opens}
          checked={enabled}
          onChange={() => onAsk(askFor(name, !enabled))}
        />
      ))}
    </Stack>
  );
}
