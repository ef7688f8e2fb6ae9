import { personName } from '../../../contract/person-name.ts';
import { type Composed, compose } from '../../mail/compose.ts';

/** The writer, as support needs to know them. */
export interface Asker {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  emailVerified: boolean;
  userType: string;
  account: { id: string; name: string; type: string; planType: string };
}

export function mailOfSupportMessage(
  { subject, message }: { subject: string; message: string },
  { account, ...user }: Asker,
): Composed {
  const name = personName(user);
  // Anyone can sign up with someone else's address, who would be surprised by an answer.
  const address = user.emailVerified ? user.email : `${user.email} (not verified)`;
  return compose({
    subject: `Support: ${subject}`,
    paragraphs: message.split(/(?:\r?\n)+/).filter((line) => line.trim() !== ''),
    footnote: [
      `From ${name}, ${address}, ${user.userType} of ${account.name || 'an account without a name'}`,
      `(${account.type}, ${account.planType}).`,
      `User ${user.id}, account ${account.id}.`,
      'Replies to this email go to the person who wrote it.',
    ].join(' '),
  });
}
