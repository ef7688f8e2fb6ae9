import { expect, it } from 'vitest';
import * as routes from '../../../../contract/routes.ts';
import { createNoCaptcha } from './off.ts';

it('lets everyone pass, and says so', async () => {
  const captcha = createNoCaptcha();
  expect(routes.getCaptchaChallenge.reply.parse(await captcha.challenge('signup'))).toEqual({ type: 'off' });
  for (const token of ['', 'anything', 'anything'])
    expect(await captcha.verify(token, { ip: '192.0.2.1', action: 'signup' })).toBe(true);
});
