/** Hosts of links, with or without a scheme; not those of emails. */
const LINK =
  /(?<![@\w.-])(?:(https?):\/\/)?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24})(?![@\w-])(\/[^\s"”’<>)\]]*)?/gi;

interface Link {
  /** Lower case. */
  host: string;
  /** With https, unless it was written otherwise. */
  address: string;
  isInsecure: boolean;
  /** Without a scheme and a path, so that it may be something else. */
  isBare: boolean;
  /** Where the text has it. */
  range: [from: number, to: number];
}

export function linksIn(text: string): Link[] {
  return [...text.matchAll(LINK)].map(({ 0: found, 1: scheme, 2: host = '', 3: rest, index }) => {
    const path = (rest ?? '').replace(/[.,;:!?]{1,9}$/, '');
    const protocol = (scheme ?? 'https').toLowerCase();
    return {
      host: host.toLowerCase(),
      address: `${protocol}://${host.toLowerCase()}${path}`,
      isInsecure: protocol === 'http',
      isBare: scheme === undefined && rest === undefined,
      range: [index, index + found.length - (rest ?? '').length + path.length],
    };
  });
}

/** Whether it's one of these domains or their subdomains. */
export const isAmong = (host: string, domains: readonly string[]) =>
  domains.some((each) => host === each || host.endsWith(`.${each}`));

/** Anyone can hide a link behind these, so carriers block them. */
export const SHORTENERS = [
  'bit.ly',
  'tinyurl.com',
  't.co',
  'goo.gl',
  'ow.ly',
  'is.gd',
  'buff.ly',
  'rebrand.ly',
  'cutt.ly',
  'rb.gy',
  'tiny.cc',
  'shorturl.at',
  't.ly',
  'lnkd.in',
  'bl.ink',
  'shorte.st',
  'v.gd',
  'tiny.one',
  's.id',
  'j.mp',
  'dlvr.it',
  'bitly.com',
];
