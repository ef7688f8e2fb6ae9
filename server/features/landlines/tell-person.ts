import { type LandlineRejection, landlineRejections } from '../../../contract/landlines.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { compose } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { formatPhone } from '../../phone.ts';
import type { LandlineRow } from './store.ts';

/** A review takes days, so the person who started it is notified when it has ended. */
export async function tellPerson(
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'newId' | 'publicUrl'>,
  order: Pick<LandlineRow, 'email' | 'phoneNumber'>,
  end: 'linked' | { rejection: LandlineRejection },
): Promise<void> {
  // A person erased meanwhile has none.
  if (order.email === '') return;
  const number = formatPhone(order.phoneNumber);
  if (end === 'linked') {
    const mail = compose({
      subject: `You can now text from ${number}`,
      paragraphs: [
        'Your landline is ready: you can text candidates from it, and they can text you back. Calls to it work the way they always have.',
      ],
      button: { label: 'Go to Messages', url: `${deps.publicUrl}/dashboard/messages` },
    });
    await enqueueMail(tx, deps, { to: order.email, ...mail });
    return;
  }
  const { sentence, advice } = landlineRejections[end.rejection];
  const mail = compose({
    subject: `Your landline ${number} was rejected`,
    paragraphs: [`You can't text from it yet. ${sentence}`, advice],
    button: { label: 'See what to do', url: `${deps.publicUrl}/dashboard/account/landline` },
  });
  await enqueueMail(tx, deps, { to: order.email, ...mail });
}
