import type { MergeValues } from '../merge-attributes.ts';

export const LINT_OWNERS = {
  carriers: 'Carriers (CTIA guidelines)',
  practice: 'Good practice',
} as const;

export type LintRule =
  | 'capitals'
  | 'repeats'
  | 'shortener'
  | 'domain'
  | 'filtered'
  | 'timezone'
  | 'company'
  | 'grade';

export interface LintFinding {
  rule: LintRule;
  sentence: string;
  /** Whose rule it is. */
  owner: keyof typeof LINT_OWNERS;
  /** Where the body has it first. Null: it's about all of it. */
  range: [from: number, to: number] | null;
  /** The whole body without what was found. */
  fix: { label: string; body: string } | null;
}

/** What is known about a text. Rules that need a missing fact find nothing. */
export interface LintFacts {
  /** Values of merge attributes. */
  values: MergeValues;
  /** Null where the company has no name yet. */
  company: string | null;
  sender: { firstName: string; lastName: string };
  /** No one has texted this candidate from this number before. */
  isFirst: boolean;
  /** It goes to many: fixes put merge attributes in, not names. */
  isTemplate: boolean;
  /** The company's own. */
  domains: readonly string[];
  /** IANA names. */
  zones: { sender: string; candidate: readonly string[] } | null;
  /** When it goes out. */
  at: Date;
}
