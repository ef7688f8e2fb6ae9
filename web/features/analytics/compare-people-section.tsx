import { Switch } from '@mantine/core';
import { useToggle } from '../../lib/api/use-save.ts';
import { savingAccount } from '../../lib/session/saving-account.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';

/** For admins of teams. */
export function ComparePeopleSection() {
  const { account } = useMe();
  const change = useToggle(account.comparesPeople, {
    ...savingAccount,
    save: (comparesPeople) => savingAccount.save({ comparesPeople }),
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
