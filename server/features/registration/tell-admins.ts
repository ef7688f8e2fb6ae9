import type { RegistrationFinding, RegistrationState } from '../../../contract/registration.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../mails/compose.ts';
import { enqueueMail } from '../mails/enqueue-mail.ts';
import { listAdminEmails } from '../users/membership-store.ts';

/** Reviews take days, so whoever can go on is told when one has ended. */
export async function tellAdmins(
  tx: Tx,
  deps: Pick<Deps, 'sealer' | 'newId' | 'publicUrl'>,
  accountId: string,
  change: { from: RegistrationState; to: RegistrationState; findings: RegistrationFinding[] },
): Promise<void> {
  const mail = mailAbout(change, `${deps.publicUrl}/dashboard/account/registration`);
  if (mail === null) return;
  const emails = await listAdminEmails(tx, accountId);
  await enqueueMail(tx, deps, ...emails.map((to) => ({ to, ...mail })));
}

function mailAbout(
  { from, to, findings }: { from: RegistrationState; to: RegistrationState; findings: RegistrationFinding[] },
  url: string,
): Composed | null {
  const reasons = findings.map(({ sentence, fix }) => (fix === null ? sentence : `${sentence} ${fix}`));
  switch (to) {
    case 'approved':
      return compose({
        subject:
          from === 'suspended'
            ? 'Your company can text again'
            : 'Your company is registered with the carriers',
        paragraphs: ['The carriers now take texts from your US numbers.'],
        button: { label: 'See the registration', url },
      });
    case 'rejected':
      return compose({
        subject:
          from === 'approved' || from === 'suspended'
            ? 'The carriers take no more texts from your company'
            : 'The carriers did not accept your registration',
        paragraphs: [
          'Nothing is sent from your US numbers until the registration is changed and handed in again. The carriers say:',
          ...reasons,
        ],
        button: { label: 'Change it', url },
      });
    case 'suspended':
      return compose({
        subject: 'The carriers have suspended your registration',
        paragraphs: [
          'Until that has ended, nothing is sent from your US numbers.',
          ...reasons,
          'Write to us: we take it up with the carriers.',
        ],
        button: { label: 'See the registration', url },
      });
    default:
      return null;
  }
}
