/**
 * The words that Twilio itself answers on long codes, and only as the whole text: it does not recognize "STOP PLEASE"
 * (twilio.com/docs/messaging/tutorials/advanced-opt-out).
 */
const keywords = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;

export function twilioAnswers(keyword: keyof typeof keywords, body: string): boolean {
  const word = body.trim().toUpperCase();
  return keywords[keyword].some((known) => known === word);
}
