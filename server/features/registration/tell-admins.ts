import type { RegistrationFinding, RegistrationState } from '../../../contract/registration.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { listAdminEmails } from '../users/membership-store.ts';

/** Reviews take days, so people who can continue are notified when one has ended. */
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
        paragraphs: ['You can now text from your US numbers.'],
        button: { label: 'See registration', url },
      });
    case 'rejected':
      return compose({
        subject:
          from === 'approved' || from === 'suspended'
            ? "The carriers stopped accepting your company's texts"
            : 'The carriers rejected your registration',
        paragraphs: [
          "You can't text from your US numbers until you change your registration and submit it again. Here's what to change:",
          ...reasons,
        ],
        button: { label: 'Change registration', url },
      });
    case 'suspended':
      return compose({
        subject: 'The carriers suspended your registration',
        paragraphs: [
          "You can't text from your US numbers until the carriers lift the suspension.",
          ...reasons,
          "Contact us from the Support tab, and we'll take it up with the carriers.",
        ],
        button: { label: 'See registration', url },
      });
    default:
      return null;
  }
}
