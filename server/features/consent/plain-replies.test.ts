import { describe, expect, it } from 'vitest';
import { isPlainReply } from './plain-replies.ts';

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
