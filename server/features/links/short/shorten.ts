import type { ShortcutLink } from '../../../../contract/with-links.ts';
import { newCode, shortUrl } from './codes.ts';
import type { NewShortLink } from './store.ts';

export interface OwnLink extends ShortcutLink {
  /** Of the shortcut. */
  id: string;
}

/** Links of our own for those of shortcuts, and what has to be kept of those that a text then has. */
export function shorten(links: readonly OwnLink[], linkBaseUrl: string) {
  const made = links.map((link) => ({ ...link, code: newCode() }));
  return {
    links: made.map(({ code, ...link }) => ({ ...link, url: shortUrl(linkBaseUrl, code) })),
    usedIn: (body: string): Pick<NewShortLink, 'code' | 'shortcutId' | 'url'>[] =>
      made
        .filter(({ code }) => body.includes(shortUrl(linkBaseUrl, code)))
        .map(({ id, code, url }) => ({ code, shortcutId: id, url })),
  };
}
