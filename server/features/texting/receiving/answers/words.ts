import { plainTextOf } from '../../../consent/wording/plain-text.ts';

/*
 * What candidates answer with, in each language that we answer in. Written as people write them; looked up as `plainTextOf` leaves
 * them, Chinese character by character.
 */

/**
 * `subject` comes before a confirmation ("I want to"), `object` after it ("for the"), `noun` before or after. A text that begins
 * with `please` asks us to confirm something.
 */
export type Role = 'confirm' | 'subject' | 'object' | 'noun' | 'please' | 'thanks' | 'soft';

const english: Partial<Record<Role, string>> = {
  confirm:
    "c|confirm|confirmed|confirms|comfirm|comfirmed|confrim|confrimed|confim|confimed|cofirm|cofirmed|conform|confirmd|i'll be there|i will be there|see you then|see you there|count me in|confirming my interview|confirming my appointment|confirming my attendance",
  subject:
    "i|we|i do|i can|i am|i'm|it's|it is|that's|i'd like to|i would like to|i want to|i wish to|consider me|all",
  noun: 'my|the|our|interview|phone interview|video interview|appointment|appt|meeting|call|attendance',
  object: 'your|this|it|that|for',
  please: 'please|pls|plz',
  thanks:
    "thanks|thank you|thank u|thx|thanx|tnx|tks|ty|ok|okay|okey|k|kk|great|perfect|awesome|excellent|wonderful|amazing|cool|nice|fantastic|good|very good|all good|all set|sounds good|sounds great|sounds perfect|will do|got it|i got it|received|noted|copy|copy that|understood|appreciate it|i appreciate it|much appreciated|great thanks|looking forward to it|i look forward to it|i'm looking forward to it|looking forward|can't wait|thanks for the info|thanks for the information|thank you for the information|thank you for the info|thanks for the reminder|thank you for the reminder|thanks for letting me know|thank you for letting me know|thanks for the update|thank you for the update|thanks for reaching out|works for me|that works|works|no problem|no worries|sure|sure thing|alright|all right|awesome sauce",
  soft: 'yes|yea|yeah|yep|yup|hi|hello|hey|hi there|hello there|good morning|good afternoon|good evening|definitely|absolutely|of course|so much|very much|a lot|again|and|sir|maam|have a great day|have a good day|have a nice day|you too|have a great weekend|everyone|team|all',
};

const spanish: Partial<Record<Role, string>> = {
  confirm:
    'confirmo|confirmado|confirmada|confirmar|confirmamos|lo confirmo|la confirmo|le confirmo|les confirmo|te confirmo|ahí estaré|allí estaré|ahí voy a estar|cuenten conmigo|cuente conmigo',
  subject: 'yo|quiero|quisiera|está|queda|estoy',
  noun: 'mi|la|el|cita|entrevista|asistencia|reunión|llamada',
  object: 'para|a|su',
  please: 'por favor|porfa|porfavor',
  thanks:
    'gracias|muchas gracias|mil gracias|muchísimas gracias|vale|perfecto|de acuerdo|listo|bien|muy bien|está bien|excelente|entendido|recibido|genial|claro|claro que sí|bueno|súper|muy amable|igualmente|gracias por la información|gracias por avisar|gracias por el recordatorio',
  soft: 'sí|si claro|hola|buenos días|buen día|buenas tardes|buenas noches|buenas|señor|señora|señorita|por supuesto|y',
};

const french: Partial<Record<Role, string>> = {
  confirm:
    "je confirme|confirmé|confirmée|confirme|confirmer|je le confirme|je vous confirme|nous confirmons|je serai là|j'y serai|je serai présent|je serai présente",
  subject: "c'est|je souhaite|je veux|je voudrais",
  noun: "mon|ma|le|entretien|l'entretien|rendez-vous|rdv|présence|venue",
  object: 'votre|notre|pour',
  please: "s'il vous plaît|svp|stp",
  thanks:
    "merci|merci beaucoup|merci bien|merci à vous|d'accord|parfait|super|entendu|très bien|bien reçu|reçu|ça marche|ça va|bien noté|c'est noté|noté|génial|avec plaisir|impeccable|bonne journée",
  soft: 'oui|bonjour|bonsoir|salut|bien sûr|absolument|tout à fait|madame|monsieur|et',
};

const portuguese: Partial<Record<Role, string>> = {
  confirm: 'confirmada a presença|estarei lá|vou estar lá|pode confirmar|eu confirmo',
  subject: 'eu|gostaria de|está|tá',
  noun: 'minha|meu|entrevista|presença|reunião|ligação',
  object: 'o',
  thanks:
    'obrigado|obrigada|muito obrigado|muito obrigada|brigado|brigada|tá bom|tá bem|tudo bem|tudo certo|perfeito|ótimo|ótima|certo|beleza|combinado|entendi|recebido|recebi|valeu|legal|maravilha|está bem|está bom|bom dia para você',
  soft: 'sim|bom dia|boa tarde|boa noite|olá|oi|claro que sim|com certeza|senhor|senhora|e',
};

const chinese: Partial<Record<Role, string>> = {
  confirm:
    '确认|確認|已确认|已確認|确定|確定|我会到|我會到|我会准时到|我會準時到|我会准时参加|我會準時參加|我会参加|我會參加|准时到|準時到',
  subject: '我|我要|我想|我可以|可以|已经|已經',
  noun: '面试|面試|预约|預約|我的',
  object: '参加|參加|出席|会|會|了|的',
  please: '请|請',
  thanks:
    '好|好的|好呀|好啊|谢谢|謝謝|谢谢你|謝謝你|谢谢您|謝謝您|多谢|多謝|非常感谢|非常感謝|感谢|感謝|收到|明白|明白了|了解|知道了|没问题|沒問題|行|嗯|嗯嗯|太好了|辛苦了|不客气|不客氣',
  soft: '是|是的|对|對|您好|你好|早上好|下午好|晚上好',
};

const vietnamese: Partial<Record<Role, string>> = {
  confirm:
    'xác nhận|tôi xác nhận|em xác nhận|mình xác nhận|con xác nhận|tôi sẽ đến|em sẽ đến|mình sẽ đến|tôi sẽ có mặt|em sẽ có mặt|tôi sẽ tham gia|em sẽ tham gia',
  subject: 'xin|tôi muốn|em muốn|mình muốn|tôi đã|em đã|đã|em xin|tôi xin',
  noun: 'lịch|hẹn|phỏng vấn|buổi|cuộc|lịch hẹn',
  object: 'tham gia|tham dự|sẽ|đến|này|rồi',
  thanks:
    'cảm ơn|cám ơn|cảm ơn bạn|cảm ơn anh|cảm ơn chị|cảm ơn em|cảm ơn nhiều|cảm ơn rất nhiều|xin cảm ơn|em cảm ơn|tôi cảm ơn|được|được rồi|tốt|tốt quá|tuyệt vời|tuyệt|hiểu rồi|tôi hiểu rồi|em hiểu rồi|nhận được rồi|đã nhận|đã rõ|đồng ý',
  soft: 'vâng|dạ|dạ vâng|vâng ạ|ạ|chào|chào anh|chào chị|chào bạn|xin chào|anh|chị|bạn|nhé|nha|ừ|đúng',
};

const tagalog: Partial<Record<Role, string>> = {
  confirm:
    'kumpirmado|kompirmado|kinukumpirma ko|kinokompirma ko|kumpirma|confirmed na|darating ako|pupunta ako|dadating ako|pupunta po ako|darating po ako|nandoon ako|andun ako',
  noun: 'ang|aking',
  object: 'ko|sa|na|pagdalo|pagdating',
  thanks:
    'salamat|maraming salamat|salamat po|maraming salamat po|sige|sige po|ayos|okey|noted po|copy po|walang problema|gets|nakuha ko|mabuti',
  soft: 'oo|opo|po|magandang umaga|magandang hapon|magandang gabi|kumusta|kamusta|ho|naman',
};

const HAN = /\p{Script=Han}/gu;

/** Words; each Chinese character counts as one. */
export function spokenOf(text: string): string[] {
  return (
    plainTextOf(text)
      .replace(HAN, ' $& ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The role of each phrase, by its words. A phrase that is in several is the first of these. */
const PRECEDENCE: Role[] = ['confirm', 'thanks', 'soft', 'please', 'subject', 'noun', 'object'];

export const LONGEST_PHRASE = 8;

export const roles: ReadonlyMap<string, Role> = new Map(
  PRECEDENCE.toReversed().flatMap((role) =>
    [english, spanish, french, portuguese, chinese, vietnamese, tagalog].flatMap((language) =>
      (language[role]?.split('|') ?? []).map((phrase) => [spokenOf(phrase).join(' '), role] as const),
    ),
  ),
);

/** A name may follow these. */
export const GREETINGS: ReadonlySet<string> = new Set(
  (
    'thanks|thank you|thank u|thx|ty|hi|hello|hey|good morning|good afternoon|good evening|gracias|muchas gracias|hola|buenos días|' +
    'buenas tardes|merci|merci beaucoup|bonjour|bonsoir|obrigado|obrigada|olá|oi|bom dia|boa tarde|salamat|salamat po|' +
    'maraming salamat|cảm ơn|chào|chào anh|chào chị'
  )
    .split('|')
    .map((phrase) => spokenOf(phrase).join(' ')),
);
export const NO_NAMES: ReadonlySet<string> = new Set(
  'no|not|but|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|later|bye|anyway|anyways|nothing|never|though|however|for|why|what|when|where|how|who|cant|wont|pero|non|pas|nao|khong|hindi'.split(
    '|',
  ),
);

export const THUMBS = /^[👍👌✅☑✔]+$/u;
/** Pictures that people add to words without changing the meaning. */
export const KIND_PICTURES =
  /[👍👌✅☑✔🙏😊🙂😀😃😄😁😆☺❤🎉👏💪🤝🙌💯😍🥰🤗⭐🌟✨💙💚💛🧡💜🖤🤍😎🫡👋🥳🤩😇🌞]/gu;
