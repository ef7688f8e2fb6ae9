/**
 * The words after which Telnyx blocks the pair, or lifts the block, and texts a confirmation; only as the whole text
 * (support.telnyx.com, "SMS Opt-Out Keywords and Stop Words"). It does not answer HELP unless configured to.
 */
const keywords = {
  stop: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
  start: ['START', 'UNSTOP'],
  help: [],
} as const satisfies Record<string, readonly string[]>;

export function telnyxAnswers(keyword: keyof typeof keywords, body: string): boolean {
  const words: readonly string[] = keywords[keyword];
  return words.includes(body.trim().toUpperCase());
}
