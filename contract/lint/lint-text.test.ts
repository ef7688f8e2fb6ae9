import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseTemplate } from '../render-template.ts';
import { HIDDEN } from './checked-text.ts';
import type { LintFacts } from './finding.ts';
import { lintText } from './lint-text.ts';
import { readingGrade } from './reading-grade.ts';

const known: LintFacts = {
  values: {},
  company: 'Acme Talent',
  sender: { firstName: 'Dana', lastName: 'Reed' },
  isFirst: false,
  isTemplate: false,
  domains: ['acme.com'],
  zones: { sender: 'America/New_York', candidate: ['America/Chicago'] },
  at: new Date('2026-11-23T17:00:00Z'),
};

const found = (rule: string, body: string, facts: Partial<LintFacts> = {}) =>
  lintText(body, { ...known, ...facts }).filter((finding) => finding.rule === rule);
const fixed = (rule: string, body: string, facts: Partial<LintFacts> = {}) =>
  found(rule, body, facts)[0]?.fix?.body;

describe('capitals', () => {
  it.each([
    ['WE ARE HIRING NOW', 'We are hiring now'],
    ['Hi Ana, WE NEED YOU TODAY', 'Hi Ana, we need you today'],
    ['URGENT HIRING! RN NEEDED ASAP. CALL ME', 'Urgent hiring! RN needed ASAP. Call me'],
    ['CDL DRIVERS WANTED MONDAY', 'CDL drivers wanted Monday'],
    ['ACME TALENT IS HIRING', 'Acme Talent is hiring'],
    ['REPLY STOP TO OPT OUT', 'Reply STOP to opt out'],
    ["DON'T MISS THIS", "Don't miss this"],
    ['{{candidate.firstName}}, CALL ME NOW', '{{candidate.firstName}}, call me now'],
    [
      'CALL NOW https://acme.com/JOB/NOW and APPLY TODAY',
      'Call now https://acme.com/JOB/NOW and apply today',
    ],
  ])('%s', (body, without) => {
    expect(fixed('capitals', body)).toBe(without);
  });

  it.each([
    'RN, LPN and CNA',
    'AWS SAP ABAP SQL REST API',
    'I NEED it',
    'Reply STOP',
    'RN BSN NICU PICU',
    'https://acme.com/APPLY/NOW',
    '{{APPLY NOW TODAY}}',
    'МЫ ok',
  ])('not: %s', (body) => {
    expect(found('capitals', body)).toEqual([]);
  });

  test('a company or a person that is written like that', () => {
    const facts = { company: 'ACME STAFFING', values: { 'candidate.fullName': 'ANA LOPEZ' } };
    expect(found('capitals', 'This is ACME STAFFING', facts)).toEqual([]);
    expect(found('capitals', 'Hi ANA LOPEZ', facts)).toEqual([]);
    expect(found('capitals', 'Hi {{candidate.fullName}}', facts)).toEqual([]);
  });

  test('names whose rule it is and where it is', () => {
    expect(found('capitals', 'Ana, WE NEED YOU now')).toEqual([
      {
        rule: 'capitals',
        owner: 'practice',
        sentence: '“WE NEED YOU” in capitals reads like shouting.',
        range: [5, 16],
        fix: { label: 'Use sentence case', body: 'Ana, we need you now' },
      },
    ]);
  });
});

describe('repeats', () => {
  it.each([
    ['Hired!!! Great!!', 'Hired! Great!'],
    ['Are you there??', 'Are you there?'],
    ['What?!?!', 'What?'],
    ['Well.......', 'Well...'],
    ['Earn $$$ here', 'Earn $ here'],
    ['Yes 🎉🎉🎉', 'Yes 🎉'],
    ['Yes 👍🏽 👍🏽 👍🏽 ok', 'Yes 👍🏽 ok'],
    ['Family 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 'Family 👩‍👩‍👧'],
  ])('%s', (body, without) => {
    expect(fixed('repeats', body)).toBe(without);
  });

  it.each([
    'Hired! Great!',
    'What?!',
    'Well...',
    '$5',
    '🎉🎉',
    'https://acme.com/a!!',
    '{{candidate.firstName|you!!}}',
  ])('not: %s', (body) => {
    expect(found('repeats', body)).toEqual([]);
  });
});

describe('links', () => {
  it.each([
    ['Apply: https://bit.ly/3abc', 'bit.ly'],
    ['Apply: bit.ly/3abc', 'bit.ly'],
    ['see TinyURL.com/x.', 'tinyurl.com'],
    ['https://t.co/x', 't.co'],
  ])('a shortener: %s', (body, host) => {
    const [finding] = found('shortener', body);
    expect(finding?.sentence).toBe(
      `Carriers block ${host}, a public link shortener. Paste the full link instead.`,
    );
    expect(finding?.fix).toBeNull();
    expect(found('domain', body)).toEqual([]);
  });

  it.each(['https://acme.com', 'at.company', 'not.co', 'a bit.lyrical'])('no shortener: %s', (body) => {
    expect(found('shortener', body)).toEqual([]);
  });

  it.each([
    ['https://jobs.example.org/1', 'jobs.example.org'],
    ['www.example.com/apply', 'example.com'],
    ['see example.com', 'example.com'],
    ['https://acme.com.evil.example/x', 'acme.com.evil.example'],
    ['https://notacme.com', 'notacme.com'],
  ])('another domain: %s', (body, host) => {
    expect(found('domain', body).map(({ sentence }) => sentence)).toEqual([
      `${host} doesn't match your company's domain, acme.com. Carriers may filter links to other domains.`,
    ]);
  });

  it.each([
    'https://careers.acme.com/1',
    'acme.com',
    'dana@example.com',
    'Thanks.See you',
    'e.g. ASP.NET',
    'https://zoom.us/j/1',
  ])('no other domain: %s', (body) => {
    expect(found('domain', body)).toEqual([]);
  });

  test('finds nothing if no domain is known', () => {
    expect(found('domain', 'https://example.com', { domains: [] })).toEqual([]);
  });

  test('the company, above the domain that is known', () => {
    expect(found('domain', 'https://acme.com', { domains: ['careers.acme.com'] })).toEqual([]);
  });

  test('one in a merge attribute, where its value is known', () => {
    const facts = { values: { 'calendar.link': 'https://example.com/dana' } };
    expect(found('domain', 'Book {{calendar.link}} now', facts)[0]?.range).toEqual([5, 22]);
    expect(found('domain', 'Book {{calendar.link}} now')).toEqual([]);
  });
});

describe('words that carriers filter', () => {
  it.each([
    ['Need a payday loan?', 'payday loan', 'loans and debt'],
    ['We do debt relief', 'debt relief', 'loans and debt'],
    ['It is free money', 'free money', 'easy money'],
    ['Work from home and earn $500', 'Work from home and earn', 'easy money'],
    ['Earn $900 a week from home', 'Earn $900 a week from home', 'easy money'],
    ['ACT NOW', 'ACT NOW', 'pressure and prizes'],
    ["You've won a job", "You've won", 'pressure and prizes'],
    ['Cannabis store', 'Cannabis', 'cannabis and other drugs'],
    ['Online gambling support', 'gambling', 'gambling'],
    ['Sell vapes', 'vapes', 'tobacco and vaping'],
    ['Sell guns', 'guns', 'firearms'],
    ['Free beer on Friday', 'beer', 'alcohol'],
    ['Bitcoin miner', 'Bitcoin', 'crypto and trading'],
    ['Send your SSN', 'SSN', 'private data'],
    ['No shit', 'shit', 'hate and swearing'],
    ['A sexy job', 'sexy', 'sex'],
  ])('%s', (body, word, about) => {
    const [finding] = found('filtered', body);
    expect(finding?.sentence).toBe(
      `“${word}” may get this text blocked: carriers filter ${about}. Say it another way.`,
    );
    expect(finding?.owner).toBe('carriers');
    expect(body.slice(...(finding?.range ?? []))).toBe(word);
  });

  it.each([
    'Apply now',
    'free lunch',
    'drug and alcohol test',
    'tobacco-free',
    'loan officer',
    'work from home',
    'assess the shift',
    'the Central Business District (CBD)',
    'cryptography engineer',
    'https://acme.com/casino',
    'Begun work',
    'weed control technician',
    'sexual harassment training',
  ])('not: %s', (body) => {
    expect(found('filtered', body)).toEqual([]);
  });
});

describe('times without a zone', () => {
  it.each([
    ['Call at 3 PM?', 'Call at 3 PM CT?'],
    ['3:30pm or 4 p.m. works', '3:30pm or 4 p.m. CT works'],
    ['From 2 PM to 4 PM', 'From 2 PM to 4 PM CT'],
    ['9am-noon', '9am-noon CT'],
    ['Monday 9 AM, Tuesday 10 AM', 'Monday 9 AM CT, Tuesday 10 AM CT'],
  ])('%s', (body, without) => {
    expect(fixed('timezone', body)).toBe(without);
  });

  it.each([
    '3 PM CT',
    '3 PM (ET)',
    '3pm est',
    '3 PM Eastern',
    'at 3 PM your time',
    'at 3',
    '13 PM',
    'afternoon',
    'I am 5 p',
    'https://acme.com/3pm',
  ])('not: %s', (body) => {
    expect(found('timezone', body)).toEqual([]);
  });

  test('names both zones', () => {
    expect(found('timezone', 'Call at 3 PM')[0]).toMatchObject({
      sentence: "“3 PM” has no time zone. You're on ET, and the candidate is on CT.",
      range: [8, 12],
      fix: { label: 'Add CT' },
    });
  });

  test.each<[what: string, sender: string, candidate: string[], at: string, label: string | null]>([
    ['the same zone', 'America/Chicago', ['America/Chicago'], '2026-11-23', null],
    ['the same offset that day', 'America/Denver', ['America/Phoenix'], '2026-11-23', null],
    ['another offset that day', 'America/Denver', ['America/Phoenix'], '2026-07-23', 'Add MST'],
    ['Hawaii', 'America/New_York', ['Pacific/Honolulu'], '2026-11-23', 'Add HST'],
    ['nothing known of them', 'America/Denver', [], '2026-11-23', null],
    ['a zone that no one knows', 'America/Denver', ['Mars/Olympus'], '2026-11-23', null],
    ['a sender no one can place', 'Mars/Olympus', ['America/Denver'], '2026-11-23', null],
  ])('%s', (_what, sender, candidate, at, label) => {
    const [finding] = found('timezone', 'Call at 3 PM', { zones: { sender, candidate }, at: new Date(at) });
    expect(finding?.fix?.label ?? null).toBe(label);
    expect(finding === undefined).toBe(label === null);
  });

  test('no fix where the candidate may be in several, or in one without a short name', () => {
    const inZones = (candidate: string[]) =>
      found('timezone', 'Call at 3 PM', { zones: { sender: 'America/New_York', candidate } })[0];
    expect(inZones(['America/Chicago', 'America/Denver'])).toMatchObject({
      sentence: "“3 PM” has no time zone. You're on ET, and the candidate may be on CT or MT.",
      fix: null,
    });
    expect(inZones(['Asia/Kolkata'])?.fix).toBeNull();
  });

  test('of a merge attribute, which stays one', () => {
    const values = { 'interview.time': '8:05 AM' };
    expect(fixed('timezone', 'At {{interview.time}}.', { values })).toBe('At {{interview.time}} CT.');
  });
});

describe('a first text without the company', () => {
  it.each([
    ['Are you free today?', 'Are you free today? - Dana, Acme Talent'],
    ['Hi Ana, this is Dana. Are you free?', 'Hi Ana, this is Dana from Acme Talent. Are you free?'],
    ["Hi, I'm Dana Reed!", "Hi, I'm Dana Reed from Acme Talent!"],
    ['This is Dana from Oakland.', 'This is Dana from Oakland. - Dana, Acme Talent'],
    ['This is Danae.', 'This is Danae. - Dana, Acme Talent'],
  ])('%s', (body, without) => {
    expect(fixed('company', body, { isFirst: true })).toBe(without);
    expect(found('company', without, { isFirst: true })).toEqual([]);
  });

  it.each(['Dana, ACME TALENT here', 'Acme Talent, LLC', 'This is {{company.name}}'])('not: %s', (body) => {
    expect(found('company', body, { isFirst: true })).toEqual([]);
  });

  test('not in a later one, and not where the company has no name', () => {
    expect(found('company', 'Are you free?')).toEqual([]);
    for (const company of [null, 'The Company', '!!!'])
      expect(found('company', 'Are you free?', { isFirst: true, company })).toEqual([]);
  });

  test('a text for many gets merge attributes', () => {
    const facts = { isFirst: true, isTemplate: true, values: { 'recruiter.firstName': 'Dana' } };
    expect(fixed('company', 'Are you free?', facts)).toBe(
      'Are you free? - {{recruiter.firstName}}, {{company.name}}',
    );
    expect(fixed('company', 'Hi, this is {{recruiter.firstName}}. Free?', facts)).toBe(
      'Hi, this is {{recruiter.firstName}} from {{company.name}}. Free?',
    );
  });
});

describe('reading grade', () => {
  const hard =
    'In accordance with organizational requirements, candidates participating in this opportunity are respectfully requested to ' +
    'electronically communicate comprehensive documentation regarding certification, immediate availability and compensation expectations.';

  it('is reported above 9', () => {
    expect(found('grade', hard).map(({ sentence }) => sentence)).toEqual([
      'Reads at college level. Shorter sentences help.',
    ]);
    const middling =
      'Remember to bring your signed paperwork and nursing license to the orientation on Thursday. ' +
      'The hospital manager makes a decision about your application before the following Monday.';
    expect(found('grade', middling)[0]?.sentence).toBe('Reads at grade 12. Shorter sentences help.');
  });

  it('is low for short sentences, and unknown for few words', () => {
    expect(readingGrade('It pays well. You start on Monday. '.repeat(5))).toBeLessThan(4);
    expect(readingGrade('Organizational requirements necessitate electronic communication.')).toBeNull();
  });
});

describe('any text', () => {
  const word = fc.constantFrom(
    ...'WE NEED YOU NOW HIRING!! RN ASAP call 3 PM 2pm-4pm noon bit.ly/x https://acme.com/NOW!! dana@x.com 🎉🎉🎉 👩‍👩‍👧 ... .....'.split(
      ' ',
    ),
    ..."{{candidate.firstName}} {{company.name|US}} {{UNKNOWN NAME}} {{ }} {{ }} this is Dana I'M DANA \n payday loan $$$$".split(
      ' ',
    ),
    '{{interview.time}}',
    '{{recruiter.firstName}}',
  );
  const body = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.array(fc.oneof(word, fc.string({ maxLength: 3 })), { maxLength: 30 }).map((words) => words.join(' ')),
    fc.array(word, { maxLength: 30 }).map((words) => words.join('')),
  );
  const facts = fc.record({
    isFirst: fc.boolean(),
    isTemplate: fc.boolean(),
    values: fc.constantFrom({}, { 'interview.time': '8 AM', 'recruiter.firstName': 'Dana' }),
    company: fc.constantFrom('Acme Talent', 'ACME', null, '{{x}}', 'Yes!!'),
  });
  const attributes = (text: string) =>
    parseTemplate(text).flatMap((token) => (token.kind === 'text' ? [] : [token.source]));
  const links = (text: string) =>
    parseTemplate(text)
      .map((token) => (token.kind === 'text' ? token.text : HIDDEN))
      .join('')
      .match(/\S*:\/\/\S*/g) ?? [];

  test('can be fixed to the end, and merge attributes and links stay', () => {
    fc.assert(
      fc.property(body, facts, (start, some) => {
        let text = start;
        for (let round = 0; round < 8; round += 1) {
          const findings = lintText(text, { ...known, ...some });
          for (const { range } of findings)
            if (range) expect(0 <= range[0] && range[0] < range[1] && range[1] <= text.length).toBe(true);
          const fix = findings.find((finding) => finding.fix)?.fix;
          if (!fix) return;
          expect(fix.body).not.toBe(text);
          const kept = attributes(fix.body);
          for (const source of attributes(text)) {
            expect(kept).toContain(source);
            kept.splice(kept.indexOf(source), 1);
          }
          expect(kept.every((source) => /^\{\{(company\.name|recruiter\.firstName)\}\}$/.test(source))).toBe(
            true,
          );
          expect(links(fix.body)).toEqual(links(text));
          text = fix.body;
        }
        throw new Error(`There is always something more to fix in ${JSON.stringify(start)}`);
      }),
      { numRuns: 1500 },
    );
  });

  test.each([
    'A',
    'a.',
    '!',
    '🎉',
    '👩\u200D',
    'NOW ',
    '3 PM ',
    '{{',
    '{{company.name}} ',
    'https://a',
    'bit.ly/',
    'loan ',
  ])('of great length takes little time: %s', (unit) => {
    const started = performance.now();
    lintText(unit.repeat(100_000 / unit.length), { ...known, isFirst: true });
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
