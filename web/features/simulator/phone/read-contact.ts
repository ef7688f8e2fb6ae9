export interface Contact {
  name: string;
  /** Title, company, number and email, as far as it has them. */
  details: string[];
  /** For an `img`. */
  photo: string | null;
}

/** What a phone makes of a vCard; null for any other file. */
export function readContact(file: string): Contact | null {
  if (!file.startsWith('BEGIN:VCARD')) return null;
  const values = new Map(
    file
      .replace(/\r\n[ \t]/g, '')
      .split('\r\n')
      .map((line) => [/^\w+/.exec(line)?.[0] ?? '', line.slice(line.indexOf(':') + 1)]),
  );
  const textOf = (name: string) => values.get(name)?.replace(/\\(.)/g, '$1');
  const photo = values.get('PHOTO');
  return {
    name: textOf('FN') ?? '',
    details: ['TITLE', 'ORG', 'TEL', 'EMAIL'].flatMap((name) => textOf(name) ?? []),
    photo: photo === undefined ? null : `data:image/jpeg;base64,${photo}`,
  };
}
