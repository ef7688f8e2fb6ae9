import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '../../../contract/accounts.ts';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { accountQuery } from '../../lib/session/me.ts';
import { Section } from '../../ui/section.tsx';

/** For admins of teams. */
export function ComparePeopleSection({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (comparesPeople: boolean) => call(routes.updateAccount, { body: { comparesPeople } }),
    onSuccess: (changed) => {
      putAnswer(queryClient, accountQuery().queryKey, changed);
      notifications.show({ message: 'Company updated', color: 'teal' });
    },
  });
  return (
    <Section title="Analytics">
      <Switch
        label="Let admins compare people"
        description="Admins can sort the people in Analytics by their figures, not only by name. Members only ever see their own."
        checked={change.isPending ? change.variables : account.comparesPeople}
        onChange={(event) => {
          if (!change.isPending) change.mutate(event.currentTarget.checked);
        }}
      />
    </Section>
  );
}
