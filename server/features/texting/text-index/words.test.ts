import { describe, expect, it } from 'vitest';
import { snippetOf, wantedOf, wordsOfText } from './words.ts';

const marked = (text: string, typed: string) =>
  snippetOf(text, wantedOf(typed))
    .filter(({ match }) => match)
    .map((part) => part.text);

/** As the index finds it. */
function finds(text: string, typed: string): boolean {
  const wanted = wantedOf(typed);
  if (wanted === null) return false;
  const words = wordsOfText(text);
  const has = (term: string, begins: boolean) =>
    words.some((word) => word === term || (begins && word.startsWith(term)));
  return (
    wanted.terms.every(({ term, begins }) => has(term, begins)) ||
    (wanted.digits !== null && has(wanted.digits, true))
  );
}

describe('a text is found by what was typed, and shows where', () => {
  it.each([
    ['Is the interview on Friday?', 'interview', ['interview']],
    ['Is the interview on Friday?', 'INTER fri', ['interview', 'Friday']],
    ['Is the interview on Friday?', 'friday!', ['Friday']],
    ['José sent his résumé.', 'jose resume', ['José', 'résumé']],
    ['Jose sent his resume.', 'JOSÉ', ['Jose']],
    ["I don't know, it’s late", "don't", ['don', 't']],
    ["I don't know, it’s late", "it's", ['it', 's']],
    ['Straße 5', 'straß', ['Straße']],
    ['Привет, Анна', 'анна', ['Анна']],
    ['안녕하세요 여러분', '여러', ['여러분']],
    ['明天面试可以吗？', '面试', ['面试']],
    ['明天面试可以吗？', '面', ['面']],
    ['明天面试可以吗？', '面试可以', ['面试可以']],
    ['面接は明日です', '明日', ['明日']],
    ['นัดสัมภาษณ์พรุ่งนี้', 'สัมภาษณ์', ['สัมภาษณ์']],
    ['Sounds good 👍🏽', '👍', ['👍']],
    ['Mail me at j.nunez@example.com', 'j.nunez@example.com', ['j', 'nunez', 'example', 'com']],
    ['Mail me at j.nunez@example.com', 'example', ['example']],
    ['Call (415) 555-0123 now', '4155550123', ['415) 555-0123']],
    ['Call (415) 555-0123 now', '+1 415 555 0123', ['415) 555-0123']],
    ['Call +1 415.555.0123 now', '(415) 555-0123', ['1 415.555.0123']],
    ['Call 4155550123 now', '555-0123', ['4155550123']],
    ['Call 4155550123 now', '415 555', ['4155550123']],
    ['At 10:30 or 11', '10 30', ['10', '30']],
    ['Plan A or B', 'a', ['A']],
  ])('%s by %s', (text, typed, parts) => {
    expect(finds(text, typed)).toBe(true);
    expect(marked(text, typed)).toEqual(parts);
  });

  it.each([
    ['Is the interview on Friday?', 'view'],
    ['Is the interview on Friday?', 'interview monday'],
    ['An apple', 'a'],
    ['明天面试可以吗？', '试面'],
    ['明天面试可以吗？', '明试'],
    ['Call (415) 555-0123 now', '415 555 0199'],
    ['Hi', '  '],
    ['Hi', '?!'],
  ])('%s not by %s', (text, typed) => expect(finds(text, typed)).toBe(false));
});

describe('what is shown of a text', () => {
  const filler = 'nothing to see here '.repeat(30);

  it('is the part around the first match', () => {
    const parts = snippetOf(`${filler}but the needle ${filler}`, wantedOf('needle'));
    const whole = parts.map(({ text }) => text).join('');
    expect(whole).toMatch(/^….*but the needle .*…$/);
    expect(whole.length).toBeLessThan(200);
    expect(parts.filter(({ match }) => match)).toEqual([{ text: 'needle', match: true }]);
  });

  it('is its beginning where nothing in it matches', () => {
    expect(snippetOf('Short', null)).toEqual([{ text: 'Short', match: false }]);
    expect(snippetOf(filler, wantedOf('needle'))).toEqual([
      { text: expect.stringMatching(/^nothing to see here .*…$/), match: false },
    ]);
    expect(snippetOf('', wantedOf('needle'))).toEqual([]);
  });

  it('never ends within a character', () => {
    const [part] = snippetOf('👍'.repeat(300), null);
    expect(part?.text.replace('…', '').replaceAll('👍', '')).toBe('');
  });
});

it('however much was typed, few words are looked up', () => {
  expect(wantedOf('ab '.repeat(33))?.terms).toEqual([{ term: 'ab', begins: true }]);
  expect(wantedOf('a b c d e f g h i j k l m n o p q r s t u v w x y z')?.terms).toHaveLength(20);
  expect(wantedOf('hi hiring')?.terms).toEqual([{ term: 'hiring', begins: true }]);
});
