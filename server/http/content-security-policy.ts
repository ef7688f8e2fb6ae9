import type { Deps } from '../deps.ts';

const TURNSTILE = 'https://challenges.cloudflare.com';

/** Scripts come from us alone, but for Turnstile where it is the captcha. Styles may be inline: the component library sets them on elements. */
export function contentSecurityPolicy({ publicUrl, captcha }: Pick<Deps, 'publicUrl' | 'captcha'>) {
  const turnstile = captcha.name === 'turnstile';
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...(turnstile ? [TURNSTILE] : [])],
      ...(turnstile ? { frameSrc: [TURNSTILE] } : {}),
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'"],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(publicUrl.startsWith('https:') ? { upgradeInsecureRequests: [] } : {}),
    },
  };
}
