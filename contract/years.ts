/** Times that calendars have. */
export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2099;
export const WHICH_YEARS = `Choose a time between ${FIRST_YEAR} and ${LAST_YEAR}`;

export function isUsualYear(iso: string): boolean {
  const year = new Date(iso).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}
