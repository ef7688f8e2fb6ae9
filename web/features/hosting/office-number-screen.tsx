import { useQuery } from '@tanstack/react-query';
import { QUARANTINE_DAYS } from '../../../contract/numbers.ts';
import { userQuery } from '../../lib/session/me.ts';
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
          ? `You text from ${number} until your office number is ready. After that, texts to the old one still reach you for ${QUARANTINE_DAYS} days.`
          : 'Text from a landline or office number that your company already has.'
      }
    >
      <OwnNumber />
    </Page>
  );
}
