import { BETWEEN, CEASE, END } from './guards.ts';

/** Cease, and what; "stop" itself; opting out. */
export const CEASING: string[] = [
  // Cease, and what.
  `${CEASE}<stop>${BETWEEN}<contact|pester|contacted|spam|send>`,
  `${CEASE}<stop|end>(?:<soft|send|get|to|det|this|your|my|me|of>){0,5}<job><contact>(?!<x|xs|job>)`,
  `${CEASE}<end>(?!<of>)${BETWEEN}<contact|pester|send|spam>(?!<number>)`,
  `<stop|end><get>${BETWEEN}<contact|contacted|this|calling>`,
  `${CEASE}<stop>(?:<soft|to|det>){0,3}<this|they|again|soft>(?:<soft|name|again|x>){0,3}$`,
  `<do|can|to><i><stop|end>(?:<soft|det|of|get|to>){0,3}(?:<this|contact|get|your|spam>)`,
  '<i><respond|textVerb|send><to><stop|optOut|end>$',
  // "Stop" itself, where nothing else is meant by it.
  `^(?:<soft|name|no|not|i|interested|again|say>){0,6}<stop>${END}`,
  `${CEASE}(?<=<soft|name|me|say|again|interested|no|enough|job|contact|bad|want|x>)<stop>(?:<soft|name|this|det|again>){0,4}$`,
  '(?:<you>|<want|say|can|have><this|you|they|contact>)(?:<soft|you|x>){0,2}<to>(?:<soft>){0,2}<stop>(?:<soft|name|this|again>){0,3}$',
  `(?<!<did|why|do><you>?)(?:^|<can|do|if><you>|<you><have|can|want>(?:<to>)?)(?:<soft|you>){0,3}<stop>(?:<soft|name|this|again>){0,3}$`,
  '<this|contact|they>(?:<contact|can|be|want|have|x>){1,3}(?:<to>)?<stop>(?:<soft>){0,2}$',
  '(?:^|<x|soft|i>)<this>?<stop><soft>*<stop>',
  '(?:<x>|<do>)(?:<i|you>)?<x>?<this|they><stop>(?!<job>)',
  `^(?:<soft|name>){0,3}<stop>(?:<soft|name>){0,2}(?!<you><again|soft>{0,2}<calling>)<i|you|not|no|wrong|refusal|block>`,
  '<enough>(?:<again|be|enough|to|of|det|this|your|x|job|soft>){0,5}<contact|spam|calling>',
  '^(?:<soft|name|no|again>){0,3}<suffices>(?:<soft|name|again>){0,2}$|^(?:<soft>){0,3}<suffices>(?:<of|to|det|this|your|again|soft|x>){0,4}(?:<contact|calling|pester|send|spam>|<this>$)',
  `^(?:<soft|name|no>){0,3}<end>(?:<soft|name|det>){0,3}$`,
  // "Why are you still texting", "still getting these", "how do I get these to stop".
  '<you><be>?<still|keep>(?:<on>)?<contact|pester>(?:<me|soft|name|again|this|number>){0,3}$',
  '(?<!<want|can><to|get>?)<still|keep><get>(?:<det|your|soft>){0,2}(?:<this|them>|<your|det|this>{0,2}<contact|spam>)(?:<soft|off|you|contact>){0,2}$',
  '<get|make>(?:<this|they|contact|your>){1,3}<to><stop|end>',
  '<why>(?:<be|i|soft>){0,3}<on><your|this><list>',
  '<stop>(?:<do|be|did|to|get|x>){0,3}<not>(?:<works>|<x><to>)',
  '^(?:<soft|name>){0,3}<stop>(?:<to|x>)?<end|optOut>$',
  `${CEASE}<stop|end>(?:<soft|to|det|this|your>){0,3}<push>(?!<number>)`,
  '<say|want|rather><this>?<you>(?:<soft>){0,2}<stop|end>(?:<soft|contact|this|me|calling|send>){0,4}$',
  '^(?:<soft|not|do>){0,3}(?<=<do|not>)<you>(?:<soft|not>){0,2}<stop|end>(?:<soft>){0,2}$',
  '<why><be><i>(?:<soft>)?<get>(?:<this|your>)(?:<contact|spam|calling>)?(?:<soft>)?$',
  '<make><you|this|they><stop|end>|<keep><contact|say|respond><stop>|<consider>.{0,5}<stop|optOut|remove|lastText>',
  `${CEASE}<end>(?:<soft>){0,2}<to><this|your|det>|^(?:<soft|name>){0,3}<can><you>(?:<soft>){0,2}<stop|quit>(?:<soft|this>){0,2}$`,
  '^(?:<soft|name|can|you>){0,4}<slow>(?:<to|on|det|your|this|off|of>){0,3}<contact|spam|calling>(?:<soft|off|you>){0,3}$',
  '^(?:<soft|name|can|you|to>){0,4}<end>(?:<det|soft>){0,2}(?:<near>|<this|my|det|your><x>?<service>)(?:<soft>){0,2}$',
  '<want>(?:<this|they|your>){1,2}(?:<contact|calling>)?<to><end|stop>',
  '<my><say><to><stop|optOut>|(?:^|<soft>)<did>(?:<i><not>|<not><i>)<say>(?:<you|to>){0,2}<stop>|<rather|thanksFor><x|they>?<if><you>(?:<stop>|<did|can>{1,2}<stop|not>(?:<contact|send|pester>|$))',
  '<turn>(?:<det|this|your|my>){1,2}<contact><off>',
  '<why>(?:<soft>){0,2}(?:<be|do|did><soft>*<i>|<i><be>?)(?:<soft|keep>){0,2}<get>(?:<this|your|det>){1,2}(?:<contact|spam|calling>)?(?:<soft>){0,2}$|<why><soft>*<be><i><soft>*<on><this>(?:<list>|$)',
  `${CEASE}<stop|end><playing>(?:<on|x|to>){1,2}<my><phone>`,
  // Opting out, and not being able to.
  '(?:<not><letMe>|(?<!<they|them>)(?:<can><not>|<can><i><not>))(?:<soft|to>){0,2}<optOut>(?!(?:<of|off|to>)(?:<det|my|your>){0,2}(?:<job|x|xs>))(?!<job>)',
  '<optOut>(?:<x|job|contact>)?(?:<do|did|be>)?<not><works>',
  `(?<!<not|did>(?:<x|to|want|mean|soft|you|i|me|have>){0,4})(?<!<they|them|job>)(?<!<accident>(?:<be|have|to>){0,2})(?<!<my>(?:<x|xs>){1,2})<optOut>(?!<accident>)(?!(?:<of|off|to|place>)(?:<det|my|this>){0,2}(?:<job|x|xs>))(?!<job>)`,
];

/** Said of calls and mails alone, which someone who invites texts may not want. */
export const CEASING_CALLS: string[] = [
  // Cease, and what.
  `${CEASE}<stop>(?!<recording>)${BETWEEN}<calling|call>`,
  `${CEASE}<end>(?!<of>)${BETWEEN}<calling>`,
];
