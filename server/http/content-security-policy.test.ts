import { describe, expect, it } from 'vitest';
import type { HelpChatSettings } from '../env/vendors.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const form: HelpChatSettings = { type: 'form', supportEmail: 'help@example.com' };
const intercom: HelpChatSettings = { type: 'intercom', appId: 'abc123', region: 'us' };

const policyWith = (name: 'altcha' | 'turnstile' | 'off', helpChat: HelpChatSettings = form) =>
  contentSecurityPolicy({
    publicUrl: 'https://texts.example.com',
    captcha: {
      name,
      challenge: async () => ({ type: 'off' }),
      verify: async () => true,
      sweep: async () => {},
    },
    helpChat,
  }).directives;

describe('scripts and frames', () => {
  it.each(['altcha', 'off'] as const)('come from nobody else with the captcha %s', (name) => {
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

it('with the contact form, a page talks to us alone', () => {
  expect(JSON.stringify(policyWith('altcha', form))).not.toMatch(/intercom|https:|wss:/);
});
