import { QUARANTINE_DAYS } from '../../../contract/numbers.ts';

/** What becomes of a number that is given up, for the dialogs that ask about it. */
export const oldNumber = (number: string | null): string =>
  `Texts to ${number ?? 'the old number'} still arrive for ${QUARANTINE_DAYS} days. Then it is given back to the carrier.`;
