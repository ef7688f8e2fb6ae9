import type { PersonInTemplates } from './preview-values.ts';

/** The recipient, as far as sentences and templates need it. */
export interface Texted extends PersonInTemplates {
  /** None for a number that no candidate has. */
  id?: string;
  phoneNumber: string;
}
