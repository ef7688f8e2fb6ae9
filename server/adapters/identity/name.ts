const MOST_CHARACTERS = 100;

/** A person's name as a provider tells it, in one line; null when it tells none that can be used. */
export function nameOf(told: unknown): string | null {
  if (typeof told !== 'string') return null;
  const name = told.replace(/[\p{C}\s]+/gu, ' ').trim();
  return name === '' ? null : name.slice(0, MOST_CHARACTERS).toWellFormed();
}
