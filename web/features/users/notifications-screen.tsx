import { Section } from '../../ui/section.tsx';
import { useLoaded } from './account-frame.tsx';
import { NotificationChoices } from './profile/notification-choices.tsx';

export function NotificationsScreen() {
  const { user } = useLoaded();
  return (
    <Section title="Notifications" text="Choose how you hear about new texts.">
      <NotificationChoices user={user} />
    </Section>
  );
}
