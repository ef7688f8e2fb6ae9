import { isAmong } from '../../../../contract/links-in.ts';

/** As a person types it, with https where no scheme is given; null when it is no address of a website. */
export function normalWebAddress(typed: string): URL | null {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.parse(withScheme);
  if (url === null) return null;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isHost = url.hostname.includes('.') && url.username === '' && url.password === '';
  return isWeb && isHost ? url : null;
}

/** As it is submitted: what opens without https only is refused for good (Twilio's 30964), and it was looked at with https. */
export function securedAddress(typed: string): string {
  return normalWebAddress(typed)?.href.replace(/^http:/, 'https:') ?? typed;
}

const SOCIAL = [
  'facebook.com',
  'fb.com',
  'instagram.com',
  'linkedin.com',
  'x.com',
  'twitter.com',
  'tiktok.com',
  'youtube.com',
  'linktr.ee',
  'pinterest.com',
  'threads.net',
];

export const isSocial = (url: URL) => isAmong(url.hostname, SOCIAL);
