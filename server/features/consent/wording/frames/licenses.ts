/* Clauses that ask for nothing, whatever words they have. */

/** "What happens if I reply STOP?" Not who was made to say it again. */
const KEYWORD = '<stop|optOut|end>(?!<contact|pester|send|calling|this|me|remove|i>)';
const ONCE =
  '(?!.*<howMany|keep|still|onceMore>.*<stop|optOut|end>)(?!.*<onceMore|tooOften|refusal|alone|pester>)(?!.*<stop|end>(?:<soft|me|my|get|to>){0,2}<contact|pester|send>)';
const ABOUT_THE_KEYWORD: string[] = [
  `^${ONCE}(?:.*(?:<wonder>|<can|be><i>|<do><i><have|want>)|<soft>{0,2}<can>).{0,5}<respond|answer|say|textVerb|send>(?:<soft|to|det|of|x|me>){0,2}${KEYWORD}`,
  '<stop|optOut><contact>?<was>',
  `^${ONCE}.*<says>(?:.{0,2}<respond|textVerb|send>)?.{0,2}${KEYWORD}`,
  `^${ONCE}(?:.{0,3}<meaning>.{0,5}${KEYWORD}|.*${KEYWORD}.{0,4}<meaning>)`,
];

/** "Don't take me off the list", and no "you didn't". */
const KEPT: string[] = [
  '(?<!<you|i|they|why|did|have|can>.{0,2})<not>(?:(?!<thanks|polite>)<soft|again|me|you|to|keep|can|of|time>){0,3}(?:<off>(?:<list|det|my|x>){0,3})?<remove|removeMe>(?!.*<contact|stop|spam|calling|send|pester>)',
  '<remove|removeMe><me>?<pas>',
];

/** "My kid texted STOP." */
const BY_ANOTHER: string[] = [
  `^${ONCE}.*<my>(?:<x|xs|kin|number|friend|minor>){1,3}(?:<soft|to>)?(?:<respond|contacted|replied|says|send|gave>){1,2}(?:<soft|det>){0,2}${KEYWORD}`,
];

/** "Why did the texts stop?", "why don't you text me anymore?" */
const MISSED: string[] = [
  '^(?:<soft|x>){0,2}<why>(?:<soft|you|do|did|have|be|can|again>){0,4}<not>(?:<soft|me|my|to|you|again|keep>){0,4}<contact|send|calling|get>',
  '^(?:<soft>){0,2}<why><did|have|be>(?:<det|your|you|this>){0,2}(?:<contact>(?:<soft>)?<stop>|<stop><contact|send>)',
];

export const ASKING_NOTHING: string[] = [...ABOUT_THE_KEYWORD, ...BY_ANOTHER, ...KEPT, ...MISSED];

/** "Just kidding" takes back the rest. */
export const KIDDING: string[] = ['^(?:<soft>){0,2}<kidding>(?:<soft|haha|x>){0,2}$'];

/** "Omg stop, that's amazing". */
export const EXCLAIMED: string[] = [
  '^(?!.*<polite>)(?:<soft|name|no|x|haha|joy>){0,3}<stop>(?:<they|this|me|soft|name|again|haha|joy|of>){0,3}$',
];
export const JOY: string[] = ['<joy>'];
export const LAUGHTER: string[] = ['^<haha>$|<haha>.{0,2}<stop>'];
export const TALK: string[] = ['^(?!(?:<soft|name|no>)*$)(?!.*<haha|stop|contact|pester|spam|send>).{2,}'];
