/** What comes after `/l/` in a short link. */
export const CODE_LENGTH = 9;
