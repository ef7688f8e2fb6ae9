/** What candidates have to read where they agree (CTIA, Messaging Principles, 5.1; Twilio's 30924 and 30545). */
export const DISCLOSURES =
  '“Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.”';

/** The required disclosures that are missing. */
export function undisclosed(text: string): string[] {
  return [
    /\bfrequen|\b(?:up to|about) \d+ (?:texts|messages|msgs)|\b\d+ (?:texts|messages|msgs?)\s?(?:\/|a|per) ?(?:day|week|month)/i.test(
      text,
    )
      ? null
      : 'how often you text',
    /\brates (?:may|might|could) apply|\bcarrier (?:fees|charges)/i.test(text)
      ? null
      : 'that message and data rates may apply',
    /\bSTOP\b|\b(?:opt(?:ing)?[- ]?out|unsubscribe)\b/i.test(text) ? null : 'how to opt out',
    /\bHELP\b/.test(text) ? null : 'how to get help',
  ].filter((each) => each !== null);
}

export const listed = (items: string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
