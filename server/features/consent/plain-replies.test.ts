import { describe, expect, it } from 'vitest';
import { isAcknowledgment, isPlainReply } from './plain-replies.ts';

describe('a reply that no one needs to read', () => {
  it.each([
    'C',
    'c.',
    '2',
    'Yes',
    'Yes, thank you!',
    'ok see you at 3',
    'Ok, see you tomorrow at 9:30 am 👍',
    'Thanks so much',
    'omw',
    '👍',
    '🙏🙏',
    'Sounds good',
    'Perfect, thanks',
    'Sí, gracias',
    'Buenos días, confirmo',
    "D'accord, merci",
    'Sim, obrigada',
    'Dạ cảm ơn',
    'Opo, salamat po',
    'Спасибо',
    'شكرا',
    '好的，谢谢',
    '',
  ])('"%s"', (body) => expect(isPlainReply(body)).toBe(true));
});

describe('a reply that a person has to read', () => {
  it.each([
    'No',
    'no thanks',
    'I got another job',
    'ok?',
    'Where is it?',
    'ok but stop texting me',
    'thanks, I am not interested',
    'nah',
    'leave me be',
    'who',
    '🛑',
    '🖕',
    'ok 👎',
    'can we do friday',
    'I have covid',
    'im 13',
    'si no puedo',
    '不要',
    'thanks '.repeat(13),
  ])('"%s"', (body) => expect(isPlainReply(body)).toBe(false));
});

describe('a reply after which the candidate waits for nothing', () => {
  it.each([
    '👍',
    '👍🏽👍🏽',
    'Got it, thanks',
    'Got it, thank you so much!',
    'Ok',
    'ok thanks 🙏',
    'Great, thanks. Have a good weekend',
    'Will do!',
    'Noted.',
    'Perfect 😊',
    'Gracias!',
    'Muchas gracias',
    'Merci',
    'Liked “See you on Monday. Questions?”',
    'Reacted ❤️ to “You got the job”',
    '收到',
  ])('"%s"', (body) => expect(isAcknowledgment(body)).toBe(true));
});

describe('a reply that a recruiter goes on from', () => {
  it.each([
    'Yes',
    'Sure',
    'Sí',
    'No',
    '2',
    'See you at 3',
    'ok?',
    'Thanks, when do I start',
    'Thanks for the offer but I took another job',
    'Thank you. I have a question',
    'ok call me',
    'Good morning',
    '👎',
    'Disliked “See you on Monday”',
    'Questioned “See you on Monday”',
    '🤔',
    '',
    'ok '.repeat(13),
  ])('"%s"', (body) => expect(isAcknowledgment(body)).toBe(false));
});
