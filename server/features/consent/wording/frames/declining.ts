import { ASK, NOT_TOLD, NOT_WHEN } from './guards.ts';

/** Not talking, and not wanting it. */
export const DECLINING: string[] = [
  // Not, and talk.
  `<you>(?:<can|be|have>){1,2}<not>(?:<be|can|to|soft|my|me|det|consent|of|signed>){0,5}<contact|send|pester|calling>(?!<back|them|you>)`,
  `<say|want|can>(?:<me|i|to|of|this>){0,1}<you>(?:<not|do>){1,2}(?:<to>)?<contact|send|pester|call|calling>`,
  `<not|no><want>?(?:<to>)?<contact>(?:<me|name|soft|i|this|time|number>){0,4}<again>`,
  `^(?:<soft|name|no>){0,3}<no><again>(?:<soft|name|of|this>){0,3}$`,
  `(?<!<i|they|you|why|if|them|nobody>(?:<do|did|soft|have|be|can>){0,3})<not>(?:<soft|again>){0,2}<call|calling|contact>(?:<me>)?<and><contact|call|calling>${NOT_WHEN}(?!(?:<my|det|this>)?<job|them|you>)(?!<my><x><them>)`,
  '^(?:<soft|name>){0,3}<end>(?:<me>|<my><number>)(?:<soft|name|off>){0,3}$',
  '<not><want><get><soft>?$',
  '<not><accept>(?:<det|your|this|get|soft>){0,2}<contact>',
  '<not>(?:<soft>)?<want>(?:<to|be|soft|have>){0,3}<time><this|your|det><list>',
  '^(?:<soft|name>){0,2}<take|get|remove><me><off><soft><i>|<this><be><pester>$',
  '^(?:<soft>){0,2}<not><signed>(?:<soft|to|this>){0,3}$',
  '<you>(?:<do>)?<not>(?:<have|want|soft>){1,2}<to>(?:<keep|soft>){0,2}<contact|pester>(?!<back|them|you|x|xs>|<me>?<time|back|if|x>)',
  '<rather><you>(?:<do|did|soft>){0,2}<not>(?:<soft>)?<contact|send|pester>(?!<back|them|you>)',
  '<rather>(?:<to|get>){0,2}<no><again>?<contact|calling|spam>',
  '<want|rather|say>(?:<to>)?<not>(?:<to|soft>){0,2}<get|be>(?:<this|your|det>){1,2}(?:<soft>)?$',
  '<want><to><not>(?:<soft>)?(?:<be|get><contacted>|<get>?<this|your|det>{0,2}<contact>)',
  '^(?:<soft|name>){0,3}<not><another><contact>|^<soft>*<never><again>$',
  '^(?:<soft|name>){0,3}<no><again>?<pester>',
  '(?<!<they|them>(?:<do|did>)?)<not><know>(?:<you|your>|<near><x|xs>)(?:<soft|and>){0,2}$|<not><know><who><you><be>',
  '^(?:<soft|i|do|name>){0,4}<not><want>(?:<a|no|det|of|this|your|contact>){1,3}(?:<soft|again|off|you>){0,3}$',
  '<noNeed>(?:<keep|soft>){0,2}<contact|pester>(?!<back|them|you|x|xs>|<me>?<time|back|if|x>)',
  '<goodOn>(?:<det|this|your|again|job>){0,3}<contact|spam|calling>(?!<x|xs|job|number>)|^(?:<soft|name>){0,3}<no><again>?<of><this|your>.{0,3}$',
  '<noNeedFor>(?:<again|det|this|your|job>){0,3}<contact|spam|calling>|<contact>(?:<be|soft>){1,2}<not>(?:<be>)?<needed>',
  '<sickOf>(?:<get><off|of><you>|<get>(?:<this|your>){1,2}<contact>?$)',
  // Not wanting them.
  `(?:<not>(?:<soft>){0,2}<want|interested|rather>|<rather|say>(?:<to>)?<not>)(?:<want|to|not|soft|interested|again>){0,4}(?:<get|be|have>)(?:<det|again|your|this|my|soft|of|off|job|me|x>){0,4}<contact|contacted|spam>${NOT_WHEN}(?!<you|them>)`,
  `(?:<not><soft>*<want|interested>|<not><get>?<want>)(?:<to|of|get|soft|be|again>){0,3}(?:<again|your|this|det|of|my|soft|x>){0,4}<contact|contacted>(?!<you|them|time>)(?<!<want><to>(?:<soft|keep>)?<contact>)`,
  `<not>(?:<soft>)?<want>(?:<to>)?<get>(?:<x|xs>){0,2}<off|you|again>(?:<off|you|again|x|xs>){0,2}$|<not>(?:<soft>)?<want>(?:<to>)?<get>(?:<this|your|xs|det>){1,2}(?:<contact|again>|$)`,
  `<not><soft>?<want>(?:<you|them|this>)(?:<to|keep|soft>){0,2}<contact|send|pester|calling>`,
  '<not><want><soft>{1,2}<me>?<contact|send|pester|calling>',
  '<not><soft>?<want>(?:<this|your|again|det|contact|job>){1,3}<contact|spam>',
  '<not><x|bad|soft|can><to>(?:<you>)?(?:<get|be|send>)?<contact|contacted>(?!<you|them>)',
  '(?<!<i|you|they|if|to>(?:<do|did|can|have>){0,2})<not><respond>(?:<me|soft|to|again|number|this>){0,4}$',
  '(?:<i>|^)(?:<have|soft>){0,2}<say|contacted|respond><stop>(?:<x|xs|soft|time|again>){0,3}(?:$|<and>)|^(?:<soft>){0,2}<can><you><not>(?:<soft>)?$',
  '^(?:<soft|name>){0,3}<likeStop>(?:<soft>)?<contact|send|pester><me>',
  '^(?:<soft>){0,2}(?:<this><be>)?<enough>$|^(?:<i>)?<do><not><want>(?:<this>)?(?:<again>)?$',
  '<rather><not><get|be>(?:<this|your|contact|contacted>)',
  // Hearing of jobs, mail instead, "I said no more".
  '(?:<not>(?:<soft>)?<want|interested>|<rather|want|say>(?:<to>)?<not>)(?:<to|soft|get>){0,2}<hear>(?:<of|det|your|this|again|soft|no>){1,5}<openings>',
  '(?<!<can><i>(?:<soft>)?)(?<!<i>(?:<can|to>){0,2})<mail>(?:<me|soft|my>){0,3}<insteadOf>(?:<soft|your|me>){0,2}<contact>(?!<det|x|xs|job|my|they>)',
  '<i><can><rather><mail>(?:<soft>)?<insteadOf><contact>',
  '<mail>(?:<soft|only>){0,2}<no|not><contact>$',
  '(?:<i>|^)(?:<soft|have>){0,3}<say>(?:<you>)?<no><again>(?:<soft|contact>){0,2}$(?<!^<say><no><again>)',
  '<i>(?:<soft|have>){0,3}<say>(?:<you>)?(?:<to>)?<end|enough>(?:<soft>){0,2}$',
  '<not>(?:<soft>)?<want>(?:<to|get|of|det>){0,3}<again>(?:<of|det|your|this>){0,2}<openings>(?:<soft|off|you|of>){0,3}$',
  '<not>(?:<soft>)?<want>(?:<again><get|of>?|<get><again>?)<this>(?:<x|xs|again|soft>){0,2}$',
];

/** Said of texts, which someone who would rather be called may not want at the moment. */
export const DECLINING_TEXTS: string[] = [
  `${NOT_TOLD}(?<!<i|they|you|why|if|them|nobody|who>(?:<do|did|soft|have|be|can>){1,3})(?<!<i|they|why|if>)(?<!<i|they|them>(?:<can|be|soft|have|do>){0,3})(?<!<contact|number|job|x|xs><be>)<not>(?:<soft|me|again|you|to|off|can|my|have|keep|be>){0,4}${ASK}${NOT_WHEN}(?!(?<=<pester>)<to|call|calling|x|xs>|(?<=<trouble>)$)(?!(?<=<send>)<me>?<to>)(?!(?:<soft|of|det|this|my|x|to>){0,3}<job|them|you|time|list>|<me><det|my|this>(?:<soft|x>){0,2}<job>)(?!(?:<soft|me>)?<det|x|xs|and>(?!.*<again>))(?!<no>)`,
  `(?<!<i|they|have|get|x|be|did|xs|do|not|them>(?:<det|x|not>)?)<no>(?:<again|soft|of|this|your|job|x>){0,3}<contact|spam|send>(?!<x|xs|job|number|time>|<have|be>)(?:<soft|name|again|off|me|you|to|this|number|my|and|of|i|can|spam|calling|wrong>){0,5}$`,
];

/** Said of calls and mails alone, which someone who invites texts may not want. */
export const DECLINING_CALLS: string[] = [
  // Not, and talk.
  `(?<!<i|they|you|why|if|them|nobody>(?:<do|did|soft|have|be|can>){0,3})${NOT_TOLD}<not>(?:<soft|me|again|you|to|can>){0,3}<call|calling>${NOT_WHEN}(?:<me|soft|name|again|to|number|this|my|and>){0,5}(?:$|<contact>)`,
  `(?<!<i|they|have|get|x|be|did|xs>)<no>(?:<again|soft>){0,2}<calling|call>(?:<soft|name|again|off|me|you>){0,3}$`,
];

/** A no to a job is one to us only where no other job is asked for. */
export const FLAT_NO: string[] = [
  '^(?!.*<not><say>|<be><you>)(?:<soft|name|no|i|me|be|xs|not|say|you|have|again>){0,9}<not|no>(?:<soft|me|be|have|i|can|again>){0,3}<interested>(?:<again>(?!.*<job>).{0,4}$|<whatever>(?!<one|job>).{0,4}$|<your>|(?:<x>)?<to><you>$|(?:<soft|name|again|i|no|stop|remove|end|say|me|push>){0,4}$|<to|of>?<get><this|your>)',
  '^(?:<soft|name>){0,3}<this>?<not><interested><pas>(?:<soft|name>){0,2}$',
  '^(?:<soft|name|i|have>){0,3}<lostInterest>(?:<soft>){0,2}$',
];
/** "Anything closer?", "keep me posted", "my sister might be": a job after all. No "I found another". */
export const OTHER_JOB: string[] = [
  '(?<!<not|no|found>.{0,3})(?<!<i>(?:(?!<want|rather|can|seeking>).){1,3})(?<!<someone>)<different>(?!<phone|person>)',
  '<do><you>(?:<soft>){0,2}<have>(?!<no>|<my|this|det><phone>)|(?<!<not|i>.?)<have><whichever>',
  '(?<!<not|no|stop|end>.{0,4})<inMind>|<letMe><know>(?:<soft>)?<if>',
  '(?<!<not|no|stop|end|you|they>.{0,2})<seeking>',
  '<maybe>(?!<not>)|(?<!<not|no>.{0,2})<keen>(?!.*<spam|annoying>)',
  '(?<!<not|stop>.{0,3})<my>(?:<x|xs>)?<kin|friend>',
];
/** "Not me", unless it is someone they know. */
export const NOT_ME: string[] = ['^(?:<soft>){0,2}(?:<this><be>)?<not><self>(?:<soft>){0,2}$'];
