import { Section } from '../../ui/section.tsx';
import { OutOfOfficeForm } from '../out-of-office/out-of-office-form.tsx';
import { CallForwarding } from './profile/call-forwarding.tsx';
import { useLoaded } from './use-loaded.ts';

/** What candidates hear when someone is away, and where calls ring. */
export function AvailabilityScreen() {
  const loaded = useLoaded();
  if (!loaded) return null;
  const { user } = loaded;
  return (
    <>
      <Section
        title="Out of office"
        text="Choose what candidates hear and who covers for you while you're away."
      >
        <OutOfOfficeForm />
      </Section>
      {user.seat?.twilioNumber && (
        <Section title="Call forwarding" text="Send calls to your number to another phone.">
          <CallForwarding user={user} />
        </Section>
      )}
    </>
  );
}
