import { Stack } from '@mantine/core';
import { Section } from '../../ui/section.tsx';
import { NumberCard } from '../numbers/number-card.tsx';
import { GuidedStart } from '../start/guided-start.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { AvatarField } from './profile/avatar-field.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
import { TextTotals } from './profile/text-totals.tsx';
import { useLoaded } from './use-loaded.ts';

/** Who someone is here, and the number candidates know them by. */
export function AccountScreen() {
  const loaded = useLoaded();
  if (!loaded) return null;
  const { user, account } = loaded;
  return (
    <>
      <GuidedStart />
      <Section title="Your number" text="Candidates see it when you text them.">
        <NumberCard user={user} account={account} />
      </Section>
      <Section title="Your texts" text="Automatic ones count too.">
        <TextTotals user={user} />
      </Section>
      <Section title="Profile" text={user.email}>
        <Stack gap="lg">
          <AvatarField user={user} />
          <ProfileForm user={user} />
        </Stack>
      </Section>
      <Section title="Delete account" text="You have 30 days to change your mind.">
        <DeleteAccount user={user} account={account} />
      </Section>
    </>
  );
}
