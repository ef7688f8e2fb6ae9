/** Null for what is no zone's name, e.g. "Eastern Time (US & Canada)". */
export function ianaZone(name: string | null | undefined): string | null {
  if (!name?.includes('/')) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
