import { Section } from '../../ui/section.tsx';
import { NotificationChoices } from './profile/notification-choices.tsx';
import { useLoaded } from './use-loaded.ts';

export function NotificationsScreen() {
  const loaded = useLoaded();
  if (!loaded) return null;
  const { user, account } = loaded;
  return (
    <Section title="Notifications" text="Choose how you hear about new texts.">
      <NotificationChoices user={user} account={account} />
    </Section>
  );
}
