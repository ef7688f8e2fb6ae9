const MOST_OF_AN_ERROR = 300;
const STACK = /\n[^\S\n]+at /;

/** What went wrong and not where, without what may be about a person. */
export function withoutPersonalData(error: string): string {
  const [what = ''] = error.trim().split(STACK);
  return (
    what
      .replace(/\s+/g, ' ')
      // Whatever is quoted came from somewhere.
      .replace(/"[^"]*"|“[^“”]*”|`[^`]*`|(?<!\w)'[^']*'(?!\w)/g, '“…”')
      .replace(/(?<![^\s@<>(),;:])[^\s@<>(),;:]+@[^\s@<>(),;:]+/g, '(address)')
      .replace(/\bhttps?:\/\/\S+/g, '(web address)')
      .replace(UUID_OR_NUMBER, (found) =>
        found.length === UUID_LENGTH && found.includes('-') ? found : '(number)',
      )
      .slice(0, MOST_OF_AN_ERROR)
  );
}

const UUID_LENGTH = 36;
/** Our ids mean nothing to anyone else; runs of digits may be a phone. */
const UUID_OR_NUMBER =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\+?\(?\d[\d().\s-]{4,}\d/g;
