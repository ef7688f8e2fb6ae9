import { END, ME, MYSELF, NOT_NEGATED } from './guards.ts';

/** Removal, consent, and somebody else. */
export const REMOVING: string[] = [
  // Removal.
  `(?<!<not>(?:<soft>|<want>(?:<to|you|me>){1,2})?)(?<!<i|they|did|them>(?:<can|have|soft|to|you>){0,3})(?<!<x|xs|job|they|them><be>)<remove>(?:<soft|you|again|of|det>){0,4}(?:${MYSELF}|<number>|<my|this|them>(?:<x|xs>)?<number>)(?!(?:<x|soft|list>){0,2}<number|job>)(?!<off|of|to|place|time>(?:<det|my|this|x|your|xs>){0,3}<job>)(?!<job>)(?!<of>(?:<my|det>)<x|xs|kin|friend|them>)`,
  '(?<!<not>)<removeMe>(?!(?:<of|off|to>){0,2}(?:<det|my>){0,2}<job>)',
  '<my><number>(?:<x|me>){0,1}<remove>',
  // "This number is no longer Paula's", "c'est plus le numéro de Karim".
  '<this>(?:<x>)?<number>(?:<soft>)?<not><be>(?:<again|soft>)?<of>|<this|be>(?:<not>)?<again><det>?<number><of>(?:<name|x|det>)',
  // Chinese order.
  '^(?:<soft|can|you>){0,4}(?:<me>|<number>)(?:<off|list|of|your|you>){0,4}<remove>(?:<soft|again>){0,2}$',
  // "Remove her from whatever list this is."
  '(?<!<not>)<take|get|remove><them|their>(?:<soft|off|of>){1,3}(?:<your>|<whichever>)(?:<x|xs|your>){0,2}<list|contact>',
  `^(?:<soft|name|can|you>){0,4}<remove>(?:<soft|name|off|det|your|list|to>){0,5}$`,
  `(?<!<not>(?:<soft>|<want>(?:<to|you>){1,2})?)(?<!<i|they|did|them>(?:<can|have|soft|to|you>){0,3})<take|get|keep|remove|lose>(?:<soft>)?${ME}(?:<soft>){0,2}<off|of>(?:<soft>){0,2}(?:(?:<of|det|your|this|my|xs|x|contact|spam|again>){0,4}<list|number|contact>(?!<job>)|${END})`,
  `(?<!<not>.{0,4})(?<!<did><you>.{0,5})(?<!<have>)(?<!<be><i>.{0,2})(?<!<i><be>.{0,2})<off>(?!(?<=<job><off>)<det>)(?:<of|your|this|det>){1,2}(?:<contact|spam|calling|x>){0,2}<list>`,
  '<can><i><be|get><removed>(?!<x|xs|job>)(?!<off|to>(?:<det|my|x>){0,2}<job>)|<want|can|say|signed>(?:<x|xs|soft>){0,2}(?:<to>)?(?:<be|get>)?<removed>(?!<off|to>(?:<det|my|x>){0,2}<job>)',
  '<want|say><to><be><removed>|<get><off><this|your|det>(?:<x|contact>)?<list>|<want><off><this|your|det>',
  `${NOT_NEGATED}(?<!<i|they|did>(?:<can|have|soft>){0,2})<lose><soft>*(?:<my|this|det>)<x>?<number|contact>`,
  '<stop><of|off><det|your|this>?<list>|<want>(?:<my|this><number>|<me>)<removed>',
  '^(?:<soft|do>){0,3}<not><use><this|my><number>|<stop><use><this|my><number>|<stop><bad>',
  '(?:<number>|^(?:<soft>){0,2})<not><be>(?:<of>)?(?:<my><number>(?!<of><x|xs|job>)|<name>)|^(?:<soft|no>){0,3}<not><name>$',
  '^(?:<soft|name|can|you>){0,5}<close>(?:<soft>)?<my>(?:<soft|x>)?<account>(?:<soft|name|off|and>){0,3}$',
  '^(?:<soft|name|can|you>){0,4}<have><me><removed>|<x><i><be><removed>(?:<off><your|this>|$)',
  '<take|get><me><off><this>(?:<x|xs>)?(?:<soft>){0,2}$|(?<!<be|have>)<me><off><of>?(?:<this|your|det>){1,2}<contact>',
  '<add>(?:<me>|<my><number>)(?:<on|to|x>){0,2}(?:<your|det|this>){0,2}<authority>|<block><my><number>',
  '<phone>(?:<can|be|get|have|soft>){1,3}<removed>(?!<off|to>(?:<det|my|x>){0,2}<job>)',
  '<remove|lose|close>(?:<soft>)?<my><contact>(?!<number|person|x>)|<me|number>(?:<off>)?(?:<your|you>)?<list><x>?<remove>',
  '<confirm|why>(?:<this|you|i|have|be|not|soft|my|number>){0,5}<removed>(?:<me>|<off><your|this>|$)',
  '^(?:<soft|name>){0,3}<remove>(?:<soft|det|you|have|of>){1,5}<on|off|of><me>$',
  // Consent.
  '<revoke>(?:<soft|my|det|x>){0,3}<consent>|<end><my><consent>',
  '<not>(?:<have|gave|x|can|do|det|soft|contacted|your|my|you>){0,4}<consent>(?!(?:<to|off|of>)(?:<det|my|x>){0,2}<job>)(?!<off>)',
  '<no><consent>',
  '<i>(?:<do|did|have|soft|be>){0,3}<not><soft>*<signed>(?!<this><one>|(?<=<appliedFor>)<this>)(?!(?:<to|soft|off>){0,2}(?:<det|my|this|x>){0,2}<job>)(?!<det>|<job>|<x>|<time>)',
  '<i>(?:<do|did|have|soft>){0,3}<not><soft>*(?:<x|gave>)(?:<you|me|x|off>){0,2}(?:<det|my|this>){1,2}<number|consent>',
  '<not><soft>*(?:<say|want>)(?:<to>)?(?:<this|your|be>)(?:<contact|contacted>|$)',
  '^(?:<soft|name|no>){0,3}<never>(?:<soft>)?<signed>(?!(?:<to|soft|off>){0,2}(?:<det|my|x>){0,2}<job>)(?!<job>|<x>|<time>)',
  '<consent>(?:<be|have|soft>){0,2}<revoked>|<not><say>(?:<you>(?:<can|to>){1,2}|<to><be|get>)<have|contact|send|calling|pester|contacted>',
  '^(?:<soft|no>){0,3}<did>?<not><signed>(?:<soft|to|this>){0,3}$|^<soft>*<revoke>(?:<det|soft>){0,2}$',
  // Somebody else.
  '<not>(?:<xs|this|them|name>|<det>)(?:<soft>)?<number>',
  '(?<!<not>)(?:<they|this|i|soft>|<my><number>)(?:<be>)?<not>(?:<soft|be>)?<name>(?:<soft|again>){0,3}$|<you>(?:<have|soft|can>){1,3}<det><wrong><name>',
  '<no>(?!<thing>)<name|x|xs>(?:<name>)?<here>|<nobody>(?:<soft|x|me>){0,2}(?:<place>|<name>|<x><name>)|<be><no><name>',
  '<not><know><who>(?:<name>{1,2}|<this|they>)<be>(?:<soft|again>){0,2}$',
  '<not><know>(?:<det|x|soft|no>){0,2}<name>|<i><not><know><you>(?:<soft>)?$',
  '<name|they|them|person>(?:<do|x|have|soft>){0,2}<not>(?:<soft>)?<have|x|xs|use>(?:<this|det>)(?:<x>)?<number>',
  '<this><number>(?:<soft|do>){0,2}(?:<not><x>|<x><to><they|x|soft>)',
  '<phone>(?:<soft|do|be|not>){0,3}<belongs>(?!<me|i>)|<phone>(?:<be|have|soft>){0,3}<reassigned>',
  '(?:^|<soft>)(?:<name|heShe>)(?:<soft>)?<changed>(?:<his|det|a>)?<x>?<phone>',
  '<i>(?:<soft>){0,2}<have>{1,2}(?:<soft>){0,2}<this>(?:<x>)?<phone>(?:<soft>)?(?:<to>|<x|job|time>|$)',
  '^(?:<soft|name>){0,3}(?:<this|they>(?:<number>)?<be>|<you>(?:<be>)?(?:<contact|contacted|calling>|<have>?<x>))(?:<soft>)?(?:<a|my>|<det>(?!.*<phone>))?(?:<x|xs|job>){0,2}<otherKind>(?:<phone|otherKind>|$|<soft>|<to><det>|<not>)',
  '<phone><belongs>|^(?:<soft|name>){0,3}<i><be>(?:<soft|only>)?<childAge>(?:<yearsOld|soft>){0,2}$',
  '^(?:<soft|name>){0,3}(?:<heShe|name><name>?)(?:<be|have|soft>){0,2}<died>(?!<det|his>)',
  '(?<!<soft>)<noOne>(?:<me|soft>)?<lives>(?:<x|name>){1,2}(?:<me|lives|soft|again>){0,3}$|<no><name|x><lives><me>',
  '^(?:<soft|name>){0,3}(?:<i|this|they><be>)<not><name>(?:<soft|again>){0,3}(?:$|<never|you|who|i>)',
  '^(?:<soft|name>){0,3}<wrong><name>(?:<soft>){0,2}$',
  '^(?:<soft|name|x>){0,2}<otherPerson>(?!<to><det>?<job|x|xs>)',
  // "Se equivocó", not "de fecha".
  '^(?:<soft|name|you|be|i|of|they|me>){0,3}<mistook>(?:<soft|name|you|of|number|person>){0,3}$',
  '<name|heShe>(?:<be|do|have>){0,2}<not>(?:<be|have|soft>){0,2}<at|on><this|det><phone>|<be><not><det>?<name>(?:<name|soft>)?<me>',
  '<you><have><my|his>(?:<job|x>)?<xs|kin><phone>(?:<soft>)?$|^(?:<soft|name>){0,3}<this><be><not><their>(?:<soft>){0,2}$',
  '^(?:<soft|name>){0,3}<i><be><a><minor>(?:<soft>)?$|<this><phone><usedTo>|^(?:<soft>){0,2}<this><usedTo>(?:<x|xs|kin>){1,2}<phone>$',
  '<name><do><not><lives><me|at>',
  '^(?:<soft|name|do>){0,3}<not><keep>(?:<my|this>)<x>?<number>|<me>(?:<can|you>){1,2}<remove><of|off>',
  // Longer than anyone gives their own number out for; a title and a name that we don't know.
  '<this>(?:<be|have|soft>){0,3}<my>(?:<phone>){1,2}(?:<since>|<to>(?:<x|xs>){0,2}<years>)|<this><have><be><my><phone>',
  '<my><phone>(?:<soft>)?<not><his>(?:<soft|x|xs>){0,2}$',
  '^(?:<soft|name|this|i|be|they|no>){0,4}<not><title>(?:<x|xs|name>){1,2}(?:<soft|again>){0,2}$',
  '<not><know>(?:<they|det|x|nobody>){0,2}<named><x|name|xs>(?:<soft|again>){0,2}$|<no>(?:<x|name|xs>){1,2}<at><this|det><phone>',
  '<noLonger|not>(?:<be>)?(?:<det|a>)?<valid><phone|contact|person><to>(?:<name|x>)',
  '<noLonger>(?:<be>)?<det>?<valid>?<phone|contact><to>(?:<name|x>)|<phone><be><noLonger>(?:<valid><to>(?:<name|x>)|<xs|name><phone>?$)',
  '<on|to>(?:<your|det|this>){1,2}<no>(?:<contact|call|calling>)?<list>',
  '^(?:<soft|name>){0,3}<take>(?:<me|number>|<my|this>(?:<x|xs>)?<number>)<down>(?:<soft>){0,2}(?:$|<off|of>)',
  '^(?:<soft|name>){0,3}<take><down><my>(?:<x|xs>)?<number>(?:<soft>){0,2}(?:$|<off|of>)',
  '^(?:<soft|name>){0,3}<take><my>(?:<x|xs>)?<number><off|down><of>?<your|this>',
];

/** "Wrong number", unless it was the candidate's own text that went astray. */
export const MISDIRECTED: string[] = [
  '^(?:<soft>){0,2}<me><notBe><x|name>(?:<soft>)?$',
  `(?<!<i|job|them|they|gave|number>(?:<have|gave|contacted|soft|be|did|can|get|my>){1,3}(?:<det|my>)?)(?<!<gave><off><det>)(?<!<this>(?:<be><this|they>|<soft>)(?:<det>)?)<wrong>(?:<contact|x>)?(?:<phone|person>)(?!<of|to|past>|<x><me>|<time|place|off>(?:<my|det>))(?!<x>(?:<off|x>)?$)`,
  '<wrongSent>',
];
export const ASTRAY: string[] = ['<oops>'];

/** By who never meant to, and not by who couldn't yet. */
export const NEVER_APPLIED: string[] = [
  '(?:(?:^|<i|soft|x>)(?:<have>)?<never>|<i><did><not>)(?:<soft>)?<applied>(?:(?:<soft|again|place|x>)?$|<to>(?:<you|your|this|me>|<a>))(?!<x><time>)',
  '(?:(?:^|<i|soft|x>)(?:<have>)?<never>|<i><did><not>)(?:<soft>)?<appliedFor><a>(?!<job>(?!$|<to>)|<one>)',
  '<not><recall><signed>(?!(?:<to|soft>){0,2}(?:<det|my>){0,2}<job>)',
];
export const KEEN: string[] = ['<keen>|(?<!<not>.{0,2})<interested>'];

/** "Who is Ashley? This is my number." Neither half says so alone. */
export const SOMEBODY_ELSE: string[] = ['<who>(?:<soft>)?<be>(?:<x|xs|name>){1,2}$'];
/** "Where did you get this number? Just remove it." */
export const REMOVING_IT: string[] = [
  '^(?:<soft|name|only|can|you>){0,4}(?:<remove><they|this>|<removeIt>)(?:<soft>){0,2}$',
];
export const OUR_NUMBER: string[] = ['<this|they|my|your>(?:<be|have>){0,2}<my>?(?:<phone>){1,2}'];

/** "Who gave you my number? Was it my cousin?" */
export const WHO_GAVE: string[] = ['<whoGave>'];
export const ACQUAINTED: string[] = ['<source>|(?:<my>|<soft>)(?:<x|xs>)?<kin|friend>|<wasIt>'];
