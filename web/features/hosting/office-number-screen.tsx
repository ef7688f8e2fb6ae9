import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../lib/me.ts';
import { Page } from '../../ui/page.tsx';
import { OwnNumber } from './own-number.tsx';

/** For whoever has a number already and moves to the one that their company is known by. */
export function OfficeNumberScreen() {
  const { data: user } = useQuery(userQuery());
  const number = user?.seat?.metadata.isHosted ? null : user?.seat?.twilioNumberFormatted;
  return (
    <Page
      title="Use your office number"
      lead={
        number
          ? `You text from ${number} until the new one is ready. Texts to it still reach you for 30 days after that.`
          : 'Text from a landline or office number that your company already has.'
      }
    >
      <OwnNumber />
    </Page>
  );
}
