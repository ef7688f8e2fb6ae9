import { Stack } from '@mantine/core';
import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';
import { TextTotals } from '../analytics/text-totals.tsx';
import { ContactCardSection } from '../contact-card/contact-card-section.tsx';
import { NumberCard } from '../numbers/number-card.tsx';
import { GuidedStart } from '../start/guided-start.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { AvatarField } from './profile/avatar-field.tsx';
import { ProfileForm } from './profile/profile-form.tsx';

/** Who someone is here, and the number candidates know them by. */
export function AccountScreen() {
  const { user } = useMe();
  return (
    <>
      <GuidedStart />
      <Section title="Your number" text="Candidates see it when you text them.">
        <NumberCard />
      </Section>
      <Section title="Your texts" text="Automatic ones count too.">
        <TextTotals user={user} />
      </Section>
      <Section title="Profile" text={user.email}>
        <Stack gap="lg">
          <AvatarField />
          <ProfileForm />
        </Stack>
      </Section>
      {user.seat?.seatType === 'texter' && <ContactCardSection />}
      <Section title="Delete account" text="You have 30 days to change your mind.">
        <DeleteAccount />
      </Section>
    </>
  );
}
