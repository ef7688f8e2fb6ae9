import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { accountQuery } from '../../lib/session/me.ts';
import { Section } from '../../ui/section.tsx';
import { shortcutsChanged } from './calendars-query.ts';

/** For admins, where the server has short links. */
export function LinkClicksSection({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (countLinkClicks: boolean) => call(routes.updateAccount, { body: { countLinkClicks } }),
    onSuccess: (changed) => {
      putAnswer(queryClient, accountQuery().queryKey, changed);
      void shortcutsChanged(queryClient);
      notifications.show({ message: 'Company updated', color: 'teal' });
    },
  });
  if (account.linkClicks === null) return null;
  const { isCounted, sample } = account.linkClicks;
  return (
    <Section title="Calendar links">
      <Switch
        label="Count clicks"
        description={`Calendar shortcuts in everyone's texts become short links at ${new URL(sample).host}. Calendars shows how many were clicked.`}
        checked={change.isPending ? change.variables : isCounted}
        onChange={(event) => {
          if (!change.isPending) change.mutate(event.currentTarget.checked);
        }}
      />
    </Section>
  );
}
