/** Web addresses, emails and US phone numbers, as people write them. What ends a sentence is no part of them. */
const LINKS =
  /(?<web>\b(?:https?:\/\/|www\.)[^\s<>"]*[^\s<>"'.,;:!?)\]])|(?<mail>\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}\.[a-z]{2,63}\b)|(?<phone>(?<![\w+])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}\b|\+\d{8,15}\b)/giu;

/**
 * A text whose addresses and numbers can be opened. What a candidate wrote is a stranger's: a link opens beside the inbox,
 * which the page it leads to neither sees nor can change.
 */
export function LinkedText({ text }: { text: string }) {
  const parts: (string | { text: string; href: string })[] = [];
  let end = 0;
  for (const match of text.matchAll(LINKS)) {
    parts.push(text.slice(end, match.index), { text: match[0], href: hrefOf(match) });
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts.map((part, place) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change
      <a key={place} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ),
  );
}

function hrefOf({ 0: found, groups }: RegExpExecArray): string {
  if (groups?.mail) return `mailto:${found}`;
  if (groups?.phone) return `tel:${found.replace(/[^\d+]/g, '')}`;
  return /^www\./i.test(found) ? `https://${found}` : found;
}
