import type { DraftTone } from '../../../../contract/drafts.ts';
import type { DraftRequest } from '../port.ts';
import { after, greet, pick } from './tones.ts';

type Words = Record<DraftTone, readonly string[]>;

interface Occasion {
  /** In what the candidate wrote. */
  when: RegExp;
  en: Words;
  es: string;
  /** No one is cheerful about it. */
  isSad?: true;
}

/** The first that fits. Nothing is promised and nothing made up: what isn't known is to be found out. */
const OCCASIONS: Occasion[] = [
  {
    when: /\b(?:passed away|died|death|funeral|hospital|emergency|miscarriage|laid off|lost my|falleci\w*|muri[oó]|hospital|emergencia)\b/i,
    en: {
      formal: ['I am very sorry to hear that. Please take the time you need.'],
      casual: ["I'm so sorry to hear that. Please take the time you need."],
      friendly: ["I'm so sorry to hear that. Take all the time you need."],
    },
    es: 'Lo siento mucho. Tómese el tiempo que necesite.',
    isSad: true,
  },
  {
    when: /\b(?:reschedul\w*|can'?t make it|cannot make it|another (?:time|day)|different (?:time|day)|something came up|cambiar (?:la|el)|otro d[ií]a|otra hora|no puedo (?:ir|llegar))\b/i,
    en: {
      formal: ['Thank you for letting me know. Which other times would suit you?'],
      casual: [
        'Thanks for letting me know. What other times would work for you?',
        'No problem. When would be better for you?',
      ],
      friendly: ['No worries! What other times work for you?'],
    },
    es: 'Gracias por avisarme. ¿Qué otro día y hora le quedan bien?',
  },
  {
    when: /\b(?:running late|be late|stuck in traffic|late by|llego tarde|voy tarde|tr[aá]fico)\b/i,
    en: {
      formal: ['Thank you for letting me know. Please arrive safely.'],
      casual: ['Thanks for the heads-up. Get here safely.'],
      friendly: ['Thanks for the heads-up! Drive safe 🙂'],
    },
    es: 'Gracias por avisar. Venga con cuidado.',
  },
  {
    when: /\b(?:pay|pays|salary|wage|hourly|rate|compensation|benefits|paga|pagan|salario|sueldo)\b/i,
    en: {
      formal: ['Thank you for asking about the pay. I will confirm the details and get back to you.'],
      casual: ["Good question about the pay. Let me confirm and I'll text you back."],
      friendly: ["Great question! Let me check on the pay and I'll text you right back."],
    },
    es: 'Buena pregunta sobre el pago. Lo confirmo y le escribo.',
  },
  {
    when: /\b(?:where|address|location|located|directions|parking|remote|d[oó]nde|direcci[oó]n|ubicaci[oó]n)\b/i,
    en: {
      formal: ['Thank you for asking. I will confirm the location and send you the details.'],
      casual: ["Good question. Let me confirm the location and I'll send you the details."],
      friendly: ["Good one! I'll confirm the location and text it to you."],
    },
    es: 'Buena pregunta. Confirmo el lugar y se lo envío.',
  },
  {
    when: /\b(?:not interested|no longer interested|found (?:a|another) job|accepted (?:a|another)|pass on|withdraw|no me interesa|ya tengo trabajo|encontr[eé] (?:otro )?trabajo)\b/i,
    en: {
      formal: [
        'Thank you for letting me know. I wish you every success. May I contact you if something else comes up?',
      ],
      casual: ['Thanks for letting me know, and good luck! May I text you if something else comes up?'],
      friendly: ['Thanks for telling me, and good luck! OK if I text you when something else comes up?'],
    },
    es: 'Gracias por avisarme, y mucha suerte. ¿Puedo escribirle si surge otra cosa?',
  },
  {
    when: /\b(?:when|what time|what day|schedule|available|availability|cu[aá]ndo|qu[eé] (?:d[ií]a|hora)|horario|disponible)\b/i,
    en: {
      formal: ['Thank you for your reply. Which days and times suit you best?'],
      casual: [
        'Thanks for getting back to me. What days and times work best for you?',
        'What days and times work for you?',
      ],
      friendly: ['Awesome! What days and times work best for you?'],
    },
    es: 'Gracias por responder. ¿Qué días y horas le quedan mejor?',
  },
  {
    when: /^\W*(?:yes|yep|yeah|yup|sure|ok|okay|sounds good|perfect|great|confirmed|will do|works for me|s[ií]|claro|perfecto|de acuerdo|est[aá] bien)(?!\p{L})/iu,
    en: {
      formal: ['Thank you for confirming. Please let me know if you have any questions.'],
      casual: [
        'Great, thanks for confirming! Let me know if you have any questions.',
        'Perfect, thanks! Text me if anything comes up.',
      ],
      friendly: ['Awesome, thanks! 🎉 Text me if anything comes up.'],
    },
    es: '¡Perfecto, gracias por confirmar! Si tiene alguna pregunta, escríbame.',
  },
  {
    when: /\b(?:thank|thanks|thx|appreciate|gracias)\b/i,
    en: {
      formal: ['You are welcome. Please let me know if you have any questions.'],
      casual: [
        "You're welcome! Let me know if you have any questions.",
        "Of course! I'm here if you need anything.",
      ],
      friendly: ['Anytime! 😊'],
    },
    es: 'Con gusto. Si tiene alguna pregunta, escríbame.',
  },
  {
    when: /\?/,
    en: {
      formal: ['Thank you for your question. I will find out and get back to you.'],
      casual: ["Good question. Let me check and I'll text you back."],
      friendly: ["Good question! Let me check and I'll text you right back."],
    },
    es: 'Buena pregunta. Lo averiguo y le escribo.',
  },
];

const OTHERWISE: Omit<Occasion, 'when'> = {
  en: {
    formal: ['Thank you for your message. When would be a good time to talk?'],
    casual: [
      'Thanks for your text. When would be a good time to talk?',
      'Thanks for getting back to me. When can we talk?',
    ],
    friendly: ['Thanks for texting! When is a good time to chat?'],
  },
  es: 'Gracias por su mensaje. ¿Cuándo podemos hablar?',
};

const ABOUT_TIMES = /\btimes?\b|hora/i;

export function answerTo(last: string, request: DraftRequest & { spanish: boolean }): string {
  const { tone, version, spanish, calendarLink, conversation } = request;
  const occasion: Omit<Occasion, 'when'> = OCCASIONS.find(({ when }) => when.test(last)) ?? OTHERWISE;
  const words = spanish ? occasion.es : pick(occasion.en[tone], version);
  const link = spanish ? 'Puede elegir una hora aquí:' : 'You can also pick a time here:';
  const greeting = greet(tone, conversation?.candidateFirstName ?? '', {
    version,
    spanish,
    calm: occasion.isSad ?? false,
  });
  return after(
    greeting,
    calendarLink && ABOUT_TIMES.test(words) ? `${words} ${link} ${calendarLink}` : words,
  );
}
