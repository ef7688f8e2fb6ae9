import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { howMany } from '../../../testing/how-long.ts';
import { classifyInbound } from '../rules.ts';

/*
 * Replies as candidates write them, one a line. The model has learned them, so these tables keep what works and don't tell how the next
 * reply fares; decision 78 has the figures of replies that nothing was learned from.
 */
function replies(name: string): string[] {
  const text = readFileSync(join(import.meta.dirname, 'replies', `${name}.txt`), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replaceAll('\\n', '\n'));
}

const meaning = (body: string) => classifyInbound(body, { optedOut: false });
const isHeld = (body: string) => meaning(body) === 'hold';
const stops = (body: string) => ['hold', 'optOut'].includes(meaning(body) ?? '');
const passes = (body: string) => meaning(body) === null;
const share = (texts: string[], is: (text: string) => boolean) => texts.filter(is).length / texts.length;

describe('replies that were learned', () => {
  it.each([
    'refusals-designed-on',
    'further-refusals',
    'refusals-once-blind',
    'refusals-in-other-words',
    'refusals-by-family',
  ])('%s are held, a few of them asked about, and none passes', (name) => {
    const all = replies(name);
    expect(all.filter(passes)).toEqual([]);
    expect(share(all, stops)).toBeGreaterThan(0.97);
  });

  it.each([
    'ordinary-designed-on',
    'further-ordinary',
    'ordinary-once-blind',
    'ordinary-in-other-words',
    'ordinary-by-family',
  ])('%s are never held', (name) => {
    expect(replies(name).filter(stops)).toEqual([]);
  });
});

describe('replies that were set aside', () => {
  it('are held in 92 of 100 cases if they refuse', () => {
    const all = replies('refusals-measured');
    expect(all.length).toBeGreaterThan(150);
    expect(share(all, stops)).toBeGreaterThanOrEqual(0.92);
  });

  it('are held by mistake in 3 of 100 cases', () => {
    const all = replies('ordinary-measured');
    expect(all.length).toBeGreaterThan(150);
    expect(share(all, stops)).toBeLessThanOrEqual(0.03);
  });

  it('are held in 98 of 100 cases if they refuse, and in 2 if not, in the second set', () => {
    const refusals = replies('refusals-second-measured');
    const ordinary = replies('ordinary-second-measured');
    expect(share(refusals, stops)).toBeGreaterThanOrEqual(0.98);
    expect(share(ordinary, stops)).toBeLessThanOrEqual(0.02);
  });

  it('never opt anyone out if they are ordinary', () => {
    const all = ['designed-on', 'measured', 'second-measured'].flatMap((half) => replies(`ordinary-${half}`));
    const outright = all.filter((body) => classifyInbound(body, { optedOut: false }) === 'optOut');
    expect(outright).toEqual([]);
  });
});

describe('what no one could take for anything else is held in each language', () => {
  it.each([
    'please stop texting me',
    'remove me from your list',
    'do not contact me again',
    'por favor dejen de mandarme mensajes',
    'quítenme de su lista',
    'no me vuelvan a contactar',
    'merci de ne plus me contacter',
    "s'il vous plaît arrêtez de m'envoyer des messages",
    'retirez-moi de votre liste',
    'por favor parem de me mandar mensagens',
    'me tirem da lista de vocês',
    'não entrem mais em contato comigo',
    'làm ơn đừng nhắn tin cho tôi nữa',
    'xóa tôi khỏi danh sách',
    'đừng liên lạc với tôi nữa',
    'pakitigil na po ang pag text sa akin',
    'tanggalin nyo ako sa listahan',
    'wag nyo na po akong kontakin',
    '请不要再给我发短信',
    '请把我从名单上删除',
    '不要再联系我了',
    'tanpri sispann voye mesaj ban mwen',
    'retire m nan lis ou a',
    'pa kontakte m ankò',
    'пожалуйста, перестаньте мне писать',
    'удалите меня из списка',
    'больше со мной не связывайтесь',
    'proszę przestać do mnie pisać',
    'proszę usunąć mnie z listy',
    'nie kontaktujcie się ze mną więcej',
    'من فضلكم توقفوا عن إرسال الرسائل لي',
    'احذفوني من القائمة',
    'لا تتواصلوا معي مرة أخرى',
  ])('"%s"', (text) => expect(meaning(text)).toBe('hold'));
});

const REFUSALS = [
  'stop texting me',
  'please stop messaging me',
  "don't contact me again",
  'do not text this number anymore',
  'remove me from your list',
  'take my number off your list',
  'please delete my number',
  'unsubscribe me',
  'i want to opt out',
  'you have the wrong number',
  'no more texts please',
  'leave me alone',
  "I don't want to receive these messages",
  'I never gave you permission to text me',
  'quit harassing me',
  'I am reporting this number as spam',
  'deja de mandarme mensajes',
  'no me escriban mas',
  'numero equivocado',
  'ne me contactez plus',
  'mauvais numero',
  'nao quero mais receber mensagens',
  'dung nhan tin cho toi nua',
  'huwag nyo na akong i-text',
];
/** Nothing in them may excuse what stands beside. */
const ORDINARY = [
  'I quit nursing last year',
  'I found another job',
  'Thanks for reaching out',
  'I work nights at the hospital',
  'My shift ends at 7',
  'I stopped by the office on Monday',
  'I have an interview tomorrow',
  'Hope you have a great day',
  'It went to my spam folder',
  'I moved to Ohio in May',
  'They cancelled my appointment',
  'I am driving right now',
  'Can you call me after lunch?',
  'The pay is too low for me',
  'My manager asked about the forms',
  'I can start on Monday',
  'I already have my license',
  'Who is this?',
  'What happens if I reply STOP?',
  'My kid texted STOP yesterday',
  'Haha nice',
  'My wife thinks it is amazing',
];
const NAMES = ['Dana', 'Marcus', 'Maria', 'Mr. Lee', 'bro', 'sir', 'Jen', 'guys'];
const BETWEEN = ['. ', '! ', '\n', ', ', '... ', ' - ', ' 🙏 '];

/* All of them, not some by chance: there are few enough. */

describe('a refusal stays one', () => {
  it('before and after any ordinary sentence', () => {
    const lost = REFUSALS.flatMap((refusal) =>
      ORDINARY.flatMap((talk) =>
        BETWEEN.flatMap((gap) => [`${refusal}${gap}${talk}`, `${talk}${gap}${refusal}`]),
      ),
    ).filter((text) => !isHeld(text));
    expect(lost).toEqual([]);
  });

  it('with a name, a greeting and a signature', () => {
    const greetings = ['', 'Hi ', 'Hey ', 'Good morning ', 'Hello ', 'ok ', 'Thanks '];
    const signatures = ['', '\nThanks, Rosa', ' - Kevin', '\nSent from my iPhone', '. Best, Tyler'];
    const signed = REFUSALS.flatMap((refusal) =>
      NAMES.flatMap((name) =>
        signatures.flatMap((end) => [
          `${refusal} ${name}${end}`,
          ...greetings.map((hello) => `${hello}${name}, ${refusal}${end}`),
        ]),
      ),
    );
    expect(signed.filter(passes)).toEqual([]);
    expect(share(signed, isHeld)).toBeGreaterThan(0.999);
  });

  it('with a letter of a longer word swapped, dropped or doubled', () => {
    const slips = REFUSALS.flatMap(withSlips);
    expect(slips.filter(passes)).toEqual([]);
    expect(share(slips, isHeld)).toBeGreaterThan(0.98);
  });

  it('however long its letters are held', () => {
    for (let o = 3; o <= 20; o += 1)
      for (let e = 1; e <= 9; e += 1)
        expect(isHeld(`st${'o'.repeat(o)}p texting m${'e'.repeat(e)}`)).toBe(true);
  });
});

function withSlips(text: string): string[] {
  const words = text.split(' ');
  return words.flatMap((word, index) =>
    /^[a-z]{6,}$/.test(word) ? slipsOf(word).map((slip) => words.with(index, slip).join(' ')) : [],
  );
}

/** After the first letter: people see that one. */
function slipsOf(word: string): string[] {
  return Array.from({ length: word.length - 2 }, (_, place) => place + 1).flatMap((at) => [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word.charAt(at) + word.slice(at),
    word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ]);
}

it('two ordinary sentences are as good as never held', () => {
  const talk = replies('ordinary-designed-on').filter((body) => !body.includes('\n'));
  const every = howMany(7, 1);
  const pairs = talk.flatMap((one, index) =>
    talk
      .slice(index)
      .map((other, place) => `${one}${BETWEEN[(index + place) % BETWEEN.length]}${other}`)
      .filter((_, place) => place % every === 0),
  );
  expect(share(pairs, stops)).toBeLessThan(0.0002);
});

it('takes no longer for words that repeat', () => {
  for (const word of [
    'if i say stop ',
    'my kid ',
    'haha ',
    'jaja',
    'keep stop ',
    'do not remove ',
    'responda stop para ',
    'no me ',
    'ugh ',
    'so ',
    'who is ',
    'mr. ',
    'wag po ',
    'nao ',
    'please ',
    ' ',
  ])
    for (const start of ['', 'this is ', 'stop texting me ']) {
      const began = performance.now();
      stops(start + word.repeat(1000));
      expect(performance.now() - began, word).toBeLessThan(500);
    }
});
