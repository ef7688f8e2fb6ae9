const CHARACTER = String.raw`[^\s\p{Cc}<>()[\]\\,;:"@]`;
const ADDRESS = new RegExp(`^${CHARACTER}+@${CHARACTER}+$`, 'u');

/** No list, no name, nothing that could end a line of the protocol or a header. */
export function isOneAddress(to: string): boolean {
  return ADDRESS.test(to);
}
