import type { DraftIntent, DraftTone } from '../../../../contract/drafts.ts';

/** What is known decides between two ways to say the same. */
export type Occasion =
  | DraftIntent
  /** With the time of the interview. */
  | 'confirmInterview'
  | 'remindInterview'
  /** For what the candidate wrote. */
  | 'thankForReply'
  /** After bad news. */
  | 'comfort'
  /** One in the instructions, which may be for anything. */
  | 'shareGivenLink';

/** The usual words, others, and the shortest. */
type Versions = readonly [string, string, string];

/**
 * All that the built-in drafter can say, after "Hi Ana,". `{...}` is something known, and `[...]` is left out where that isn't known.
 * Spanish has one tone, and few accents that GSM-7 lacks and that would double the segments.
 */
export const phrases: Record<Occasion, Record<DraftTone | 'es', Versions>> = {
  confirm: {
    formal: [
      'thank you, that works on our side. Please let me know if anything changes.',
      'that is confirmed. Please let me know if you have any questions.',
      'confirmed, thank you.',
    ],
    casual: [
      'that works for us, thanks! Let me know if anything changes.',
      "you're confirmed. Text me if you have any questions.",
      'that works, thanks!',
    ],
    friendly: [
      'works for us! Text me if anything comes up.',
      "you're all set! Any questions, just text me.",
      'all set, thanks!',
    ],
    es: [
      'nos queda bien, gracias. Si algo cambia, me avisa por favor.',
      'confirmado. Si tiene alguna pregunta, me escribe.',
      'confirmado, gracias.',
    ],
  },
  confirmInterview: {
    formal: [
      'this is to confirm your interview on {interview}. Please let me know if anything changes.',
      'your interview is confirmed for {interview}. Please let me know if you have any questions.',
      'your interview is confirmed for {interview}.',
    ],
    casual: [
      'just confirming your interview on {interview}. Let me know if anything changes.',
      "you're all set for your interview on {interview}. Text me if you have any questions.",
      'confirming your interview on {interview}.',
    ],
    friendly: [
      'your interview is on for {interview}! Text me if anything comes up.',
      "you're all set for your interview on {interview}! Any questions, just text me.",
      'your interview is on for {interview}!',
    ],
    es: [
      'le confirmo su entrevista: {interview}. Si algo cambia, me avisa por favor.',
      'su entrevista queda confirmada: {interview}. Si tiene alguna pregunta, me escribe.',
      'le confirmo su entrevista: {interview}.',
    ],
  },
  decline: {
    formal: [
      "thank you for your interest[ in the {job} role]. I'm sorry to say that we won't be moving forward with your application. I wish you all the best.",
      "thank you for your time. Unfortunately, we won't be moving forward[ with your application for the {job} role]. I wish you every success.",
      "thank you for your interest. Unfortunately, we won't be moving forward.",
    ],
    casual: [
      "thank you for your interest[ in the {job} role]. I'm sorry, but we won't be moving forward this time. I wish you all the best.",
      "I'm sorry, but we won't be moving forward[ with your application for the {job} role]. Thank you for the time you took.",
      "I'm sorry, but we won't be moving forward. All the best.",
    ],
    friendly: [
      "thank you for your interest[ in the {job} role]. I'm sorry, but we won't be moving forward this time. Wishing you all the best.",
      "I'm sorry, but it won't work out this time[ with the {job} role]. Thank you for the time you took.",
      "I'm sorry, but it won't work out this time. All the best.",
    ],
    es: [
      'gracias por su tiempo. Lo siento, pero esta vez no seguimos adelante con su solicitud. Le deseo mucho éxito.',
      'gracias por su interés. Lo siento, pero esta vez no seguimos adelante. Que le vaya muy bien.',
      'lo siento, pero esta vez no seguimos adelante. Gracias por su tiempo.',
    ],
  },
  askTimes: {
    formal: [
      'which days and times would suit you[ to talk about the {job} role]?[ You can also choose a time here: {link}]',
      'may I ask when you would be available[ to talk about the {job} role]?[ You can also choose a time here: {link}]',
      'when would you be available?[ Or choose a time: {link}]',
    ],
    casual: [
      'what days and times work for you[ to talk about the {job} role]?[ You can also pick a time here: {link}]',
      'when are you free to talk[ about the {job} role]?[ You can also pick a time here: {link}]',
      'when are you free?[ Or pick a time: {link}]',
    ],
    friendly: [
      'what days and times work for you[ to chat about the {job} role]?[ Or grab a time here: {link}]',
      'when would be a good time to chat[ about the {job} role]?[ Or grab a time here: {link}]',
      'when can you chat?[ Or grab a time: {link}]',
    ],
    es: [
      '¿qué días y horas le quedan bien para hablar?[ Puede elegir una hora: {link}]',
      '¿cuándo tiene tiempo para hablar?[ Puede elegir una hora: {link}]',
      '¿cuándo tiene tiempo?[ Puede elegir: {link}]',
    ],
  },
  followUp: {
    formal: [
      'I am following up[ about the {job} role]. Are you still interested?',
      'may I ask if you are still interested[ in the {job} role]? I would be glad to answer any questions.',
      'are you still interested[ in the {job} role]?',
    ],
    casual: [
      "I'm following up[ about the {job} role]. Are you still interested?",
      "just checking in[ about the {job} role]. Let me know if you're still interested.",
      'are you still interested[ in the {job} role]?',
    ],
    friendly: [
      'just checking in[ about the {job} role]! Are you still interested?',
      'still interested[ in the {job} role]? Any questions, just text me!',
      'still interested[ in the {job} role]?',
    ],
    es: [
      'le escribo para saber si sigue con interés. Si tiene alguna pregunta, me escribe.',
      '¿sigue con interés? Quedo pendiente de su respuesta.',
      '¿sigue con interés?',
    ],
  },
  remind: {
    formal: [
      'this is a reminder that I look forward to your reply[ about the {job} role]. Please text me when you have a moment.',
      'when you have a moment, please let me know your answer[ about the {job} role].',
      'I look forward to your reply.',
    ],
    casual: [
      "just a reminder that I'd love to hear back from you[ about the {job} role]. Text me when you get a chance.",
      'when you get a chance, please text me back[ about the {job} role].',
      'please text me back when you can.',
    ],
    friendly: [
      "just a quick reminder: I'd love to hear back from you[ about the {job} role]! Text me when you get a chance.",
      'when you get a chance, text me back[ about the {job} role]!',
      'text me back when you can!',
    ],
    es: [
      'le recuerdo que quedo pendiente de su respuesta. Me escribe cuando pueda, por favor.',
      'cuando pueda, me responde por favor. Gracias.',
      'quedo pendiente de su respuesta.',
    ],
  },
  remindInterview: {
    formal: [
      'this is a reminder of your interview on {interview}. Please let me know if you cannot make it.',
      'please remember your interview on {interview}. Please text me if anything changes.',
      'a reminder of your interview on {interview}.',
    ],
    casual: [
      "just a reminder of your interview on {interview}. Let me know if you can't make it.",
      "don't forget your interview on {interview}. Text me if anything changes.",
      'a reminder of your interview on {interview}.',
    ],
    friendly: [
      "just a quick reminder of your interview on {interview}! Text me if you can't make it.",
      "don't forget your interview on {interview}! Text me if anything comes up.",
      'a reminder: your interview is on {interview}!',
    ],
    es: [
      'le recuerdo su entrevista: {interview}. Si no puede, me avisa por favor.',
      'no olvide su entrevista: {interview}. Si algo cambia, me escribe.',
      'le recuerdo su entrevista: {interview}.',
    ],
  },
  thank: {
    formal: [
      'thank you for your time. I will be in touch soon.',
      'thank you very much for your time. Please let me know if you have any questions.',
      'thank you for your time.',
    ],
    casual: [
      "thanks for your time! I'll be in touch soon.",
      'thank you for your time. Let me know if you have any questions.',
      'thanks for your time!',
    ],
    friendly: [
      "thanks so much for your time! I'll be in touch soon.",
      'thanks for your time! Any questions, just text me.',
      'thanks for your time!',
    ],
    es: [
      'gracias por su tiempo. Le escribo pronto.',
      'muchas gracias por su tiempo. Si tiene alguna pregunta, me escribe.',
      'gracias por su tiempo.',
    ],
  },
  thankForReply: {
    formal: [
      'thank you for getting back to me. I will be in touch soon.',
      'thank you for your reply. Please let me know if you have any questions.',
      'thank you for your reply.',
    ],
    casual: [
      "thanks for getting back to me. I'll be in touch soon.",
      'thank you for your text! Let me know if you have any questions.',
      'thanks for your text!',
    ],
    friendly: [
      "thanks for getting back to me! I'll be in touch soon.",
      'thanks so much for your text! Any questions, just text me.',
      'thanks so much!',
    ],
    es: [
      'gracias por su mensaje. Le escribo pronto.',
      'muchas gracias por responder. Si tiene alguna pregunta, me escribe.',
      'muchas gracias.',
    ],
  },
  comfort: {
    formal: [
      'thank you for letting me know. I am very sorry. Please take the time you need.',
      'I am very sorry to hear that. Please take all the time you need.',
      'I am very sorry to hear that.',
    ],
    casual: [
      "thank you for letting me know. I'm so sorry. Please take the time you need.",
      "I'm so sorry to hear that. Please take all the time you need.",
      "I'm so sorry to hear that.",
    ],
    friendly: [
      "thank you for letting me know. I'm so sorry. Take all the time you need.",
      "I'm so sorry to hear that. Take all the time you need.",
      "I'm so sorry to hear that.",
    ],
    es: [
      'gracias por avisarme. Lo siento mucho. Tome el tiempo que necesite.',
      'lo siento mucho. Tome todo el tiempo que necesite.',
      'lo siento mucho.',
    ],
  },
  shareLink: {
    formal: [
      'please choose a time that suits you here: {link}',
      'to find a time to talk, please use this link: {link}',
      'please choose a time: {link}',
    ],
    casual: [
      'you can pick a time that works for you here: {link}',
      "here's a link to find a time to talk: {link}",
      'pick a time here: {link}',
    ],
    friendly: [
      'grab a time that works for you here: {link}',
      "here's a link to find a time to chat: {link}",
      'grab a time here: {link}',
    ],
    es: [
      'puede elegir la hora que le quede bien: {link}',
      'para hablar, elija una hora en este enlace: {link}',
      'puede elegir una hora: {link}',
    ],
  },
  shareGivenLink: {
    formal: [
      'here is the link for you: {link}',
      'please use this link when you have a moment: {link}',
      'here is a link: {link}',
    ],
    casual: [
      "here's the link for you: {link}",
      'please use this link when you get a chance: {link}',
      "here's a link: {link}",
    ],
    friendly: [
      "here's that link for you: {link}",
      'use this link when you get a chance: {link}',
      "here's a link: {link}",
    ],
    es: [
      'le comparto el enlace: {link}',
      'puede usar este enlace cuando tenga tiempo: {link}',
      'el enlace: {link}',
    ],
  },
};
