import { SECOND_STEP_RESET_HOURS } from '../../../contract/staff/people.ts';
import type { Deps } from '../../deps.ts';
import { formatPhone } from '../../phone.ts';
import { type Composed, compose } from '../mails/compose.ts';

type Site = Pick<Deps, 'publicUrl'>;

interface Decided {
  phoneNumber: string;
  reason: string;
}

export function numberApproved({ phoneNumber, reason }: Decided, { publicUrl }: Site): Composed {
  return compose({
    subject: `Your number ${formatPhone(phoneNumber)} is active`,
    paragraphs: [
      'We have checked your number by hand. You can text from it now.',
      `What we noted: ${reason}`,
    ],
    button: { label: 'Open Messages', url: `${publicUrl}/dashboard/messages` },
  });
}

export function numberRejected({ phoneNumber, reason }: Decided, { publicUrl }: Site): Composed {
  return compose({
    subject: `Your number ${formatPhone(phoneNumber)} can't be used`,
    paragraphs: [
      'We have checked your number by hand, and it can’t be activated.',
      `Why: ${reason}`,
      'Contact us from the Support tab if you think that this is wrong. An admin of your company can get you another number.',
    ],
    button: { label: 'Go to Account', url: `${publicUrl}/dashboard/account` },
  });
}

export function numberReopened({ phoneNumber, reason }: Decided, { publicUrl }: Site): Composed {
  return compose({
    subject: `Your number ${formatPhone(phoneNumber)} is being checked again`,
    paragraphs: ['We have asked the carrier about your number again.', `Why: ${reason}`],
    button: { label: 'Go to Account', url: `${publicUrl}/dashboard/account` },
  });
}

export function secondStepResetAsked(
  given: { staffName: string; token: string; dueAt: Date; timezone: string },
  { publicUrl }: Site,
): Composed {
  const when = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: given.timezone,
  }).format(given.dueAt);
  return compose({
    subject: `Your two-factor authentication will be turned off in ${SECOND_STEP_RESET_HOURS} hours`,
    paragraphs: [
      `${given.staffName} of Hiretext support was asked to help somebody in who has lost their second step, and has checked who they are.`,
      `On ${when} your authenticator app and your passkeys are removed, and signing in needs the password only, until you set up a second step again.`,
      "If you didn't ask for this, keep your second step, and set a new password.",
    ],
    button: { label: 'Keep my second step', url: `${publicUrl}/keep-second-step?token=${given.token}` },
    footnote: 'If you asked for this, there is nothing to do.',
  });
}
