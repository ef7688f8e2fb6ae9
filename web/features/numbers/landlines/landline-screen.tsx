import { QUARANTINE_DAYS } from '../../../../contract/numbers.ts';
import { useMe } from '../../../lib/session/use-me.ts';
import { paths } from '../../../paths.ts';
import { Page } from '../../../ui/page.tsx';
import { LandlineSteps } from './landline-steps.tsx';

/** For people who have a number and move to the landline that their company is known by. */
export function LandlineScreen() {
  const { user } = useMe();
  const number = user.seat?.metadata.isLandline ? null : user.seat?.twilioNumberFormatted;
  return (
    <Page
      back={{ to: paths.account, label: 'Account' }}
      title="Use your landline"
      lead={
        number
          ? `You text from ${number} until your landline is ready. After that, texts to the old number still reach you for ${QUARANTINE_DAYS} days.`
          : 'Text from a landline that your company already has.'
      }
    >
      <LandlineSteps />
    </Page>
  );
}
