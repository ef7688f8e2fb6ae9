import { Switch } from '@mantine/core';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { putAnswer } from '../../lib/api/cache.ts';
import { useToggle } from '../../lib/api/use-save.ts';
import { accountQuery } from '../../lib/session/me.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';
import { shortcutsChanged } from './calendars-query.ts';

/** For admins, where the server has short links. */
export function LinkClicksSection() {
  const { account } = useMe();
  const toggle = useToggle(account.linkClicks?.isCounted ?? false, {
    save: (countLinkClicks) => call(routes.updateAccount, { body: { countLinkClicks } }),
    done: 'Company updated',
    keep: (queryClient, changed) => putAnswer(queryClient, accountQuery().queryKey, changed),
    changes: shortcutsChanged,
  });
  if (account.linkClicks === null) return null;
  return (
    <Section title="Calendar links">
      <Switch
        label="Count clicks"
        description={`Calendar shortcuts in everyone's texts become short links at ${new URL(account.linkClicks.sample).host}. Calendars shows how many were clicked.`}
        {...toggle}
      />
    </Section>
  );
}
