/**
 * The first text to a person names the sender and says how to stop (CTIA messaging principles). The caret belongs
 * between the two, where the reason for writing goes.
 */
export function firstText(names: { candidate: string; sender: string; company: string }): {
  text: string;
  caret: number;
} {
  const hello = names.candidate ? `Hi ${names.candidate}, this` : 'Hi, this';
  const from = names.company ? ` from ${names.company}` : '';
  const opening = `${hello} is ${names.sender}${from}. `;
  return { text: `${opening} Reply STOP to opt out.`, caret: opening.length };
}
