import { notifications } from '@mantine/notifications';
import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { captchaToken } from '../../lib/session/captcha.ts';

export async function sendVerificationEmail(email: string): Promise<void> {
  await call(routes.sendVerificationEmail, {
    body: { email, captchaToken: await captchaToken('sendVerificationEmail') },
  });
  notifications.show({ message: 'Verification email sent!', color: 'teal' });
}
