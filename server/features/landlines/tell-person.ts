import { type LandlineRejection, landlineRejections } from '../../../contract/landlines.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { formatPhone } from '../../phone.ts';
import { compose } from '../mails/compose.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import type { LandlineRow } from './store.ts';

/** A review takes days, so whoever began it is told when it has ended. */
export async function tellPerson(
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'newId' | 'publicUrl'>,
  order: Pick<LandlineRow, 'email' | 'phoneNumber'>,
  end: 'linked' | { rejection: LandlineRejection },
): Promise<void> {
  // Whoever was erased meanwhile has none.
  if (order.email === '') return;
  const number = formatPhone(order.phoneNumber);
  if (end === 'linked') {
    const mail = compose({
      subject: `${number} can text`,
      paragraphs: [
        'Your number is ready: candidates can text it, and you can text them from it. Calls to it stay as they were.',
      ],
      button: { label: 'Go to Messages', url: `${deps.publicUrl}/dashboard/messages` },
    });
    await enqueueMail(tx, deps, { to: order.email, ...mail });
    return;
  }
  const { sentence, advice } = landlineRejections[end.rejection];
  const mail = compose({
    subject: `${number} was rejected`,
    paragraphs: [`It can't text yet. ${sentence}`, advice],
    button: { label: 'See what to do', url: `${deps.publicUrl}/dashboard/account/landline` },
  });
  await enqueueMail(tx, deps, { to: order.email, ...mail });
}
