/** Complaints and threats. */
export const COMPLAINING: string[] = [
  '(?<=(?<!<be|this>)<this|they|you|your|contact>(?:<be|soft|x|xs|det|contact|want>){0,3}|^(?:<soft|name|det>){0,2})<spam>(?!<job|x|number>)(?:<soft|name|contact|xs|not|they|stop|i>|$)',
  '(?:<this|your|det><contact>(?:<be|can|soft>){1,3}|<this><be>)(?:<x|soft|get>)?<bad>$|<bad>(?:<soft>)?<contact>|<you><contact><bad>',
  '<you>(?:<be|can|soft|keep>){1,3}<pester><me>',
  '(?<!<time>.{0,2})<block>(?:<you|soft>){1,2}(?:<soft>|$|<i>)|<block><your|this><number>|^(?:<soft|i|be|can|you|have|name>){0,4}<block>(?:<soft|name|you>){0,2}$',
  '<you><have|be|get>{1,2}<report|block>|^(?:<soft|det|you>){1,2}<report>$|<can><to><block>(?!<off|det|x>)|<can><to><report>(?:<soft|you>)?$|<report>(?:<you|your>){1,2}|<report>(?:<this|they|det|my>){1,2}<number>|<report>(?:<this|they|you>)?(?:<x|xs>)?(?:<to>)?(?:<det|x|xs>){0,2}(?:<spam|authority>)',
  '(?:<report|contact|call|calling|x|on|to|spam>)(?:<to|det|x|you|this>){0,4}<authority>(?!<x|xs>)|<on|be|have>(?:<x|det|time|this|my|xs>){0,4}<authority>|<this|you>(?:<x|xs|be|det|contact>){1,3}<authority>|^<authority>(?:<list|soft>){0,2}$',
  '<i|my>(?:<can|be|soft|have|get|take|contact|call|calling|my>){0,3}<legal>(?:<you|soft|can|x|contact>){0,3}(?:$|<you>|<contact>)|<my><legal><can>',
  '<tired>(?:<of|det|soft|get|you>){0,3}(?:(?:<this|your|you>)(?:<x>)?<contact|spam|calling|contacted>)|<tired><get><this|your>|<tired><you><contact|send>|<this|your><contact>(?:<be|x>){0,2}<soft><soft>?$',
  '<you>(?:<soft>){0,2}<keep>(?:<soft|on>)?<contact|send|calling>(?!<them>)',
  '(?<!<they|them|i>(?:<say>(?:<me>)?<to>|<can>))(?<!<x|they|them|name>(?:<can><not>|<do><not>))<refusal>',
];
