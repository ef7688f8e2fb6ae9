import { wordsOf } from './plain-text.ts';

/** iPhones and Androids send a reaction as a text that quotes ours, "Reply STOP to opt out" included. */
const TAPBACK =
  /^\s*(liked|loved|disliked|laughed at|emphasi[sz]ed|questioned|removed an? \w+ from|reacted \S+ to|le gusto|le encanto|no le gusto|se rio de|\p{Extended_Pictographic} to)\s+[“"«]/u;
/** All that it quotes; what follows is the candidate's own. */
const QUOTED_BY_TAPBACK = /^[^“"«]*[“"«](?:[\s\S]*[”"»]|[\s\S]*)/u;
/** Who has done what our footer says, and still gets texts. */
export const FOOTER_TRIED =
  /\bstop"? (?:to|2) (?:opt|unsubscribe|end|cancel|quit|stop)\b(?!.*\b(?:accident|mistake|want))(?=.*\b(?:i (?:already )?did\b|done (?:that|this|it|so)\b|tried\b|(?<!\bcalls? )(?:doesnt|didnt|dont|not) work|still (?:get|text|send)|does nothing|did nothing))/u;
/** What others wrote, and what people quote of ours. One or two words are weight: I said "stop". */
const QUOTE = /["“„«「『]([^"“”„«»「」『』\n]*)(?:["”»」』]|$)/gu;
const QUOTED_LINES = /^[^\S\n\r\u2028\u2029]*>.*$/gmu;
/** The footer of our own first text. */
const FOOTER =
  /\b(?:reply|text|txt|send|respond|type)(?: with)? "?stop"? (?:to|2) (?:opt|unsubscribe|end|cancel|quit|stop|be removed|leave)\b(?: (?!(?:so|but|and|ok|okay|then|it|does|didnt|doesnt|i|well)\b)\w+)*/gu;
/** The same in other languages: "Responda STOP para cancelar". */
const FOREIGN_FOOTER =
  /\b(?:responda|responde|envie|envia|conteste|mande|escriba|repondez|envoyez|tapez|ecrivez|digite|tra loi|soan|nhan|mag-?reply|i-?reply|reply|text|send)(?: (?:con|avec|com|ng|po|la palabra|le mot))* "?(?:stop|alto|sair|parar|baja|arret|cancelar|salir|para)"? (?:para|pour|de|upang|para sa|kung) (?!(?:de|me|mi)\b)(?:\p{L}+ ?){1,4}|[请請]?(?:回复|回覆|发送|發送|回)\s?(?:stop|td|t|n)\s?(?:即可|以|来|來|可)?(?:退订|退訂|取消|停止|拒收)(?:订阅|訂閱|接收)?/gu;
const SIGNATURES = /^[^\S\n\r\u2028\u2029]*(?:sent from|get outlook for|enviado desde|envoye de)\b.*$/gmu;
/** Who quotes themselves means it. */
const OWN_WORDS =
  /\b(?:i|we) (?:have )?(?:already )?(?:said|say|told you|texted|replied|wrote|typed|asked you)\s*[:,]?\s*$/u;

/** The candidate's own words: without quotes, our footer and what a mail program adds. */
export function ownWordsOf(plain: string): string {
  if (TAPBACK.test(plain)) return plain.replace(QUOTED_BY_TAPBACK, '');
  const ours = plain.replace(FOREIGN_FOOTER, ' , ');
  const own = ours
    .replace(QUOTED_LINES, '')
    .replace(SIGNATURES, '')
    .replace(QUOTE, (quote: string, inside: string, at: number) =>
      wordsOf(inside).length < 3 || OWN_WORDS.test(ours.slice(Math.max(0, at - 40), at)) ? quote : ' , ',
    );
  // A text that is one quote is meant.
  return (wordsOf(own).length > 0 ? own : ours).replace(FOOTER, ' , ');
}
