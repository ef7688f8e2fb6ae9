import { CODE_MINUTES, LINK_HOURS } from '../../../contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';
import type { MailedPurpose, Owner } from './secrets/secret-store.ts';
import { tokenOf } from './secrets/secrets.ts';

const NOT_ASKED = "If you didn't ask for this, you can ignore this email.";

export function mailOf(
  purpose: MailedPurpose,
  of: { deps: Pick<Deps, 'publicUrl'>; owner: Owner; secret: string },
): Composed {
  const link = (path: string) => `${of.deps.publicUrl}${path}?token=${tokenOf(of.owner, of.secret)}`;
  switch (purpose) {
    case 'resetPassword':
      return compose({
        subject: 'Your code to set a new password',
        paragraphs: [`Enter this code to set a new password. It works for ${CODE_MINUTES} minutes.`],
        code: of.secret,
        footnote: NOT_ASKED,
      });
    case 'mfa':
      return compose({
        subject: 'Your code to sign in',
        paragraphs: [`Enter this code to sign in. It works for ${CODE_MINUTES} minutes.`],
        code: of.secret,
        footnote:
          "If you aren't signing in right now, someone knows your password, so change it. Never give this code to anyone.",
      });
    case 'verifyEmail':
      return compose({
        subject: 'Verify your email',
        paragraphs: [`Open this link to verify your email. It works for ${LINK_HOURS} hours.`],
        button: { label: 'Verify email', url: link('/emailVerificationSuccess') },
        footnote: NOT_ASKED,
      });
    case 'magicLink':
      return compose({
        subject: 'Your link to sign in',
        paragraphs: [
          `Open this link to sign in. It works once, and only for the next ${CODE_MINUTES} minutes.`,
        ],
        button: { label: 'Sign in', url: link('/magicLinkSuccess') },
        footnote: NOT_ASKED,
      });
  }
}
