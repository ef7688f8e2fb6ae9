/** A system that tells of so few at once has more likely lost a right than canceled the others: it has to say so again. */
export function isDoubtful({ known, told }: { known: number; told: number }): boolean {
  return (told === 0 && known >= 2) || (known >= 5 && told * 3 < known);
}

/** Later than this, the same answer counts. The next sync is, a second webhook or reminder may not be. */
export const CONFIRMED_AFTER_MS = 3 * 60_000;
