import { useMe } from '../../lib/session/use-me.ts';
import { Section } from '../../ui/section.tsx';
import { OutOfOfficeForm } from '../out-of-office/out-of-office-form.tsx';
import { CallForwarding } from './profile/call-forwarding.tsx';

/** What candidates hear when someone is away, and where calls ring. */
export function AvailabilityScreen() {
  const { user } = useMe();
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
          <CallForwarding />
        </Section>
      )}
    </>
  );
}
