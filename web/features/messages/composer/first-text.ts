import { personName } from '../../../../contract/person-name.ts';

/**
 * The first text to a person names the sender and says how to stop (CTIA messaging principles). The caret belongs
 * between the two, where the reason for writing goes.
 */
export function firstText(names: {
  candidate: string;
  sender: { firstName: string; lastName: string };
  company: string;
}): { text: string; caret: number } {
  const hello = names.candidate ? `Hi ${names.candidate}, this` : 'Hi, this';
  // Until someone names the company, it has the name of the person who signed up.
  const named = names.company !== '' && names.company !== personName(names.sender);
  const from = named ? ` from ${names.company}` : '';
  const opening = `${hello} is ${names.sender.firstName}${from}. `;
  return { text: `${opening} Reply STOP to opt out.`, caret: opening.length };
}
