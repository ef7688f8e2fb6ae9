import { Switch } from '@mantine/core';
import { useToggle } from '../../lib/api/use-save.ts';
import { savingAccount } from '../../lib/session/saving-account.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';
import { shortcutsChanged } from './calendars-query.ts';

/** For admins, where the server has short links. */
export function LinkClicksSection() {
  const { account } = useMe();
  const toggle = useToggle(account.linkClicks?.isCounted ?? false, {
    ...savingAccount,
    save: (countLinkClicks) => savingAccount.save({ countLinkClicks }),
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
