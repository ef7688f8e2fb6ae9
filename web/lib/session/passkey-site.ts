/** Whether passkeys can be used here; `address`: they belong to a name, and this page is reached by a number. */
type PasskeySite = 'here' | 'address' | 'browser';

const IP_ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/;
const THIS_MACHINE = /^(127\.\d+\.\d+\.\d+|\[::1\])$/;

export function passkeySite(hostname = window.location.hostname): PasskeySite {
  if (IP_ADDRESS.test(hostname)) return 'address';
  return typeof window.PublicKeyCredential === 'function' ? 'here' : 'browser';
}

/** The address by which this very machine is called by its name; null elsewhere. */
export function namedAddress({ hostname, href } = window.location): string | null {
  if (!THIS_MACHINE.test(hostname)) return null;
  const url = new URL(href);
  url.hostname = 'localhost';
  return url.href;
}
