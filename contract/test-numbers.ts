import type { DeliveryErrorCode } from './delivery-error.ts';

/* Phones that behave in their own way when a test key texts them, as test cards do. All others get their text. */

type TestNumber = {
  /** The last four digits, of 555-01xx in any area code. */
  line: `01${number}`;
} & (
  | { does: 'refuse' | 'undeliver'; errorCode: DeliveryErrorCode }
  | { does: 'answer'; body: string }
  /** Taken and delivered, but the carrier's reply is lost. */
  | { does: 'loseReply' }
);

export const TEST_NUMBERS: readonly TestNumber[] = [
  { line: '0110', does: 'refuse', errorCode: 'invalid_recipient' },
  { line: '0111', does: 'refuse', errorCode: 'not_textable' },
  { line: '0112', does: 'refuse', errorCode: 'opted_out' },
  { line: '0113', does: 'refuse', errorCode: 'carrier_account' },
  { line: '0120', does: 'undeliver', errorCode: 'unreachable' },
  { line: '0121', does: 'undeliver', errorCode: 'filtered' },
  { line: '0122', does: 'undeliver', errorCode: 'unknown_error' },
  { line: '0130', does: 'answer', body: 'Yes' },
  { line: '0131', does: 'answer', body: 'STOP' },
  { line: '0132', does: 'answer', body: 'Can we talk tomorrow at 9?' },
  { line: '0140', does: 'loseReply' },
];

/** One sentence for each, for the API reference. */
export function testNumberInWords(number: TestNumber): string {
  const phone = `\`+1 ___ 555 ${number.line}\``;
  switch (number.does) {
    case 'refuse':
      return `${phone}: the text fails with \`${number.errorCode}\`.`;
    case 'undeliver':
      return `${phone}: the text is sent, then \`undelivered\` with \`${number.errorCode}\`.`;
    case 'answer':
      return `${phone}: the text is delivered, and the candidate answers “${number.body}”.`;
    case 'loseReply':
      return `${phone}: the text is \`unknown\` for a second, then delivered.`;
  }
}
