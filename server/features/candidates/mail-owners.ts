import { candidateName, personName } from '../../../contract/person-name.ts';
import type { Tx } from '../../db/connection.ts';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../http/session.ts';
import { compose } from '../../mail/compose.ts';
import { formatPhone } from '../../phone.ts';
import type { ConversationRow } from '../texting/conversations/store.ts';
import { mailUser } from '../users/mail-user.ts';
import { findUser } from '../users/store.ts';
import { ownerOf } from './rules.ts';
import type { CandidateRow } from './store.ts';

/**
 * Mails the owners of the candidate's conversations, except the person who made the change: where texts, or mails of interviews,
 * go from now on. Null: as before.
 */
export async function mailOwners(
  tx: Tx,
  deps: Pick<Deps, 'publicUrl' | 'sealer' | 'newId'>,
  { accountId, userId }: Session,
  {
    before,
    threads,
    to,
  }: {
    before: CandidateRow;
    threads: ConversationRow[];
    to: { phoneNumber: string | null; email: string | null };
  },
): Promise<void> {
  const what = to.phoneNumber !== null ? 'number' : 'email';
  const byOwner = new Map(threads.map((thread) => [ownerOf(thread), thread.id]));
  const who = personName(await findUser(tx, accountId, userId));
  const number = formatPhone(before.phoneNumber);
  const candidate = candidateName({ ...before, phoneNumberFormatted: number });
  for (const [ownerId, threadId] of byOwner) {
    if (ownerId === null || ownerId === userId) continue;
    await mailUser(
      tx,
      deps,
      { accountId, userId: ownerId },
      compose({
        subject: `A candidate's ${what} changed`,
        paragraphs: [
          ...(to.phoneNumber === null
            ? []
            : [
                `${who} changed the number of ${candidate} from ${number} to ${formatPhone(to.phoneNumber)}.`,
                "Before your next text, we'll ask you to confirm the new number. Automatic texts wait until you text them there.",
              ]),
          ...(to.email === null
            ? []
            : [
                `${who} changed the email of ${candidate} from ${before.email} to ${to.email}.`,
                'Emails about interviews booked from now on go there.',
              ]),
        ],
        button: { label: 'Open conversation', url: `${deps.publicUrl}/dashboard/messages/${threadId}` },
      }),
    );
  }
}
