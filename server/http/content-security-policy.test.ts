import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const policyWith = (name: 'altcha' | 'turnstile' | 'off') =>
  contentSecurityPolicy({
    publicUrl: 'https://texts.example.com',
    captcha: {
      name,
      challenge: async () => ({ type: 'off' }),
      verify: async () => true,
      sweep: async () => {},
    },
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
});
