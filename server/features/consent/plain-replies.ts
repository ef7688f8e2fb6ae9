import { plainTextOf, wordsOf } from './wording/plain-text.ts';

/** Words that on their own are just a yes, a thanks, a greeting or a time, in the languages of most candidates. */
const PLAIN = new Set(
  // English
  (
    'a about all alright am and around at be by bye c confirm confirmed cool day done evening fine for friday good got great haha have ' +
    'hello here hey hi i ill im is it k kk later lol lovely monday morning much my n night nice noon ok okay okie omw on over p perfect pm ' +
    'pls please pm r received saturday see so soon sounds sunday super sure ta thank thanks that thats the then there thursday thx till to ' +
    'today tomorrow tonight too tuesday ty u until very way we wednesday week weekend well will with wonderful works y ya yay yea yeah yep ' +
    'yes yesss you your youre yup ' +
    // Spanish and Portuguese
    'ahi bien bueno buenas buenos claro confirmo de dia dias gracias hola igual listo lunes manana martes miercoles jueves viernes muchas ' +
    'muchisimas noches obrigada obrigado oi perfecto perfeito por si sim tardes vale viernes voy ' +
    // French and Haitian Creole
    'accord ca daccord demain bon bonjour bonsoir merci oui parfait va dako mesi wi ' +
    // Vietnamese, Tagalog, Russian, Polish, Arabic
    'da vang cam on oke opo oo salamat po sige да спасибо хорошо ок tak dziekuje dobrze نعم شكرا تمام'
  ).split(' '),
);
/** Of these, words that only say that something was read, and the small ones between them. */
const ACKNOWLEDGING = new Set(
  (
    'a and all alright appreciate appreciated awesome cool day do evening fine for good got great have i it k kk lovely much nice night ' +
    'np noted ok okay okie perfect so super ta thank thanks thats the then thx too ty u understood very weekend will wonderful you ' +
    'bien bueno gracias muchas muchisimas entendido listo perfecto perfeito vale obrigada obrigado entendi daccord accord merci parfait ' +
    'mesi cam on salamat opo спасибо хорошо ок dziekuje dobrze شكرا تمام 谢谢 謝謝 收到 好的 明白'
  ).split(' '),
);
/** A reaction of a phone, with what it quotes. */
const LIKED = /^(?:liked|loved|emphasized|reacted \S+ to|me gusto|le gusto|le encanto) [“"«]/;
const FRIENDLY =
  /[\u{1f44d}\u{1f44c}\u{1f64f}\u{1f60a}\u{1f642}\u{2764}\u{1f389}\u{1f44f}\u{263a}\u{1f91d}\u{2705}\u{1f600}\u{1f603}\u{1f604}\u{1f973}]/u;
/** Nothing but pictures, digits, times and marks; Chinese by whole phrases. */
const CHINESE = /^(?:好的?|可以|谢谢|謝謝|收到|是的?|没问题|沒問題|明白|您|你|了|嗯)+$/u;
/** The length of a text that is read in a second. */
const MOST_WORDS = 12;
const QUESTION = /[?¿？؟]/u;
/** Pictures that tell someone to go away. */
const UNFRIENDLY = /[\u{1f6d1}\u{1f6ab}\u{1f595}\u{1f44e}\u{1f621}\u{1f92c}\u{26d4}\u{274c}]/u;
/** "I'm 13" is the age of someone's child. */
const AGE = /^im \d{1,2}$/;
const TIME_OR_NUMBER = /^\d{1,6}(?:am|pm|a|p|h|th|st|nd|rd|min|mins|hr|hrs)?$/;

/**
 * Whether a reply is clearly ordinary ("C", "2", "Thanks!", "Ok see you at 3"), by a list of words and no guess. After any other
 * reply no planned text goes out until a person has read it.
 */
export function isPlainReply(body: string): boolean {
  const plain = plainTextOf(body);
  if (QUESTION.test(plain) || UNFRIENDLY.test(plain)) return false;
  const words = wordsOf(plain);
  return (
    words.length <= MOST_WORDS &&
    !AGE.test(words.join(' ')) &&
    words.every((word) => PLAIN.has(word) || TIME_OR_NUMBER.test(word) || CHINESE.test(word))
  );
}

/**
 * Whether it only says that something was read: "👍", "Got it, thanks", a phone's "Liked …". Not "Yes" or "See you at 3", which may
 * ask for a next step.
 */
export function isAcknowledgment(body: string): boolean {
  const plain = plainTextOf(body);
  if (LIKED.test(plain)) return true;
  if (QUESTION.test(plain) || UNFRIENDLY.test(plain)) return false;
  const words = wordsOf(plain);
  if (words.length === 0) return FRIENDLY.test(plain);
  return words.length <= MOST_WORDS && words.every((word) => ACKNOWLEDGING.has(word));
}
