/** Complaints and threats. */
export const COMPLAINING: string[] = [
  '(?<=(?<!<be|this>)<this|they|you|your|contact>(?<!<thought>.{1,3})(?:<be|soft|x|xs|det|contact|want>){0,3}|^(?:<soft|name|det>){0,2})<spam>(?!<job|x|number>)(?:<soft|name|contact|xs|not|they|stop|i>|$)',
  '<this|your|det><contact>(?:<be|can|soft>){1,3}(?:<x|soft|get>)?<bad>$|<bad>(?:<soft>)?<contact>|<you><contact><bad>',
  '<you|your>(?:<be|can|soft|keep|have>){0,3}(?<=<be|keep|your>)<soft>*<pester>(?:<me|my|this|det>)|<you><be><waste>',
  '(?<!<time>.{0,2})<block>(?:<you|soft>){1,2}(?:<soft>|$|<i>)|(?<!<my>(?:<x>)?<x|xs|number>)(?<!<x><number>)<block><your|this><number>|^(?:<soft|i|be|can|you|your|have|name>){0,4}<block>(?:<soft|name|you>){0,2}$',
  '<you><have|be|get>{1,2}<report|block>|^(?:<soft|name>){0,2}<reported>(?:<and|block|you>){0,3}$|^(?:<soft|det|you>){1,2}<report>$|^(?:<soft|i|be|can>){0,4}<report><this>(?:<soft|number>){0,2}$|<can><to><block>(?!<off|det|x>)|<can><to><report>(?:<soft|you>)?$|<report>(?:<you|your>){1,2}|<report>(?:<this|they|det|my>){1,2}<number>|<report>(?:<this|they|you>)?(?:<x|xs>)?(?:<to>)?(?:<det|x|xs>){0,2}(?:<spam|authority>)',
  '(?:<report|contact|call|calling|x|on|to|spam>)(?:<to|det|x|you|this>){0,4}<authority>(?!<x|xs>)|<on|be|have>(?:<x|det|time|this|my|xs>){0,4}<authority>|<this|you>(?:<x|xs|be|det|contact>){1,3}<authority>|^<authority>(?:<list|soft>){0,2}$',
  '<i|my>(?:<can|be|soft|have|get|take|contact|call|calling|my|to>){0,4}(?:<legal>|(?<=<contact|call|calling|get>)<det><legal>)(?:<you|soft|can|x|contact>){0,3}(?:$|<you>|<contact>)|(?:<my>|^<soft>*)<legal>(?:<can>|(?:<have|be>){1,3}<contacted>)',
  '<tired>(?:<of|det|soft|get|you>){0,3}(?:(?:<this|your|you>)(?:<x>)?<contact|spam|calling|contacted>)|<tired><get><this|your>|<tired><you><contact|send>|<this|your><contact>(?:<be|x>){0,2}<soft><soft>?$',
  '<you>(?:<soft>){0,2}<keep>(?:<soft|on>)?<contact|send|calling>(?!<them>)',
  '(?<!<they|them|i>(?:<say>(?:<me>)?<to>|<can>))(?<!<x|they|them|name>(?:<can><not>|<do><not>))<refusal>',
  '^(?:<soft|name|x>){0,2}<you>(?:<be|soft>){0,4}(?:<x>)?<annoying>(?:<soft>){0,2}$',
  '(?<!<can|if|do>)<you>(?:<soft>){0,2}<contact|calling|send|pester>(?:<me|this|number|my|to>){0,3}(?:<x>)?<tooOften>',
  '(?<!<be><i>)<get>(?:<soft|x|want>){0,3}(?:<of><this><tooOften>|<contact>(?:<tooOften>)?<off><you>)',
  '<sickOf>(?:<you|get|det>){0,2}<this>(?:<soft>){0,2}$|<i><have><hadEnough>$|<sickOf>(?:<you|get|det|to>){0,2}<your|this><contact|spam|calling>',
  '^(?:<soft|det|this>){0,2}<unwanted>(?:<soft>){0,2}$|<contact>(?:<be|soft>){0,3}<unwanted>|<unwanted><contact>',
  '<lastTime>.{0,3}<no|not|stop>|<no><lastTime>',
  '^(?:<soft|name|can|you>){0,4}<leave>(?:<me>|<my>(?:<x|xs|soft|number|kin>))<alone>|^(?:<soft|name>){0,3}<letBe>$',
  '<i>(?:<soft|have>){0,3}<say>(?:<you>)?<no>(?:<soft>){0,2}(?:$|<stop|x><say|push>)|^(?:<soft|name>){0,2}<say><you><no>',
  '<again>(?:<me|soft>){0,2}<contact|send|calling|pester>.{0,5}<report|block|legal>',
  '<not><understand>.{0,2}<of>.{0,2}<stop|no|optOut|end|remove>',
  '<stop|optOut|end>(?:<soft|contact>){0,2}<times>|<times>(?:<soft|i|you>){0,2}<respond|say>?<stop|optOut|end>',
  '<howMany>(?:<do|i|have|to|can>){0,5}<say>|<howMany>.{0,5}<respond|say>?.{0,1}<stop|optOut|end|no>',
  '<replied>(?:<soft|x>){0,2}<stop|optOut|end>(?!.*<accident>)',
  '^(?:<soft|name>){0,3}(?:<i|this>)?(?:<be|soft>){0,3}<harassed>(?:$|<place><you|this>)',
  '<perText>.{0,4}<law>|<owe>.{0,4}<perText>',
  '<complaint>(?!<x|xs|of>|<to><my|his>)',
  '<violate>(?:<det|my|x>){0,2}<authority|law>',
  '(?<!<be>)<this>(?:<be|soft|can|x>){1,3}<det>?<lastText>|<i>(?:<soft|can|want|not|x|to|rather>){0,3}<get><another><contact>|<if>.{0,3}<another><contact>',
  '<this>(?:<can|be>){1,3}<reported>(?:<soft>)?$',
];

/** Only where they are the whole text: "the parking is so annoying" isn't about us. */
export const BY_THEMSELVES: string[] = [
  '^(?:<soft|name>){0,4}(?:(?:<this|they|you|your|det|contact>){1,2}(?:<soft>)?(?:<be|get>){1,2})?(?:<soft|intense|get>){1,4}<upsetting>(?:<soft>)?$',
  '^(?:<soft|name>){0,3}<this><be>(?:<x|soft|get>){0,2}<bad>$',
  '^(?:<soft>){0,2}<do>?<not>(?:<soft>)?<trouble>$',
];
export const MORE: string[] = [
  `^(?!(?:<soft|name|no>)*$)${BY_THEMSELVES.map((alone) => `(?!${alone})`).join('')}`,
];
