import { QUARANTINE_DAYS } from '../../../contract/numbers.ts';

/** What happens to a number that is given up, for the dialogs that confirm it. */
export const oldNumber = (number: string | null): string =>
  `Texts to ${number ?? 'the old number'} still arrive for ${QUARANTINE_DAYS} days. After that, the number goes back to the carrier.`;
