import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeTurnstile, startFakeTurnstile } from '../fakes/fake-turnstile.ts';
import type { Captcha } from '../port.ts';
import { captchaSuite } from '../suite.ts';
import { createTurnstileCaptcha } from './turnstile.ts';

const at = { ip: '192.0.2.1', action: 'signup' } as const;

const captchaOf = (
  { url, siteKey, secretKey }: FakeTurnstile,
  changes: { secretKey?: string; timeoutMs?: number } = {},
): Captcha => createTurnstileCaptcha({ siteKey, secretKey, apiBaseUrl: url, ...changes });

captchaSuite(async () => {
  const turnstile = await startFakeTurnstile();
  return {
    captcha: captchaOf(turnstile),
    solve: async () => turnstile.solve(),
    stop: turnstile.stop,
  };
});

describe('Turnstile', () => {
  let turnstile: FakeTurnstile;
  beforeEach(async () => {
    turnstile = await startFakeTurnstile();
  });
  afterEach(() => turnstile.stop());

  it('is asked in a form, with the address of who asks', async () => {
    const token = turnstile.solve();
    await captchaOf(turnstile).verify(token, at);
    const [asked] = turnstile.asked;
    expect(asked?.contentType).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(asked?.form ?? [])).toEqual({
      secret: turnstile.secretKey,
      response: token,
      remoteip: '192.0.2.1',
    });
  });

  it('that names no action, or another one, is not believed', async () => {
    const captcha = captchaOf(turnstile);
    for (const of of [{}, { action: '' }, { action: 'sendMagicLink' }]) {
      turnstile.answerNext({ status: 200, body: { success: true, 'error-codes': [], ...of } });
      expect(await captcha.verify(turnstile.solve(), at)).toBe(false);
    }
  });

  it('is not asked about what can be no token of its', async () => {
    const captcha = captchaOf(turnstile);
    expect(await captcha.verify('', at)).toBe(false);
    expect(await captcha.verify('A'.repeat(2049), at)).toBe(false);
    expect(turnstile.asked).toEqual([]);
  });

  it.each([
    ['is broken', { status: 500, body: {} }],
    ['is broken, whatever it says', { status: 503, body: { success: true } }],
    ['says that it is broken', { status: 200, body: { success: false, 'error-codes': ['internal-error'] } }],
    ['gives no reason', { status: 200, body: { success: false, 'error-codes': [] } }],
    ['says something else', { status: 200, body: '<html>' }],
    ['says nothing', { status: 200, body: 'null' }],
    ['leads elsewhere', { status: 307, headers: { location: '/turnstile/v0/siteverify' } }],
    ['breaks off', 'drop' as const],
    ['does not answer', 'hang' as const],
    ['does not finish', { status: 200, body: '{"success":true', stall: true }],
  ])('that %s decides nothing, and the token can be tried again', async (_, answer) => {
    const impatient = captchaOf(turnstile, { timeoutMs: 300 });
    const token = turnstile.solve();
    turnstile.answerNext(answer);
    await expect(impatient.verify(token, at)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await captchaOf(turnstile).verify(token, at)).toBe(true);
  });

  it('that is out of reach decides nothing', async () => {
    const captcha = captchaOf({ ...turnstile, url: 'http://127.0.0.1:1' });
    await expect(captcha.verify(turnstile.solve(), at)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('with a wrong secret is a fault of ours, which the log names and the person does not read', async () => {
    const asked = captchaOf(turnstile, { secretKey: 'wrong' }).verify(turnstile.solve(), at);
    const failure = await asked.catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable', details: undefined });
    expect(String((failure as Error).cause)).toBe('Error: Turnstile: refused with invalid-input-secret');
  });
});
