import { Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Feature, features } from '../../../contract/features.ts';
import { routes } from '../../../contract/routes.ts';
import type { StaffAccountDetails } from '../../../contract/staff/accounts.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { routeQuery } from '../../lib/api/route-query.ts';
import type { Ask } from './reason-dialog.tsx';

/** What this account has beside what everybody has. */
export function FeatureSwitches({
  account,
  onAsk,
}: {
  account: StaffAccountDetails;
  onAsk: (ask: Ask) => void;
}) {
  const queryClient = useQueryClient();

  const askFor = (feature: Feature, enabled: boolean): Ask => ({
    title: `Switch “${features[feature].title}” ${enabled ? 'on' : 'off'}?`,
    text: enabled
      ? `${features[feature].opens} It holds for everybody of ${account.name}, at once.`
      : `It is closed to everybody of ${account.name} again, at once.`,
    hint: 'Their admins read it, with your name, in the activity of the account.',
    button: enabled ? 'Switch on' : 'Switch off',
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
