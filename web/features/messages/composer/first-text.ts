import type { Account } from '../../../../contract/accounts.ts';
import { personName } from '../../../../contract/person-name.ts';
import type { User } from '../../../../contract/users.ts';

/** Where candidates can check the person's number, if an admin lets them. */
export const numberPageOf = ({ seat }: User, { numberPageEnabled }: Account): string | null =>
  numberPageEnabled && seat?.twilioNumber ? `${location.origin}/v/${seat.twilioNumber.slice(1)}` : null;

/**
 * The first text to a person names the sender and says how to stop (CTIA messaging principles). The caret belongs
 * between the two, where the reason for writing goes.
 */
export function firstText(names: {
  candidate: string;
  sender: { firstName: string; lastName: string };
  company: string;
  numberPage?: string | null;
}): { text: string; caret: number } {
  const hello = names.candidate ? `Hi ${names.candidate}, this` : 'Hi, this';
  // Until someone names the company, it has the name of the person who signed up.
  const named = names.company !== '' && names.company !== personName(names.sender);
  const from = named ? ` from ${names.company}` : '';
  const opening = `${hello} is ${names.sender.firstName}${from}. `;
  const check = names.numberPage ? `Check this number: ${names.numberPage} ` : '';
  return { text: `${opening} ${check}Reply STOP to opt out.`, caret: opening.length };
}
