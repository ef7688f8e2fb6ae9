import { spokenOf } from './words.ts';

/* How candidates ask for another time. A person reads what they wrote, so a few words around it do no harm. */

const OURS =
  '(?:(?:phone|video|zoom|first|second|final|upcoming|scheduled|job) )?(?:interview|appointment|appt|meeting|call|time|times|date|day|slot|one|chat|talk|session)s?';
const MOVED = `(?: (?:it|this|that|things|me|(?:my|the|our|this|that|todays|tomorrows) ${OURS}))`;
const ENGLISH_OPENER =
  '(?:can|could|may|might) (?:i|we|you)|if (?:i|we|you) (?:can|could)|(?:is|would|will) it be possible|is it possible|is it ok|is it okay|any (?:chance|way)|need|id like|id love|id prefer|would like|like|want|wanted|wanna|have|gotta|must|should|lets|hoping|hope|trying|wish|going|do you mind|would you mind|mind|how do i|how can i|possible';
const STRONG_ENGLISH = '(?:re ?schedule|resched|reshedule|rescedule|reshcedule|reschedual|rescheduling)';
const WEAK_ENGLISH = '(?:move|change|push|postpone|switch|shift|delay|bump|rebook|moving|changing|pushing)';
const OTHER_TIME =
  '(?:another|a different|different|a new|some other|any other|other|a later|a earlier|an earlier|a better) (?:time|times|day|days|date|dates|slot|slots)';

interface Language {
  asks: RegExp;
  /** What takes it back, before what is asked or anywhere. */
  negates: RegExp;
}

const words = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'u');

const LANGUAGES: Language[] = [
  {
    asks: words(
      [
        // "Reschedule", "please reschedule to Friday".
        `^(?:(?:r|yes|hi|hello|hey|sorry|please|pls|ok|no|unfortunately) )*${STRONG_ENGLISH}(?! (?:my|a|an|the|his|her|their|your) (?!${OURS}))`,
        `(?:${ENGLISH_OPENER})(?: \\S+){0,4}? ${STRONG_ENGLISH}(?! (?:my|a|an|the|his|her|their|your) (?!${OURS}))`,
        `(?:${ENGLISH_OPENER})(?: (?:to|please|possibly|maybe|we|i|you|just|kindly|could|can|if)){0,4} ${WEAK_ENGLISH}(?:${MOVED}| (?:to|back|up)(?: \\S+){1,4}$)`,
        `(?:${ENGLISH_OPENER}|do you have|is there|are there|what about|how about|maybe)(?: \\S+){0,5}? ${OTHER_TIME}`,
        `^(?:please |sorry )*(?:another|a different|any other) (?:time|day|date)s?(?: please| available| possible| works)?$`,
        `(?:can|could) (?:i|we|you)(?: \\S+){1,7} instead`,
      ].join('|'),
    ),
    negates: words(
      `(?:not|no|dont|wont|cant|cannot|never|didnt|doesnt|without|isnt|wouldnt|shouldnt|instead of|rather than|avoid)(?: (?!(?:can|could|may) (?:i|we|you))\\S+){0,4} (?:${STRONG_ENGLISH}|${WEAK_ENGLISH}|${OTHER_TIME})|^(?:(?:and|but|so|hi|hey) )*(?:if|do|did|does|have you|has|why|who|was|were|what if|what happens|you|they|he|she|thanks|thank)(?! (?:you (?:have|mind)|it))|(?:let me know|tell me|happens|in case|when|what) if|if (?:i|you|they) (?:need|have|want|ever)|if (?:something|anything)|already|reply|text r`,
    ),
  },
  {
    asks: words(
      '(?:reprogramar|reprogramarla|reprogramarlo|reagendar|reagendarla|reagendarlo|reprogramemos|reprogramen|reagendemos|posponer|posponerla|posponerlo|aplazar|aplazarla|recalendarizar)|(?:cambiar|mover|correr|pasar)(?:la|lo)?(?: de)?(?: (?:la|el|mi|nuestra|de))?(?: (?:cita|entrevista|hora|fecha|dia|horario|reunion|llamada))|(?:puedo|podemos|podria|podriamos|pueden|puede|podrian|quisiera|quiero|necesito|me gustaria|es posible)(?: \\S+){0,2}? (?:cambiarla|cambiarlo|moverla|moverlo|pasarla|pasarlo)|(?:puede ser|podria ser|puedo|podemos|podria|podriamos|tienen|tiene|hay|quisiera|prefiero|necesito|seria posible)(?: \\S+){0,4}? (?:otro dia|otra hora|otra fecha|otro horario|otro momento)|^(?:otro dia|otra hora|otra fecha)(?: por favor)?$',
    ),
    negates: words(
      '(?:no|nao|nunca|tampoco|sin|ya|jamas)(?! (?:podemos|podriamos|puedo|podria|pueden|puede))|por que|si (?:necesito|tengo|quiero)',
    ),
  },
  {
    asks: words(
      '(?:reporter|reprogrammer|deplacer|decaler|repousser|replanifier|changer)(?: (?:a|de|d|le|la|l|mon|notre|mes|cet|ce))*(?: (?:entretien|lentretien|rendez vous|rendezvous|rdv|lheure|heure|date|jour|horaire|creneau|plus tard|lundi|mardi|mercredi|jeudi|vendredi|samedi|demain|une autre date|un autre jour))|(?:le reporter|le decaler|le deplacer|le repousser|reporter|reprogrammer|decaler)(?: (?:svp|sil vous plait|a \\S+))?$|(?:peut on|pouvons nous|pourrait on|pourrions nous|est il possible|serait il possible|je voudrais|jaimerais|auriez vous|avez vous|je prefere)(?: \\S+){0,5}? (?:un autre (?:jour|moment|creneau|horaire)|une autre (?:date|heure))',
    ),
    negates: words('ne|n|pas|jamais|sans|deja|pourquoi|si je dois'),
  },
  {
    asks: words(
      '(?:remarcar|remarcamos|reagendar|reagendamos|adiar)|(?:mudar|trocar|alterar)(?: (?:o|a|de|minha|meu|nossa|da))*(?: (?:horario|dia|data|hora|entrevista|reuniao))|(?:podemos|posso|poderia|poderiamos|pode ser|tem|teria|seria possivel|gostaria|preciso|prefiro)(?: \\S+){0,4}? (?:outro dia|outro horario|outra hora|outra data)|^(?:outro dia|outro horario|outra data)(?: por favor)?$',
    ),
    negates: words('nao|nunca|nem|sem|ja|por que|se eu|no (?!outro|dia|mesmo|horario)'),
  },
  {
    asks: words(
      '(?:doi|hoan|lui)(?: (?:lai|sang|qua))?(?: (?:lich|gio|ngay|buoi|hen|cuoc hen|cuoc|thoi gian))|(?:hen|xep|sap xep) lai(?: (?:lich|gio|ngay))?|(?:co the|cho em|cho toi|xin|muon)(?: \\S+){0,3}? (?:doi|hoan|lui)(?: \\S+){0,2}? (?:lich|gio|ngay|sang|qua|lai)|(?:ngay|gio|luc|hom) khac(?: (?:duoc khong|co duoc khong|khong))',
    ),
    negates: words('(?:khong|chua|dung|khoi|da)(?: \\S+){0,3} (?:doi|hoan|hen lai|xep lai)|neu|tai sao|sao'),
  },
  {
    asks: words(
      '(?:pa|mag|ma|magpa|ipa|mapa) ?(?:resched|reschedule|rischedule)(?: (?:po|ko|natin|na|lang|please|sana))*$|(?:pwede|puwede|maaari|maari|gusto|kailangan|pwd|sana)(?: \\S+){0,4}? (?:resched|reschedule|rischedule|magpareschedule|mareschedule|ilipat|lipat|malipat|iurong|palitan|baguhin|mabago)(?! (?:ang )?(?:doctor|trabaho))|(?:ibang|iba pang) (?:araw|oras|schedule)(?: (?:po|na lang|nalang|ba|sana|please))*$',
    ),
    negates: words(
      'hindi|di|wag|huwag|hwag|ayaw|bakit|kung|ire|na reschedule|nareschedule|no|not|dont|cant|did|do|was|you|they|if',
    ),
  },
];

const CHINESE_ASKS =
  /改期|延期|改天|改时间|改時間|(?:换|換|改|调整|調整|更改|改变|改變|推迟|推遲|重新安排|重新预约|重新約|另约|另約).{0,3}(?:时间|時間|日期|面试|面試|日子|天|周|週|星期|约|約)|重新安排|重新预约|重新預約|另外.{0,2}(?:时间|時間)|别的时间|別的時間|其他时间|其他時間/u;
const CHINESE_NEGATES =
  /(?<![能可行好])不(?!好意思|能来|能來|方便|行|舒服)|没必要|沒必要|别改|別改|无需|無需|如果|为什么|為什麼|已经|已經|怎么没/u;

/** One clause, as written. */
export function asksForAnotherTime(clause: string): boolean {
  const joined = spokenOf(clause).join(' ');
  const han = joined.replaceAll(' ', '');
  if (CHINESE_ASKS.test(han)) return !CHINESE_NEGATES.test(han);
  return LANGUAGES.some(({ asks, negates }) => asks.test(joined) && !negates.test(joined));
}
