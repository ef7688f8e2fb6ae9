import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSegments } from '../../../contract/segments.ts';
import { anyCharacter } from '../../testing/any-character.ts';
import { classifyInbound, confirmationText } from './rules.ts';

const optedIn = { optedOut: false };
const optedOut = { optedOut: true };

const KEYWORDS = [
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'END',
  'QUIT',
  'CANCEL',
  'REVOKE',
  'OPTOUT',
  'OPT OUT',
  'OPT-OUT',
];

describe('a keyword that is the whole text', () => {
  it.each([
    ...KEYWORDS,
    'stop',
    ' Stop. ',
    'STOP!!!',
    '"STOP"',
    '“Stop”',
    "'stop'",
    'Stop please',
    'Please stop',
    'STOP, thanks!',
    'Stop, thank you.',
    'pls STOP 🙏',
    '🛑 STOP 🛑',
    'S T O P',
    's.t.o.p.',
    'stop\n',
    '\u200bSTOP\u200b',
    'ST\u200dOP',
    'ＳＴＯＰ',
    '𝐒𝐓𝐎𝐏',
    'Stóp',
    'opt   out',
    'Opt-Out.',
    '(unsubscribe)',
    'Stop  All',
    'please unsubscribe',
    'quit pls',
    'End, please.',
    'STOP thank you so much',
    'Stop, please and thank you!',
    'Stop por favor',
    'STOP gracias',
    "Stop ma'am",
  ])('%j opts out', (body) => {
    expect(classifyInbound(body, optedIn)).toBe('optOut');
    expect(classifyInbound(body, optedOut)).toBe('optOut');
  });

  it('opts out however it is decorated', () => {
    const decoration = fc
      .array(
        fc.constantFrom(' ', '\n', '.', '!', '"', '*', '-', '🙏', '👋🏽', '\u200b', '\ufe0f', '\u00a0'),
        {
          maxLength: 6,
        },
      )
      .map((parts) => parts.join(''));
    const keyword = fc
      .tuple(fc.constantFrom(...KEYWORDS), fc.infiniteStream(fc.boolean()))
      .map(([word, upper]) =>
        [...word]
          .map((letter) => (upper.next().value ? letter.toUpperCase() : letter.toLowerCase()))
          .join(''),
      );
    const manners = fc.constantFrom('', ' please', ', thanks', ' thank you', ' pls');
    fc.assert(
      fc.property(decoration, keyword, manners, decoration, (before, word, polite, after) => {
        expect(classifyInbound(`${before}${word}${polite}${after}`, optedIn)).toBe('optOut');
      }),
    );
  });

  it.each(['START', 'start', 'Start!', 'UNSTOP', 'unstop please', 'ｓｔａｒｔ'])('%j opts in', (body) => {
    expect(classifyInbound(body, optedOut)).toBe('optIn');
    expect(classifyInbound(body, optedIn)).toBe('optIn');
  });

  it.each(['YES', 'yes', 'Yes!', '"yes"'])('%j opts in only who is opted out', (body) => {
    expect(classifyInbound(body, optedOut)).toBe('optIn');
    expect(classifyInbound(body, optedIn)).toBe(null);
  });

  it.each(['yes please', 'Yes, I can do 4', 'yes sir', 'yep'])('%j never opts in', (body) => {
    expect(classifyInbound(body, optedOut)).toBe(null);
  });

  it.each(['HELP', 'help', 'Help?', 'INFO', 'info!', 'help please'])('%j asks who we are', (body) => {
    expect(classifyInbound(body, optedIn)).toBe('help');
  });
});

describe('a reasonable wording of "stop texting me"', () => {
  it.each([
    'please stop texting me',
    'Stop texting me!!',
    'stop messaging me please',
    'STOP SENDING ME TEXTS',
    'stop with the texts',
    'quit texting',
    'Quit texting me',
    'cease all contact',
    'Can you please stop',
    'I said stop',
    'i told you to stop',
    'I want you to stop',
    'just stop',
    'stop it',
    'stop already',
    'stop stop',
    'STOP STOP STOP',
    'Stop. I am not looking.',
    'not interested, stop',
    'Not interested',
    "I'm not interested, thanks",
    'No thank you. Stop.',
    'STOP\nSent from my iPhone',
    'stpo',
    'sotp',
    'Stopp',
    'st0p',
    'unsubcribe',
    'unsuscribe',
    'unsubscribe me',
    'Un-subscribe',
    'pls unsub',
    'cancle',
    'stpo texting me',
    'cancel texts',
    'cancel my subscription',
    'End these texts',
    'no mas',
    'No más',
    'no más mensajes',
    'No me escriba más',
    'ya no me manden mensajes',
    'deja de escribirme',
    'para',
    'Para por favor',
    'alto',
    'basta',
    '¡Basta ya!',
    'no quiero más mensajes',
    'Número equivocado',
    'bórrame de su lista',
    'wrong number',
    'Wrong number!',
    'wrong #',
    'remove from list',
    'Please stop calling and texting',
    'please stop reaching out to me',
    'You are texting the wrong person',
    "Don't send me any more texts",
    'Sorry, you have the wrong number',
    'I think you have the wrong person',
    'u got the wrong number',
    "This isn't Ana's number",
    'this is no longer her number',
    'remove me',
    'Please remove me from your list',
    'remove my number',
    'delete my number please',
    'take me off your list',
    'Take my name off this list',
    'get me off this list',
    "don't text me",
    'Don’t text me again',
    'dont text this number anymore',
    'do not contact me',
    'Do not contact',
    'never contact me again',
    'please do not message me anymore',
    "I don't want these texts",
    "I don't want to be contacted",
    'I no longer wish to receive messages',
    'no more texts',
    'No more.',
    'no texts please',
    'leave me alone',
    'lose my number',
    'I want to opt out',
    'how do I opt out?',
    'opt me out',
    'opting out of these messages',
    'I revoke my consent',
    'I never gave you permission to text',
    'I never signed up for this',
    "I'm blocking this number",
    'reporting you for spam',
    'This is spam',
    'I am on the do not call list',
    'go away',
    'fuck off',
    '🛑',
  ])('%j is held', (body) => {
    expect(classifyInbound(body, optedIn)).toBe('hold');
  });
});

describe('ordinary talk of recruiting', () => {
  it.each([
    'Stop by at 3?',
    "I'll stop by",
    'Can I stop by the office tomorrow?',
    'can we stop at 5',
    'I had to stop at the store, running 10 min late',
    "I can't stop thinking about the offer",
    'My bus stop is right by your office',
    'Is there a bus stop nearby?',
    'non-stop meetings today, can we talk tomorrow?',
    'The first stop is the warehouse, right?',
    "I can't stop texting my friends about the offer!",
    "It won't stop raining, might be late",
    'The end of the week works',
    'End of day is fine',
    'I can start at the end of the month',
    'In the end I took the other job',
    'The end.',
    'What time does the shift end?',
    'cancel my 3pm, can we do 4?',
    'Can we cancel and rebook?',
    'I need to cancel our call',
    'They cancelled on me',
    'Sorry, I have to cancel tomorrow',
    'Please cancel the interview',
    'I quit my job last week',
    'I quit!',
    'Why did the last person quit?',
    'info about the job?',
    'Can you send more info?',
    'Can you help me with the form?',
    'Need help finding the address',
    'no thanks on that one, what else do you have?',
    'No thanks',
    "I'm not interested in that one but keep me posted",
    'not interested in nights, days only',
    'the number is wrong in my resume',
    'Sorry, I gave you the wrong number for my reference',
    'My resume has the wrong number, use this one',
    'They paid me for the wrong number of hours',
    "Please don't call my current employer",
    "Don't call me before 9 please, I work nights",
    'please don’t text me at work, evenings are fine',
    'I don’t text much but email works',
    "If you don't text me I'll assume it's off",
    'You never call me back',
    'Do not contact my references yet',
    "I don't want to miss your message",
    'no more than 20 hours a week',
    'No more questions from me, thanks!',
    'Can I opt out of the dental plan?',
    'I opted for the morning shift',
    'Remove the second page of my resume please',
    'Can you remove my number from the resume you sent?',
    'I was removed from the schedule',
    'Take me through the next steps?',
    'Can you take me off the Tuesday shift?',
    'I can take the bus',
    'Leave the door open please',
    'I am on leave until Monday',
    'I will be alone at the desk',
    'Lost my number for Dana, can you resend?',
    'Block 3pm on my calendar',
    'I went to the shop, back in 10',
    'Next step?',
    'step',
    'Top!',
    'Quite',
    'and?',
    'It went to my spam folder, found it now',
    'Report to the front desk at 8?',
    "I'll report this to my supervisor",
    'Yes',
    'Yes please',
    'Ok thanks!',
    'Please',
    'Thank you!',
    'Start date?',
    'When can I start?',
    'I can start Monday',
    'Para mañana a las 3 está bien',
    'Es para el turno de noche?',
    'No, mas tarde por favor',
    'Is basta pasta the place for lunch?',
    'Who is this?',
    'What company is this again?',
    'How did you get my number?',
    'Send me a text when you get here',
    'Are you still hiring?',
    'I have a question about pay',
    '👍',
    '😂😂',
    '',
    'Liked “Hi Ana, this is Dana from Acme. Reply STOP to opt out.”',
    'Disliked "Reply STOP to opt out"',
    '👍 to “Reply STOP to opt out.”',
    'My dad passed away, can we move it?',
    'Got it. Will text you when I stop driving',
    'Should I stop at reception first?',
    "It's fine, don't send me the forms again",
    'Is this spam?',
    'the wrong person showed up',
    'You did not text me the address',
    'canceled my other interview',
    "Don't forget to text me the address",
    'Is the pay 20 or 21?',
    'I was going to say the same',
  ])('%j passes', (body) => {
    expect(classifyInbound(body, optedIn)).toBe(null);
  });
});

describe('any text at all', () => {
  it('is classified', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), fc.boolean(), (body, isOptedOut) => {
        expect(['optOut', 'optIn', 'help', 'hold', 'ask', null]).toContain(
          classifyInbound(body, { optedOut: isOptedOut }),
        );
      }),
    );
  });

  it('does not depend on case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (body) => {
        expect(classifyInbound(body.toUpperCase(), optedIn)).toBe(
          classifyInbound(body.toLowerCase(), optedIn),
        );
      }),
    );
  });

  // Patterns that go back and forth over such a text would run into the runner's time limit.
  it.each([
    'do not ever stop sending all of these ',
    'stop all of these stop all of the annoying ',
    'i dont want to get any ',
    'no me vuelva a ',
    'please '.repeat(20),
    'a',
  ])('made of %j over and over is still classified', (part) => {
    expect(['hold', 'ask', null]).toContain(classifyInbound(`${part.repeat(20_000)}x`, optedIn));
  });
});

describe('the confirmation', () => {
  const name = 'Northern California Community Hospitals & Clinics, Inc. Ltd.';

  it.each(['stop', 'start', 'help'] as const)('%s names the company, in one GSM-7 segment', (kind) => {
    expect(name.length).toBe(60);
    const text = confirmationText(kind, name);
    expect(text).toContain(name);
    expect(countSegments(text)).toMatchObject({ encoding: 'GSM-7', segments: 1 });
  });

  it('of an opt-out confirms that no more texts come and how to rejoin', () => {
    expect(confirmationText('stop', 'Acme')).toBe(
      "Acme: You're opted out and won't get any more texts from us. Reply START to rejoin.",
    );
  });

  it.each(['start', 'help'] as const)('of %s explains how to opt out', (kind) => {
    expect(confirmationText(kind, 'Acme')).toContain('STOP');
  });

  it('of a start has the disclosures required when someone begins to get texts (CTIA, 5.1)', () => {
    expect(confirmationText('start', 'Acme')).toBe(
      "Acme: You're opted in. Frequency varies. Msg & data rates may apply. HELP for help, STOP to opt out.",
    );
  });

  it('is never itself read as a request', () => {
    for (const kind of ['stop', 'start', 'help'] as const) {
      expect(['optOut', 'optIn', 'help']).not.toContain(
        classifyInbound(confirmationText(kind, 'Acme'), optedIn),
      );
    }
  });
});
