import { pattern } from './roles.ts';

/** One way to ask, as a pattern over roles. */
export interface Frame {
  asks: RegExp;
  /** Said of calls and mails alone, which someone who invites texts may not want. */
  aboutCalls?: true;
}

/** Who does it isn't who was asked: "I can't stop", "he won't stop", "did you stop", "they told me to stop", "don't stop". */
const NOT_THEIRS =
  '(?<!<i|they|them>(?:<can|have|do|did|be|soft|not|to>){0,5})' +
  '(?<!<(?:did|why|do)>(?:<you|do|did|soft>){1,3})' +
  '(?<!<say><me|i|them|name>(?:<not>)?<to>)(?<!<x|xs|they|them|name><say><to>)(?<!<want><me>(?:<to>)?)';
/** "Don't stop texting me"; "if you don't stop" is a threat. */
const NOT_NEGATED = '(?<!(?<!<you>(?:<can|do|have>){0,2})<not>(?:<soft>|<want>(?:<to|me>){1,2}|<say>)?)';
const CEASE = `${NOT_THEIRS}${NOT_NEGATED}`;
const BETWEEN =
  '(?:<soft|name|det|of|my|your|this|me|get|send|to|again|no|can|and|you|no>){0,5}(?:<x|xs>){0,2}(?:<soft|det|of|my|your|this|me|send>){0,2}';
/** "Don't call me before nine" is about when. */
const NOT_WHEN = '(?!(?:<me|soft|this|you|number|my>){0,4}<time|if>)';
/** "Remove me", "delete my number". */
const ME = '(?:<me>|<my|this>(?:<x|xs>)?<number>|<number>)';
const END = `(?:<soft|name|again|this|me|you|i|no|xs|det>){0,4}$`;
const ASK = '<contact|send|pester>';

export const FRAMES: Frame[] = [
  // Cease, and what.
  { asks: pattern(`${CEASE}<stop>${BETWEEN}<contact|pester|contacted|spam|send>`) },
  { asks: pattern(`${CEASE}<stop>${BETWEEN}<calling|call>`), aboutCalls: true },
  { asks: pattern(`${CEASE}<end>(?!<of>)${BETWEEN}<contact|pester|send|spam>(?!<number>)`) },
  { asks: pattern(`${CEASE}<end>(?!<of>)${BETWEEN}<calling>`), aboutCalls: true },
  { asks: pattern(`<stop|end><get>${BETWEEN}<contact|contacted|this|calling>`) },
  {
    asks: pattern(`${CEASE}<stop>(?:<soft|to|all>){0,3}<this|they|again|soft>(?:<soft|name|again|x>){0,3}$`),
  },
  { asks: pattern(`<do|can|to><i><stop|end>(?:<soft|det|of|get|to>){0,3}(?:<this|contact|get|your|spam>)`) },
  // "Stop" itself, where nothing else is meant by it.
  { asks: pattern(`^(?:<soft|name|no|not|i|interested|again|say>){0,6}<stop>${END}`) },
  {
    asks: pattern(
      `${CEASE}(?<=<soft|name|me|say|again|interested|no|enough|job|contact|bad|want|x>)<stop>(?:<soft|name|this|all|again>){0,4}$`,
    ),
  },
  {
    asks: pattern(
      '(?:<you>|<want|say|can|have><this|you|they|contact>)(?:<soft|you|x>){0,2}<to>(?:<soft>){0,2}<stop>(?:<soft|name|this|again>){0,3}$',
    ),
  },
  {
    asks: pattern(
      `(?<!<did|why|do><you>?)(?:^|<can|do|if><you>|<you><have|can|want>(?:<to>)?)(?:<soft|you>){0,3}<stop>(?:<soft|name|this|again>){0,3}$`,
    ),
  },
  {
    asks: pattern('<this|contact|they>(?:<contact|can|be|want|have|x>){1,3}(?:<to>)?<stop>(?:<soft>){0,2}$'),
  },
  { asks: pattern('(?:^|<x|soft|i>)<this>?<stop><soft>*<stop>') },
  { asks: pattern('(?:<x>|<do>)(?:<i|you>)?<x>?<this|they><stop>') },
  { asks: pattern(`^(?:<soft|name>){0,3}<stop>(?:<soft|name>){0,2}<i|you|not|no|wrong|refusal|block>`) },
  { asks: pattern('<enough>(?:<again|be|enough|to|of|det|this|your|x>){0,4}<contact|spam|calling>') },
  { asks: pattern(`^(?:<soft|name|no>){0,3}<end>(?:<soft|name|all>){0,3}$`) },
  // Opting out.
  {
    asks: pattern(
      `(?<!<not|did>(?:<x|to|want|mean|soft|you|i|me|have>){0,4})(?<!<they|them|job>)<optOut>(?!(?:<of|off|to>)(?:<det|my|the|this>){0,2}(?:<job|x|xs>))(?!<job>)`,
    ),
  },
  // Not, and talk.
  {
    asks: pattern(
      `(?<!<i|they|you|why|if|them|nobody|who>(?:<do|did|soft|have|be|can>){1,3})(?<!<i|they|why|if>)(?<!<i|they|them>(?:<can|be|soft|have|do>){0,3})<not>(?:<soft|me|again|you|to|off|can|my|have|keep>){0,4}${ASK}${NOT_WHEN}(?!(?:<soft|of|det|this|my|x>){0,3}<job|them|you|time|list>|<me><det|my|this>(?:<soft|x>){0,2}<job>)(?!(?:<soft|me>)?<det|x|xs|and>(?!.*<again>))(?!<no>)`,
    ),
  },
  {
    asks: pattern(
      `<you>(?:<can|be|have>){1,2}<not>(?:<be|can|to|soft|my|me|det|consent|of>){0,5}<contact|send|pester|calling>(?!<back|them|you>)`,
    ),
  },
  {
    asks: pattern(
      `<say|want|can>(?:<me|i|to|of|this>){0,1}<you>(?:<not|do>){1,2}(?:<to>)?<contact|send|pester|call|calling>`,
    ),
  },
  {
    asks: pattern(
      `(?<!<i|they|you|why|if|them|nobody>(?:<do|did|soft|have|be|can>){0,3})<not>(?:<soft|me|again|you|to|can>){0,3}<call|calling>${NOT_WHEN}(?:<me|soft|name|again|to|number|this|my|and>){0,5}(?:$|<contact>)`,
    ),
    aboutCalls: true,
  },
  { asks: pattern(`<not|no><want>?(?:<to>)?<contact>(?:<me|name|soft|i>){0,2}<again>`) },
  {
    asks: pattern(
      `(?<!<i|they|have|get|x|be|did|was|xs|do|not|them>(?:<det|x|not>)?)<no>(?:<again|soft|of|this|your|job|x>){0,3}<contact|spam|send>(?!<x|xs|job|number|time>|<have|be>)(?:<soft|name|again|off|me|you|to|this|number|my|or|of|i|can|spam|calling|and|wrong>){0,5}$`,
    ),
  },
  {
    asks: pattern(
      `(?<!<i|they|have|get|x|be|did|was|xs>)<no>(?:<again|soft>){0,2}<calling|call>(?:<soft|name|again|off|me|you>){0,3}$`,
    ),
    aboutCalls: true,
  },
  { asks: pattern(`^(?:<soft|name|no>){0,3}<no><again>(?:<soft|name|of|this>){0,3}$`) },
  {
    asks: pattern(
      `(?<!<i|they|you|why|if|them|nobody>(?:<do|did|soft|have|be|can>){0,3})<not>(?:<soft|again>){0,2}<call|calling|contact>(?:<me>)?<and><contact|call|calling>${NOT_WHEN}(?!(?:<my|det|this>)?<job|them|you>)(?!<my><x><them>)`,
    ),
  },
  { asks: pattern('^(?:<soft|name>){0,3}<end>(?:<me>|<my><number>)(?:<soft|name|off>){0,3}$') },
  { asks: pattern('<not><want><get><soft>$') },
  { asks: pattern('<not><accept>(?:<det|your|this|get|soft>){0,2}<contact>') },
  { asks: pattern('<not>(?:<soft>)?<want>(?:<to|be|soft|have>){0,3}<time><this|your|det><list>') },
  { asks: pattern('^(?:<soft|name>){0,2}<take|get|remove><me><off><soft><i>|<this><be><pester>$') },
  { asks: pattern('^(?:<soft>){0,2}<not><signed>(?:<soft|to|this>){0,3}$') },
  // Not wanting them.
  {
    asks: pattern(
      `(?:<not>(?:<soft>){0,2}<want|interested|rather>|<rather|say>(?:<to>)?<not>)(?:<want|to|not|in|soft|interested|again>){0,4}(?:<get|be|have>)(?:<det|again|your|this|my|soft|of|from|off|job|me|x>){0,4}<contact|contacted|spam>${NOT_WHEN}(?!<you|them>)`,
    ),
  },
  {
    asks: pattern(
      `(?:<not><soft>*<want|interested>|<not><get>?<want>)(?:<to|of|get|soft|in|be>){0,3}(?:<again|your|this|det|my|soft|x>){0,4}<contact|contacted>(?!<you|them|time>)(?<!<want><to>(?:<soft|keep>)?<contact>)`,
    ),
  },
  {
    asks: pattern(
      `<not>(?:<soft>)?<want>(?:<to>)?<get>(?:<off|you|again|x|xs>){1,3}$|<not>(?:<soft>)?<want>(?:<to>)?<get>(?:<this|your|xs|det>){1,2}(?:<contact|again>|$)`,
    ),
  },
  {
    asks: pattern(
      `<not><soft>?<want>(?:<you|him|them|this>)(?:<to|keep|soft>){0,2}<contact|send|pester|calling>`,
    ),
  },
  { asks: pattern('<not><want><soft>{1,2}<me>?<contact|send|pester|calling>') },
  { asks: pattern('<not><soft>?<want>(?:<this|your|again|det|contact>){1,3}<contact|spam>') },
  { asks: pattern('<not><x|bad|soft|can><to>(?:<you>)?(?:<get|be|send>)?<contact|contacted>(?!<you|them>)') },
  {
    asks: pattern(
      '(?<!<i|you|they|if|to>(?:<do|did|can|have>){0,2})<not><respond>(?:<me|soft|to|again|number|this>){0,4}$',
    ),
  },
  {
    asks: pattern(
      '<i>(?:<have|soft>){0,2}<say|contacted|respond><stop>(?:<x|xs|soft|time|again>){0,3}$|^(?:<soft>){0,2}<can><you><not>(?:<soft>)?$',
    ),
  },
  { asks: pattern('^(?:<soft|name>){0,3}<likeStop>(?:<soft>)?<contact|send|pester><me>') },
  {
    asks: pattern(
      '^(?:<soft>){0,2}(?:<this><be>)?<enough>$|^(?:<i>)?<do><not><want>(?:<this>)?(?:<again>)?$',
    ),
  },
  { asks: pattern('<rather><not><get|be>(?:<this|your|contact|contacted>)') },
  // A flat no.
  {
    asks: pattern(
      '^(?!.*<not><say>)(?:<soft|name|no|i|me|be|xs|not|say|you>){0,6}<not|no>(?:<soft|me|be|have|i|can>){0,3}<interested>(?:<whatever|again>.{0,4}$|<your>|(?:<x>)?<to><you>$|(?:<soft|name|again|i|no|stop>){0,4}$)',
    ),
  },
  // Removal.
  {
    asks: pattern(
      `(?<!<not>(?:<soft>|<want>(?:<to|you|me>){1,2})?)(?<!<i|they|did|them>(?:<can|have|soft|to|you>){0,3})<remove>(?:<soft|you|again|of|det>){0,4}(?:<me|number>|<my|this|them>(?:<x|xs>)?<number>)(?!(?:<x|soft|list>){0,2}<number|job>)(?!<off|to|place|time>(?:<det|my|this|x|your|xs>){0,3}<job>)(?!<job>)`,
    ),
  },
  { asks: pattern('(?<!<not>)<removeMe>(?!(?:<of|off|to>){1,2}(?:<det|my>){0,2}<job>)') },
  { asks: pattern('<my><number>(?:<x|me>){0,1}<remove>') },
  { asks: pattern(`^(?:<soft|name|can|you>){0,4}<remove>(?:<soft|name|off|det|your|list|to>){0,5}$`) },
  {
    asks: pattern(
      `(?<!<not>(?:<soft>|<want>(?:<to|you>){1,2})?)(?<!<i|they|did|them>(?:<can|have|soft|to|you>){0,3})<take|get|keep|remove|lose>(?:<soft>)?${ME}(?:<soft>){0,2}<off>(?:<soft>){0,2}(?:(?:<of|det|your|this|my|xs|x|contact|spam|again>){0,4}<list|number|contact>(?!<job>)|${END})`,
    ),
  },
  {
    asks: pattern(
      `(?<!<not>.{0,4})(?<!<did><you>.{0,5})(?<!<have>)(?<!<be><i>.{0,2})(?<!<i><be>.{0,2})<off>(?:<of|your|this|det>){1,2}(?:<contact|spam|calling|x>){0,2}<list>`,
    ),
  },
  {
    asks: pattern(
      '<want|can|say|signed>(?:<x|xs>){0,2}(?:<to>)?(?:<be|get>)?<removed>(?!<(?:off|to)>(?:<det|my|the|x>){0,2}<job>)',
    ),
  },
  {
    asks: pattern(
      '<want|say><to><be><removed>|<get><off><this|your|det>(?:<x|contact>)?<list>|<want><off><this|your|det>',
    ),
  },
  {
    asks: pattern(
      `${NOT_NEGATED}(?<!<i|they|did>(?:<can|have|soft>){0,2})<lose><soft>*(?:<my|this>)<x>?<number|contact>`,
    ),
  },
  { asks: pattern('<stop><of|off><det|your|this>?<list>|<want>(?:<my|this><number>|<me>)<removed>') },
  {
    asks: pattern('^(?:<soft|do>){0,3}<not><use><this|my><number>|<stop><use><this|my><number>|<stop><bad>'),
  },
  {
    asks: pattern(
      '(?:<number>|^(?:<soft>){0,2})<not><be>(?:<of>)?(?:<my><number>|<name>)|^(?:<soft|no>){0,3}<not><name>$',
    ),
  },
  // Consent.
  { asks: pattern('<revoke>(?:<soft|my|det|x>){0,3}<consent>|<end><my><consent>') },
  {
    asks: pattern(
      '<not>(?:<have|give|gave|x|can|do|det|soft|contacted|got|your|my|you>){0,4}<consent>(?!(?:<to|off|of>)(?:<det|my|x>){0,2}<job>)(?!<off>)',
    ),
  },
  { asks: pattern('<no><consent>') },
  {
    asks: pattern(
      '<i>(?:<do|did|have|soft|be>){0,3}<not><soft>*<signed>(?!(?:<to|soft|off>){0,2}(?:<det|my|that|this|x>){0,2}<job>)(?!<det>|<job>|<x>|<time>)',
    ),
  },
  {
    asks: pattern(
      '<i>(?:<do|did|have|soft>){0,3}<not><soft>*(?:<x|gave>)(?:<you|me|x>){0,2}(?:<det|my|this>){1,2}<number|consent>',
    ),
  },
  { asks: pattern('<not><soft>*(?:<say|want>)(?:<to|for>)?(?:<this|your|be>)(?:<contact|contacted>|$)') },
  // Somebody else.
  {
    asks: pattern(
      `(?<!<i|job|them|they|gave|number>(?:<have|gave|contacted|soft|be|did|can|get|my>){1,3}(?:<det|my>)?)(?<!<gave><off><det>)(?<!<this>(?:<be><this|they>|<soft>)(?:<det>)?)<wrong>(?:<contact|x>)?(?:<number|person>)(?!<of>|<to>|<past>|<x>(?:<up>|<me>)|<time|place|off>(?:<my|det>))(?!<x>(?:<off|x>)?$)`,
    ),
  },
  { asks: pattern('<not>(?:<xs|this|them|name>|<det>)(?:<soft>)?<number>') },
  {
    asks: pattern(
      '(?<!<not>)(?:<they|this|i|soft>|<my><number>)(?:<be>)?<not>(?:<soft|be>)?<name>(?:<soft|again>){0,3}$|^(?:<this>)?(?:<be>)?<not><me>$|<you>(?:<have|soft>){1,2}<det><wrong><name>',
    ),
  },
  {
    asks: pattern(
      '<no><name|x>(?:<name>)?<me>|<nobody>(?:<soft|x|me>){0,2}(?:<place>|<name>|<x><name>)|<be><no><name>',
    ),
  },
  { asks: pattern('<not><know>(?:<det|x|soft|no>){0,2}<name>|<i><not><know><you>(?:<soft>)?$') },
  {
    asks: pattern(
      '<name|they|them|person>(?:<do|x>){0,2}<not>(?:<soft>)?<have|x|xs|use>(?:<this|det>)(?:<x>)?<number>',
    ),
  },
  { asks: pattern('<this><number>(?:<soft|do>){0,2}(?:<not><x>|<x><to><they|x|soft>)') },
  // Complaint and threat.
  {
    asks: pattern(
      '(?<=(?<!<be|this>)<this|they|you|your|contact>(?:<be|soft|x|xs|det|contact|want>){0,3}|^(?:<soft|name|det>){0,2})<spam>(?!<job|x|number>)(?:<soft|name|contact|xs|not|they|stop|i>|$)',
    ),
  },
  {
    asks: pattern(
      '(?:<this|your|det><contact>(?:<be|can|soft>){1,3}|<this><be>)(?:<x|soft|get>)?<bad>$|<bad>(?:<soft>)?<contact>|<you><contact><bad>',
    ),
  },
  { asks: pattern('<you>(?:<be|can|soft|keep>){1,3}<pester><me>') },
  {
    asks: pattern(
      '(?<!<time>.{0,2})<block>(?:<you|soft>){1,2}(?:<soft>|$|<i>)|<block><your|this><number>|^(?:<soft|i|be|can|you|have|name>){0,4}<block>(?:<soft|name|you>){0,2}$',
    ),
  },
  {
    asks: pattern(
      '<you><have|be|get>{1,2}<report|block>|^(?:<soft|det|you>){1,2}<report>$|<can><to><block>(?!<off|det|x>)|<can><to><report>(?:<soft|you>)?$|<report>(?:<you|your>){1,2}|<report>(?:<this|they|det|my>){1,2}<number>|<report>(?:<this|they|you>)?(?:<x|xs>)?(?:<to>)?(?:<det|x|xs>){0,2}(?:<spam|authority>)',
    ),
  },
  {
    asks: pattern(
      '(?:<report|contact|call|calling|x|on|to|spam>)(?:<to|det|x|you|this>){0,4}<authority>(?!<x|xs>)|<on|be|have>(?:<x|det|time|this|my|xs>){0,4}<authority>|<this|you>(?:<x|xs|be|det|contact>){1,3}<authority>|^<authority>(?:<list|soft>){0,2}$',
    ),
  },
  {
    asks: pattern(
      '<i|my>(?:<can|be|soft|going|have|get|take|contact|call|calling|my>){0,3}<legal>(?:<you|soft|can|x|contact>){0,3}(?:$|<you>|<contact>)|<my><legal><can>',
    ),
  },
  {
    asks: pattern(
      '<tired>(?:<of|det|all|soft|get|you>){0,3}(?:(?:<this|your|you>)(?:<x>)?<contact|spam|calling|contacted>)|<tired><get><this|your>|<tired><you><contact|send>|<this|your><contact>(?:<be|x>){0,2}<soft><soft>?$',
    ),
  },
  { asks: pattern('<you>(?:<soft>){0,2}<keep>(?:<soft|on>)?<contact|send|calling>(?!<them>)') },
  {
    asks: pattern(
      '(?<!<they|them|i>(?:<say>(?:<me>)?<to>|<can>))(?<!<x|they|them|name>(?:<can><not>|<do><not>))<refusal>',
    ),
  },
];
