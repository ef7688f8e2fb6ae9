import type { Deps } from '../deps.ts';

const TURNSTILE = 'https://challenges.cloudflare.com';

/** What its card field needs: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  scriptSrc: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frameSrc: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connectSrc: ['https://api.stripe.com'],
};

/** What the Messenger needs: https://www.intercom.com/help/en/articles/3894-using-intercom-with-content-security-policy */
const INTERCOM = {
  scriptSrc: ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
  frameSrc: ['https://intercom-sheets.com', 'https://www.intercom-reporting.com'],
  connectSrc: [
    'https://*.intercom.io',
    'wss://*.intercom.io',
    'https://*.intercom-messenger.com',
    'wss://*.intercom-messenger.com',
    'https://uploads.intercomcdn.com',
    'https://uploads.intercomcdn.eu',
    'https://uploads.au.intercomcdn.com',
    'https://uploads.eu.intercomcdn.com',
    'https://uploads.intercomusercontent.com',
  ],
  imgSrc: [
    'https://*.intercomcdn.com',
    'https://*.intercomcdn.eu',
    'https://static.intercomassets.com',
    'https://*.intercomusercontent.com',
  ],
  mediaSrc: ['https://*.intercomcdn.com'],
  fontSrc: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
  formAction: ['https://intercom.help', 'https://*.intercom.io'],
};
const NO_CHAT: Partial<typeof INTERCOM> = {};
const NO_CARDS: Partial<typeof STRIPE> = {};

/**
 * Scripts come from us alone, but for Turnstile where it is the captcha, Stripe where it takes the money and Intercom where it is
 * the help chat. Styles may be inline: the component library sets them on elements.
 */
export function contentSecurityPolicy({
  publicUrl,
  captcha,
  helpChat,
  billing,
}: Pick<Deps, 'publicUrl' | 'captcha' | 'helpChat' | 'billing'>) {
  const turnstile = captcha.name === 'turnstile' ? [TURNSTILE] : [];
  const chat = helpChat.type === 'intercom' ? INTERCOM : NO_CHAT;
  const cards = billing?.gateway.vendor === 'stripe' ? STRIPE : NO_CARDS;
  const frameSrc = [...turnstile, ...(cards.frameSrc ?? []), ...(chat.frameSrc ?? [])];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...turnstile, ...(cards.scriptSrc ?? []), ...(chat.scriptSrc ?? [])],
      ...(frameSrc.length > 0 ? { frameSrc } : {}),
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...(chat.imgSrc ?? [])],
      mediaSrc: ["'self'", ...(chat.mediaSrc ?? [])],
      fontSrc: ["'self'", 'data:', ...(chat.fontSrc ?? [])],
      connectSrc: ["'self'", ...(cards.connectSrc ?? []), ...(chat.connectSrc ?? [])],
      // What it leaves out falls back to where scripts come from, and a worker sees every call of ours.
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'", ...(chat.formAction ?? [])],
      frameAncestors: ["'none'"],
      ...(publicUrl.startsWith('https:') ? { upgradeInsecureRequests: [] } : {}),
    },
  };
}
