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

/** Those whose texts to the candidate go to another phone from now on, unless they have seen to it themselves. */
export async function mailOwners(
  tx: Tx,
  deps: Pick<Deps, 'publicUrl' | 'sealer' | 'newId'>,
  { accountId, userId }: Session,
  { before, threads, to }: { before: CandidateRow; threads: ConversationRow[]; to: string },
): Promise<void> {
  const byOwner = new Map(threads.map((thread) => [ownerOf(thread), thread.id]));
  const who = personName(await findUser(tx, accountId, userId));
  const from = formatPhone(before.phoneNumber);
  const candidate = candidateName({ ...before, phoneNumberFormatted: from });
  for (const [ownerId, threadId] of byOwner) {
    if (ownerId === null || ownerId === userId) continue;
    await mailUser(
      tx,
      deps,
      { accountId, userId: ownerId },
      compose({
        subject: "A candidate's number changed",
        paragraphs: [
          `${who} changed the number of ${candidate} from ${from} to ${formatPhone(to)}.`,
          "Before your next text, we'll ask you to confirm the new number. Automatic texts wait until you text them there.",
        ],
        button: { label: 'Open conversation', url: `${deps.publicUrl}/dashboard/messages/${threadId}` },
      }),
    );
  }
}
