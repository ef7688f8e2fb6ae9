/* What may stand before, within and after a request, and what may not. */

/** Who does it isn't who was asked: "I can't stop", "he won't stop", "did you stop", "they told me to stop", "don't stop". */
export const NOT_THEIRS =
  '(?<!<i|they|them>(?:<can|have|do|did|be|soft|not|to>){0,5})' +
  '(?<!<did|why|do>(?:<you|do|did|soft|they|det|job>){1,3})' +
  '(?<!<say><me|i|them|name>(?:<not>)?<to>)(?<!<x|xs|they|them|name><say><to>)(?<!<i><say><job|x|xs|them><to>)(?<!<want><me>(?:<to>)?)' +
  // "I told my old job to stop calling".
  '(?<!<say><my>(?:<job|x|xs|them|kin|friend>){1,3}<not>?<to>)' +
  // "They told my cousin to stop calling".
  '(?<!<they|them|x|xs|name|job><say><my|det|his>?(?:<x|xs|them|name|kin>){1,2}<not>?<to>)';
/** "Don't stop texting me"; "if you don't stop" is a threat. */
export const NOT_NEGATED =
  '(?<!(?<!<you>(?:<can|do|have>){0,2})<not>(?:<soft>|<want>(?:<to|me|you>){1,3}|<say>)?)';
export const CEASE = `${NOT_THEIRS}${NOT_NEGATED}`;
export const BETWEEN =
  '(?:<soft|name|det|of|my|your|this|me|get|send|to|again|no|can|and|you|keep>){0,5}(?:<x|xs>){0,2}(?:<soft|det|of|my|your|this|me|send>){0,2}';
/** "Don't call me before nine" is about when. */
export const NOT_WHEN = '(?!(?:<me|soft|this|you|number|my>){0,4}<time|if>)';
/** "Remove me", "delete my number". */
export const ME = '(?:<me>|<my|this>(?:<x|xs>)?<number>|<number>)';
/** "They told me not to call", "mornings don't call". */
export const NOT_TOLD = '(?<!<they|them|x|xs|name><say><me|i>)(?<!<time>)';
/** "Mi" is both: "quite mi", and "quite mi foto". */
export const MYSELF = '(?:(?!<my>)<me>|<me>(?!<x|xs|job>))';
export const END = `(?:<soft|name|again|this|me|you|i|no|xs|det>){0,4}$`;
export const ASK = '<contact|send|pester>';
