import type { Scope } from '../../../../contract/scopes.ts';

/** What a key may do, by what it's about, as people say it. */
export const SCOPE_GROUPS: { name: string; scopes: Partial<Record<Scope, string>> }[] = [
  {
    name: 'Candidates',
    scopes: {
      'candidates:read': 'See candidates',
      'candidates:write': 'Add, change and delete candidates',
    },
  },
  {
    name: 'Conversations',
    scopes: {
      'conversations:read': 'See conversations and notes, without texts',
      'conversations:write': 'Assign, tag, snooze and archive conversations, and write notes',
    },
  },
  {
    name: 'Texts',
    scopes: {
      'texts:read': 'Read texts',
      'texts:send': 'Send texts',
      'texts:propose': 'Propose texts that a person approves',
    },
  },
  {
    name: 'Templates',
    scopes: { 'templates:read': 'See templates', 'templates:write': 'Add, change and delete templates' },
  },
  {
    name: 'Consent',
    scopes: { 'consent:read': 'See consent and opt-outs', 'consent:write': 'Record consent and opt-outs' },
  },
  {
    name: 'Company',
    scopes: {
      'numbers:read': 'See numbers and seats',
      'analytics:read': 'See analytics',
      'webhooks:manage': 'Manage webhooks',
      'export:read': 'Export everything that the company has',
    },
  },
];

const WORDS = new Map<string, string>(SCOPE_GROUPS.flatMap(({ scopes }) => Object.entries(scopes)));

export const scopeWords = (scopes: readonly Scope[]): string[] =>
  scopes.map((scope) => WORDS.get(scope) ?? scope);
