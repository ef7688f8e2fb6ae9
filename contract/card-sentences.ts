/* The specification's, letter for letter. */

export const CARD_EXPIRED = 'Your card is alredy expired';
export const NO_FULL_NAME = 'Full name must consist of first and last name';

export const isFullName = (name: string): boolean => name.trim().split(/\s+/).length >= 2;
