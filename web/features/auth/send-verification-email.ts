import * as routes from '../../../contract/routes.ts';
import { call } from '../../lib/api/api.ts';
import { showDone } from '../../lib/notices.ts';
import { captchaToken } from '../../lib/session/captcha.ts';

export async function sendVerificationEmail(email: string): Promise<void> {
  await call(routes.sendVerificationEmail, {
    body: { email, captchaToken: await captchaToken('sendVerificationEmail') },
  });
  showDone('Verification email sent!');
}
