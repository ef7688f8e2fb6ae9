import { describe, expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import type { HelpChatSettings } from '../env/vendors.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const form: HelpChatSettings = { type: 'form', supportEmail: 'help@example.com' };
const intercom: HelpChatSettings = { type: 'intercom', appId: 'abc123', region: 'us' };

const billingBy = (vendor: 'stripe' | 'sandbox') => ({ gateway: { vendor } }) as Deps['billing'];

const policyWith = (
  name: 'altcha' | 'turnstile' | 'off',
  helpChat: HelpChatSettings = form,
  billing: Deps['billing'] = billingBy('sandbox'),
) =>
  contentSecurityPolicy({
    publicUrl: 'https://texts.example.com',
    captcha: {
      name,
      challenge: async () => ({ type: 'off' }),
      verify: async () => true,
      sweep: async () => {},
    },
    helpChat,
    billing,
  }).directives;

describe('scripts and frames', () => {
  it.each(['altcha', 'off'] as const)('come from no one else with the captcha %s', (name) => {
    expect(policyWith(name)).toMatchObject({ scriptSrc: ["'self'"], defaultSrc: ["'self'"] });
    expect(policyWith(name)).not.toHaveProperty('frameSrc');
  });

  it('may come from Turnstile where it is the captcha', () => {
    expect(policyWith('turnstile')).toMatchObject({
      scriptSrc: ["'self'", 'https://challenges.cloudflare.com'],
      frameSrc: ['https://challenges.cloudflare.com'],
    });
  });

  it('may come from Intercom where it is the help chat, and from nowhere else', () => {
    const theirs =
      /^https:\/\/[\w*.-]*(?:intercom\.io|intercomcdn\.com|intercom-sheets\.com|intercom-reporting\.com)$/;
    const { scriptSrc, frameSrc = [] } = policyWith('altcha', intercom);
    expect(scriptSrc[0]).toBe("'self'");
    expect(scriptSrc.slice(1)).toContain('https://widget.intercom.io');
    expect([...scriptSrc.slice(1), ...frameSrc].filter((source) => !theirs.test(source))).toEqual([]);
    expect(policyWith('turnstile', intercom).frameSrc).toContain('https://challenges.cloudflare.com');
  });

  it('may come from Stripe where it takes the money, and from nowhere else', () => {
    const { scriptSrc, frameSrc, connectSrc } = policyWith('altcha', form, billingBy('stripe'));
    expect(scriptSrc).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']);
    expect(frameSrc).toEqual([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
    ]);
    expect(connectSrc).toEqual(["'self'", 'https://api.stripe.com']);
    for (const billing of [billingBy('sandbox'), null])
      expect(JSON.stringify(policyWith('altcha', intercom, billing))).not.toContain('stripe');
  });

  it.each([
    ['altcha', form],
    ['turnstile', form],
    ['altcha', intercom],
  ] as const)('are never written into a page, nor made of text, with %s and %o', (name, helpChat) => {
    expect(JSON.stringify(policyWith(name, helpChat).scriptSrc)).not.toMatch(
      /unsafe|data:|blob:|"\*"|https:"/,
    );
  });
});

it('a worker comes from us alone, whatever scripts may', () => {
  expect(policyWith('turnstile', intercom, billingBy('stripe')).workerSrc).toEqual(["'self'"]);
});

it('with the contact form, a page talks to us alone', () => {
  expect(JSON.stringify(policyWith('altcha', form))).not.toMatch(/intercom|https:|wss:/);
});
