import { END, ME, NOT_NEGATED } from './guards.ts';

/** Removal, consent, and somebody else. */
export const REMOVING: string[] = [
  // Removal.
  `(?<!<not>(?:<soft>|<want>(?:<to|you|me>){1,2})?)(?<!<i|they|did|them>(?:<can|have|soft|to|you>){0,3})<remove>(?:<soft|you|again|of|det>){0,4}(?:<me|number>|<my|this|them>(?:<x|xs>)?<number>)(?!(?:<x|soft|list>){0,2}<number|job>)(?!<off|to|place|time>(?:<det|my|this|x|your|xs>){0,3}<job>)(?!<job>)`,
  '(?<!<not>)<removeMe>(?!(?:<of|off|to>){1,2}(?:<det|my>){0,2}<job>)',
  '<my><number>(?:<x|me>){0,1}<remove>',
  `^(?:<soft|name|can|you>){0,4}<remove>(?:<soft|name|off|det|your|list|to>){0,5}$`,
  `(?<!<not>(?:<soft>|<want>(?:<to|you>){1,2})?)(?<!<i|they|did|them>(?:<can|have|soft|to|you>){0,3})<take|get|keep|remove|lose>(?:<soft>)?${ME}(?:<soft>){0,2}<off>(?:<soft>){0,2}(?:(?:<of|det|your|this|my|xs|x|contact|spam|again>){0,4}<list|number|contact>(?!<job>)|${END})`,
  `(?<!<not>.{0,4})(?<!<did><you>.{0,5})(?<!<have>)(?<!<be><i>.{0,2})(?<!<i><be>.{0,2})<off>(?:<of|your|this|det>){1,2}(?:<contact|spam|calling|x>){0,2}<list>`,
  '<want|can|say|signed>(?:<x|xs>){0,2}(?:<to>)?(?:<be|get>)?<removed>(?!<off|to>(?:<det|my|x>){0,2}<job>)',
  '<want|say><to><be><removed>|<get><off><this|your|det>(?:<x|contact>)?<list>|<want><off><this|your|det>',
  `${NOT_NEGATED}(?<!<i|they|did>(?:<can|have|soft>){0,2})<lose><soft>*(?:<my|this>)<x>?<number|contact>`,
  '<stop><of|off><det|your|this>?<list>|<want>(?:<my|this><number>|<me>)<removed>',
  '^(?:<soft|do>){0,3}<not><use><this|my><number>|<stop><use><this|my><number>|<stop><bad>',
  '(?:<number>|^(?:<soft>){0,2})<not><be>(?:<of>)?(?:<my><number>|<name>)|^(?:<soft|no>){0,3}<not><name>$',
  // Consent.
  '<revoke>(?:<soft|my|det|x>){0,3}<consent>|<end><my><consent>',
  '<not>(?:<have|gave|x|can|do|det|soft|contacted|your|my|you>){0,4}<consent>(?!(?:<to|off|of>)(?:<det|my|x>){0,2}<job>)(?!<off>)',
  '<no><consent>',
  '<i>(?:<do|did|have|soft|be>){0,3}<not><soft>*<signed>(?!(?:<to|soft|off>){0,2}(?:<det|my|this|x>){0,2}<job>)(?!<det>|<job>|<x>|<time>)',
  '<i>(?:<do|did|have|soft>){0,3}<not><soft>*(?:<x|gave>)(?:<you|me|x>){0,2}(?:<det|my|this>){1,2}<number|consent>',
  '<not><soft>*(?:<say|want>)(?:<to>)?(?:<this|your|be>)(?:<contact|contacted>|$)',
  // Somebody else.
  `(?<!<i|job|them|they|gave|number>(?:<have|gave|contacted|soft|be|did|can|get|my>){1,3}(?:<det|my>)?)(?<!<gave><off><det>)(?<!<this>(?:<be><this|they>|<soft>)(?:<det>)?)<wrong>(?:<contact|x>)?(?:<number|person>)(?!<of|to|past>|<x><me>|<time|place|off>(?:<my|det>))(?!<x>(?:<off|x>)?$)`,
  '<not>(?:<xs|this|them|name>|<det>)(?:<soft>)?<number>',
  '(?<!<not>)(?:<they|this|i|soft>|<my><number>)(?:<be>)?<not>(?:<soft|be>)?<name>(?:<soft|again>){0,3}$|^(?:<this>)?(?:<be>)?<not><me>$|<you>(?:<have|soft>){1,2}<det><wrong><name>',
  '<no><name|x>(?:<name>)?<me>|<nobody>(?:<soft|x|me>){0,2}(?:<place>|<name>|<x><name>)|<be><no><name>',
  '<not><know>(?:<det|x|soft|no>){0,2}<name>|<i><not><know><you>(?:<soft>)?$',
  '<name|they|them|person>(?:<do|x>){0,2}<not>(?:<soft>)?<have|x|xs|use>(?:<this|det>)(?:<x>)?<number>',
  '<this><number>(?:<soft|do>){0,2}(?:<not><x>|<x><to><they|x|soft>)',
];
