/* What is said elsewhere in a text, which shows how a request is meant. */

/** "Don't call or text me" invites neither. */
const WELCOME = '(?<!<not|no|stop|end|and>.{0,2})';

/** "Don't call, text me". */
export const INVITING_TEXTS: string[] = [
  `${WELCOME}<textVerb>(?:<me>|<textBest>|<only>)`,
  `${WELCOME}<textMe>`,
  `${WELCOME}<texting>(?:<be>|<textBest>|<soft|you>{0,3}<only>)`,
  '(?:<only|rather>|<can>(?!<not>))(?:(?!<not|no|stop|end>).)?<texting>',
  `${WELCOME}<send>(?:<me|soft|det|to>){0,3}<texting>(?!.*<again>)`,
  `${WELCOME}<texting>(?:<soft>)?<to><me>(?!.*<again>)`,
];

/** "Don't text, just call". */
export const INVITING_CALLS: string[] = [
  '(?<!<and|no|not|to|you|keep|they|soft>)<callVerb>(?:<me>|<to><me>|<textBest>|<soft>{0,2}<only>)',
  '(?<!<not|no|and>.?)<me><callVerb>|<only><callVerb>|^<polite><callVerb>',
  '(?<!<not|no|and>)<callMe>',
];

/** Something that passes: "I'm driving", and nothing that lasts. */
export const PASSING: string[] = ['<passing>|<can><not>'];
export const FOR_GOOD: string[] = ['<forGood>|<stop|end|optOut|remove>'];
