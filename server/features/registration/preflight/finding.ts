import type { RegistrationField, RegistrationFinding } from '../../../../contract/registration.ts';

/** Reviewers refuse this. */
export const refusal = (field: RegistrationField, sentence: string, fix: string | null = null) =>
  ({ field, severity: 'refusal', sentence, fix }) satisfies RegistrationFinding;

/** It may be fine, but a person should look. */
export const warning = (field: RegistrationField, sentence: string, fix: string | null = null) =>
  ({ field, severity: 'warning', sentence, fix }) satisfies RegistrationFinding;
