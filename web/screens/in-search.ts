/* What an address may carry after its question mark, read as what it is meant to be. */

/**
 * A parameter of an address where it is a text that fits. Where it is not, it has to be named as undefined: what a
 * `validateSearch` leaves out, the router hands on as it came.
 */
export const textOf = (value: unknown, fits: RegExp = /^/): string | undefined =>
  typeof value === 'string' && fits.test(value) ? value : undefined;

/** What is searched for. A number typed into the address arrives as a number. */
export const searchOf = (value: unknown): string | undefined =>
  textOf(typeof value === 'number' ? String(value) : value, /\S/)
    ?.trim()
    .slice(0, 100);
