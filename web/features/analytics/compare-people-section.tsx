import { Switch } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { useToggle } from '../../lib/api/use-save.ts';
import { accountQuery } from '../../lib/session/me.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';

/** For admins of teams. */
export function ComparePeopleSection() {
  const { account } = useMe();
  const change = useToggle(account.comparesPeople, {
    save: (comparesPeople) => call(routes.updateAccount, { body: { comparesPeople } }),
    keep: (queryClient, changed) => putAnswer(queryClient, accountQuery().queryKey, changed),
    done: 'Company updated',
  });
  return (
    <Section title="Analytics">
      <Switch
        label="Let admins compare people"
        description="Admins can sort the people in Analytics by their figures, not only by name. Members only ever see their own."
        {...change}
      />
    </Section>
  );
}
