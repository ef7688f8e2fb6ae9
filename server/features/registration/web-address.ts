/** As a person types it, with https where no scheme is given; null when it is no address of a website. */
export function normalWebAddress(typed: string): URL | null {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isHost = url.hostname.includes('.') && url.username === '' && url.password === '';
  return isWeb && isHost ? url : null;
}
