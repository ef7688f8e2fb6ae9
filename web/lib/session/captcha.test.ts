import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CaptchaToken } from '../../../contract/auth.ts';
import { failures } from '../../../contract/failure.ts';
import * as routes from '../../../contract/routes.ts';
import { captchaSecrets, makeChallenge } from '../../testing/captcha.ts';
import { createFakeApi, type FakeApi } from '../../testing/fake-api.ts';
import { captchaToken } from './captcha.ts';

let api: FakeApi;
beforeEach(() => {
  api = createFakeApi();
  vi.stubGlobal('fetch', api.handle);
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.turnstile;
  document.head.replaceChildren();
  document.body.replaceChildren();
});

test('nothing is sent where no captcha is wanted', async () => {
  api.answer(routes.getCaptchaChallenge, { type: 'off' });
  expect(await captchaToken('signup')).toBeUndefined();
  expect(api.asked(routes.getCaptchaChallenge).map(({ query }) => query)).toEqual([{ action: 'signup' }]);
});

describe('altcha', () => {
  test('is solved as the server wants it', async () => {
    const challenge = await makeChallenge('signup');
    api.answer(routes.getCaptchaChallenge, { type: 'altcha', challenge });
    const token = CaptchaToken.parse(await captchaToken('signup'));
    const sent = JSON.parse(atob(token ?? ''));
    expect(sent.challenge).toEqual(JSON.parse(JSON.stringify(challenge)));
    expect(sent.solution.counter).toBe(12);
    expect(await verifySolution({ ...sent, deriveKey, ...captchaSecrets })).toMatchObject({ verified: true });
  });

  test('is solved again for every call', async () => {
    api.answer(routes.getCaptchaChallenge, async () => ({
      type: 'altcha' as const,
      challenge: await makeChallenge('signup'),
    }));
    expect(await captchaToken('signup')).not.toBe(await captchaToken('signup'));
  });

  test('that can not be solved shows the server’s message', async () => {
    const challenge = await makeChallenge('signup');
    challenge.parameters.keyPrefix = 'nothing';
    api.answer(routes.getCaptchaChallenge, { type: 'altcha', challenge });
    await expect(captchaToken('signup')).rejects.toMatchObject({
      code: 'captcha_invalid',
      message: failures.captcha_invalid.message,
    });
  });
});

describe('Turnstile', () => {
  type Widget = Parameters<NonNullable<Window['turnstile']>['render']>[1];

  /** A fake of Cloudflare's script: `behave` is what the widget does. */
  function installTurnstile(behave: (widget: Widget) => void) {
    const shown: { sitekey: string; action: string; container: HTMLElement }[] = [];
    const removed: string[] = [];
    window.turnstile = {
      render: (container, widget) => {
        shown.push({ sitekey: widget.sitekey, action: widget.action, container });
        setTimeout(() => behave(widget));
        return `widget ${shown.length}`;
      },
      remove: (id) => removed.push(id),
    };
    return { shown, removed };
  }

  /** happy-dom runs no scripts of others. */
  const script = () =>
    vi.waitFor(() => {
      const found = document.head.querySelector('script');
      if (!found) throw new Error('No script was added');
      return found;
    });

  beforeEach(() => {
    api.answer(routes.getCaptchaChallenge, { type: 'turnstile', siteKey: '0x4-site' });
    // Scripts are only ever looked at here.
    vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      for (const node of nodes as HTMLScriptElement[]) {
        const stand = document.createElement('script');
        stand.dataset.src = node.src;
        stand.addEventListener('load', () => node.dispatchEvent(new Event('load')));
        stand.addEventListener('error', () => node.dispatchEvent(new Event('error')));
        document.head.appendChild(stand);
      }
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test("gives its widget's token, and leaves nothing on the page", async () => {
    const asked = captchaToken('signup');
    const added = await script();
    expect(added.dataset.src).toBe('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit');
    const { shown, removed } = installTurnstile((widget) => widget.callback('the token'));
    added.dispatchEvent(new Event('load'));
    expect(await asked).toBe('the token');
    expect(shown).toMatchObject([{ sitekey: '0x4-site', action: 'signup' }]);
    expect(shown[0]?.container.isConnected).toBe(false);
    expect(removed).toEqual(['widget 1']);
  });

  test('is loaded once', async () => {
    installTurnstile((widget) => widget.callback('the token'));
    expect(await captchaToken('signup')).toBe('the token');
    expect(document.head.querySelector('script')).toBeNull();
  });

  test.each<[string, (widget: Widget) => void]>([
    ['fails', (widget) => widget['error-callback']('110200')],
    ['is not answered', (widget) => widget['timeout-callback']()],
  ])('that %s shows the server’s message', async (_, behave) => {
    const { removed } = installTurnstile(behave);
    await expect(captchaToken('signup')).rejects.toMatchObject({ code: 'captcha_invalid' });
    expect(removed).toEqual(['widget 1']);
    expect(document.body.children).toHaveLength(0);
  });

  test('that can not be loaded shows the same message', async () => {
    const asked = captchaToken('signup');
    const refused = expect(asked).rejects.toMatchObject({ code: 'captcha_invalid' });
    (await script()).dispatchEvent(new Event('error'));
    await refused;
  });
});
