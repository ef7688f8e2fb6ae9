import type { Account } from '../../contract/accounts.ts';
import { personName } from '../../contract/person-name.ts';

/** Whom to ask, in a sentence: "Dana Reed or Cem Okafor". */
export function adminsOf({ admins }: Account): string {
  const names = admins.map(personName).filter(Boolean);
  return names.length > 0
    ? new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
    : 'an admin of your company';
}
