import { SECOND_STEP_RESET_HOURS } from '../../../contract/staff/people.ts';
import type { Deps } from '../../deps.ts';
import { type Composed, compose } from '../../mail/compose.ts';
import { formatPhone } from '../../phone.ts';

type Site = Pick<Deps, 'publicUrl'>;

interface Decided {
  phoneNumber: string;
  reason: string;
}

export function numberApproved({ phoneNumber, reason }: Decided, { publicUrl }: Site): Composed {
  return compose({
    subject: `Your number ${formatPhone(phoneNumber)} is active`,
    paragraphs: ['We checked your number ourselves. You can text from it now.', `Our note: ${reason}`],
    button: { label: 'Open Messages', url: `${publicUrl}/dashboard/messages` },
  });
}

export function numberRejected({ phoneNumber, reason }: Decided, { publicUrl }: Site): Composed {
  return compose({
    subject: `You can't use your number ${formatPhone(phoneNumber)}`,
    paragraphs: [
      "We checked your number ourselves, and we can't activate it.",
      `Why: ${reason}`,
      'If you think this is wrong, contact us from the Support tab. An admin at your company can get you another number.',
    ],
    button: { label: 'Go to Account', url: `${publicUrl}/dashboard/account` },
  });
}

export function numberReopened({ phoneNumber, reason }: Decided, { publicUrl }: Site): Composed {
  return compose({
    subject: `We're checking your number ${formatPhone(phoneNumber)} again`,
    paragraphs: ['We asked the carrier about your number again.', `Why: ${reason}`],
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
    subject: `We'll turn off your two-factor authentication in ${SECOND_STEP_RESET_HOURS} hours`,
    paragraphs: [
      `Someone told Hiretext support that they can't get past two-factor authentication on your account. ${given.staffName} from support checked who they are.`,
      `On ${when}, we'll remove your authenticator app and your passkeys. You'll then sign in with just your password until you set up two-factor authentication again.`,
      "If you didn't ask for this, keep two-factor authentication on, and set a new password.",
    ],
    button: {
      label: 'Keep two-factor authentication',
      url: `${publicUrl}/keep-second-step?token=${given.token}`,
    },
    footnote: "If you asked for this, you don't need to do anything.",
  });
}
