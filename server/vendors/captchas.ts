import type pg from 'pg';
import { createAltchaCaptcha } from '../adapters/captcha/altcha/altcha.ts';
import { createNoCaptcha } from '../adapters/captcha/off/off.ts';
import type { Captcha } from '../adapters/captcha/port.ts';
import { createTurnstileCaptcha } from '../adapters/captcha/turnstile/turnstile.ts';
import type { CaptchaSettings } from '../env/vendors.ts';

/** The one place that knows all of them. */
export function chooseCaptcha(
  settings: CaptchaSettings,
  deps: { pool: pg.Pool; key: Uint8Array; clock: () => Date },
): Captcha {
  switch (settings.vendor) {
    case 'altcha':
      return createAltchaCaptcha({
        pool: deps.pool,
        key: deps.key,
        clock: deps.clock,
      });
    case 'turnstile': {
      const { siteKey, secretKey, apiBaseUrl } = settings;
      return createTurnstileCaptcha({
        siteKey,
        secretKey,
        ...(apiBaseUrl === undefined ? {} : { apiBaseUrl }),
      });
    }
    case 'off':
      return createNoCaptcha();
  }
}
