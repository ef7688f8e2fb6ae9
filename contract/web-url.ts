import { isReadable } from './name.ts';

/** http, https or ftp, a host or localhost, perhaps a port of two to five digits and a path. */
const WEB_URL =
  /^(?:https?|ftp):\/\/(?:localhost|\[[\da-f:.]+\]|[^\s/?#:@.[\]]+(?:\.[^\s/?#:@.[\]]+)+)(?::\d{2,5})?(?:[/?#]\S*)?$/i;

export const isWebUrl = (text: string): boolean => WEB_URL.test(text) && isReadable(text);

export const notWebUrl = (field: string) => `The ${field} field must be a valid URL.`;
