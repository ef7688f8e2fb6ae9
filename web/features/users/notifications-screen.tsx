import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';
import { InstallSection } from '../notifications/install-section.tsx';
import { NotificationChoices } from './profile/notification-choices.tsx';

export function NotificationsScreen() {
  const { user, account } = useMe();
  return (
    <>
      <Section title="Notifications" text="Choose how you hear about new texts.">
        <NotificationChoices user={user} account={account} />
      </Section>
      <InstallSection />
    </>
  );
}
