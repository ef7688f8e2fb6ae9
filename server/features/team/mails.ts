import { INVITATION_DAYS } from '../../../contract/team.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';
import { outsideWords } from '../../mail/outside-mail.ts';

/** Names of people and companies are user input: they go in sentences and in no heading. */
export function invitationMail(of: {
  companyName: string;
  inviterName: string;
  firstName: string | null;
  url: string;
}): Composed {
  return compose({
    subject: "You're invited to Hiretext",
    paragraphs: [
      `${of.firstName ? `Hi ${outsideWords(of.firstName)}, ` : ''}${outsideWords(of.inviterName)} invited you to text candidates with ${outsideWords(of.companyName)} on Hiretext.`,
      `Open this link to sign up. It works for ${INVITATION_DAYS} days.`,
    ],
    button: { label: 'Accept invitation', url: of.url },
    footnote: "If you don't know them, you can ignore this email.",
  });
}

export function welcomeBackMail(
  deps: Pick<Deps, 'publicUrl'>,
  of: { companyName: string; inviterName: string },
): Composed {
  return compose({
    subject: 'You have a seat on Hiretext again',
    paragraphs: [
      `${outsideWords(of.inviterName)} gave you a seat at ${outsideWords(of.companyName)} again. Sign in the way you did before.`,
      "If you've forgotten your password, set a new one from the sign-in page.",
    ],
    button: { label: 'Sign in', url: `${deps.publicUrl}/login` },
  });
}
