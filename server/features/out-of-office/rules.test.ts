import { describe, expect, it } from 'vitest';
import { isAway } from '../../../contract/is-away.ts';
import { outOfOfficeProblems } from '../../../contract/out-of-office-rules.ts';
import { beginsAbsence, callsForReply, isMachine, isOn, replyText, type Writer } from './rules.ts';

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 23, hour, minute));

describe('a text', () => {
  const period = { startsAt: at(9), endsAt: at(17) };
  it.each<[string, Parameters<typeof callsForReply>[0], boolean]>([
    ['is answered in the period', { period, writtenAt: at(12), now: at(12, 1) }, true],
    [
      'is answered when the period has no bounds',
      { period: { startsAt: null, endsAt: null }, writtenAt: at(12), now: at(12, 1) },
      true,
    ],
    ['is answered in its first moment', { period, writtenAt: at(9), now: at(9) }, true],
    ['is answered a little late', { period, writtenAt: at(9, 30), now: at(12, 29) }, true],
    ['is not answered before the period', { period, writtenAt: at(8, 59), now: at(8, 59) }, false],
    ['is not answered if it came just before it began', { period, writtenAt: at(8, 59), now: at(9) }, false],
    ['is not answered at its end', { period, writtenAt: at(16, 59), now: at(17) }, false],
    ['is not answered hours after it was written', { period, writtenAt: at(9), now: at(12) }, false],
  ])('%s', (_, facts, calls) => {
    expect(callsForReply(facts)).toBe(calls);
  });
});

const usual: Writer = {
  from: '+13125550100',
  body: 'Is the job still open?',
  isBusinessNumber: false,
  repeats: false,
  automaticTexts: 0,
};

describe('a person', () => {
  it.each<[string, Partial<Writer>]>([
    ['asks', {}],
    ['sends a picture without words', { body: '' }],
    ['writes after one automatic text', { automaticTexts: 1 }],
    ['writes from abroad', { from: '+447700900123' }],
    ['writes in a car', { body: "I'm driving, can we talk at 5?" }],
    ['asks about the absence', { body: 'Are you out of the office? Please text me an automatic date' }],
  ])('%s', (_, facts) => {
    expect(isMachine({ ...usual, ...facts })).toBe(false);
  });
});

describe('a machine', () => {
  it.each<[string, Partial<Writer>]>([
    ['has a business number of ours', { isBusinessNumber: true }],
    ['repeats itself', { repeats: true }],
    ['writes after two automatic texts in an hour', { automaticTexts: 2 }],
    ['has a toll-free number', { from: '+18885550100' }],
    ['has a short code', { from: '22395' }],
    ['has a name', { from: 'ACME' }],
    ['says it is automatic', { body: 'This is an automatic reply. We are closed.' }],
    ['says it is an auto-reply', { body: 'AUTO-REPLY: back on Monday' }],
    ['says it is automated', { body: 'Automated message from Acme' }],
    [
      'answers for who drives',
      {
        body: "I'm driving with Do Not Disturb While Driving turned on. I'll see your message when I get where I'm going.",
      },
    ],
    [
      'answers for a phone that is silent',
      { body: '(I\'m not receiving notifications. If this is urgent, reply "urgent".)' },
    ],
    ['answers for who is away too', { body: 'Thanks for your text. I’m out of the office right now.' }],
    ['answers for a phone in a car', { body: "I'm driving right now - I'll get back to you later." }],
    ['answers for a desk', { body: 'We are currently away from the phone' }],
    ['wants no reply', { body: 'Please don’t reply to this number' }],
  ])('%s', (_, facts) => {
    expect(isMachine({ ...usual, ...facts })).toBe(true);
  });
});

describe('another absence', () => {
  const off = { enabled: false, message: 'Hi', delegateUserId: null, startsAt: null, endsAt: null };
  const on = { ...off, enabled: true };
  it.each<[string, typeof off | object, object, boolean]>([
    ['begins when it is switched on', off, on, true],
    [
      'begins when it is switched on after its end',
      { ...on, endsAt: at(11) },
      { ...on, endsAt: at(17) },
      true,
    ],
    ['begins when what runs is put off', on, { ...on, startsAt: at(15) }, true],
    ['does not begin when it is switched off', on, off, false],
    ['does not begin with another wording while it is off', off, { ...off, message: 'Ho' }, false],
    ['does not begin with another end', { ...on, endsAt: at(13) }, { ...on, endsAt: at(17) }, false],
    [
      'does not begin when it had begun earlier',
      { ...on, startsAt: at(9) },
      { ...on, startsAt: at(8) },
      false,
    ],
    [
      'does not begin when it is moved before it began',
      { ...on, startsAt: at(14) },
      { ...on, startsAt: at(15) },
      false,
    ],
    ['does not begin when it is begun early', { ...on, startsAt: at(14) }, on, false],
  ])('%s', (_, before, after, begins) => {
    expect(beginsAbsence({ ...off, ...before }, { ...off, ...after }, at(12))).toBe(begins);
  });
});

describe('an automatic reply', () => {
  const wanted = {
    outOfOfficeMessageEnabled: true,
    outOfOfficeMessage: 'Back on Monday',
    startsAt: at(9).toISOString(),
    endsAt: at(17).toISOString(),
  };
  const tooLong = 'x'.repeat(613);

  it.each<[string, Partial<Parameters<typeof outOfOfficeProblems>[0]>, object]>([
    ['is as it should be', {}, {}],
    ['without bounds', { startsAt: null, endsAt: null }, {}],
    [
      'without a message',
      { outOfOfficeMessage: ' \n' },
      { outOfOfficeMessage: 'Write the message to send to candidates' },
    ],
    ['without a message, switched off', { outOfOfficeMessageEnabled: false, outOfOfficeMessage: '' }, {}],
    ['of exactly four segments', { outOfOfficeMessage: 'x'.repeat(612) }, {}],
    [
      'too long',
      { outOfOfficeMessage: tooLong },
      { outOfOfficeMessage: 'Shorten the message to 4 segments or fewer (it has 5)' },
    ],
    [
      'too long for its emoji',
      { outOfOfficeMessage: `${'x'.repeat(280)}\u{1f334}` },
      { outOfOfficeMessage: 'Shorten the message to 4 segments or fewer (it has 5)' },
    ],
    [
      'that ends as it starts',
      { startsAt: at(17).toISOString() },
      { endsAt: 'The end must be after the start' },
    ],
    [
      'that ends before it starts, switched off',
      { outOfOfficeMessageEnabled: false, startsAt: at(18).toISOString() },
      { endsAt: 'The end must be after the start' },
    ],
    ['that is over', { startsAt: null, endsAt: at(7).toISOString() }, { endsAt: 'The end is in the past' }],
    [
      'that is over, switched off',
      { outOfOfficeMessageEnabled: false, startsAt: null, endsAt: at(7).toISOString() },
      {},
    ],
  ])('%s', (_, change, problems) => {
    expect(outOfOfficeProblems({ ...wanted, ...change }, at(8))).toEqual(problems);
  });

  it.each([
    [at(8, 59), false],
    [at(9), true],
    [at(16, 59), true],
    [at(17), false],
  ])('is on at %s: %s', (now, on) => {
    expect(isAway(wanted, now)).toBe(on);
    expect(isAway({ ...wanted, outOfOfficeMessageEnabled: false }, now)).toBe(false);
  });

  it('stays switched on until its end, also before it starts', () => {
    const settings = { enabled: true, message: 'Hi', delegateUserId: null, startsAt: at(9), endsAt: at(17) };
    expect([at(1), at(12), at(17)].map((now) => isOn(settings, now))).toEqual([true, true, false]);
    expect(isOn({ ...settings, endsAt: null }, at(23))).toBe(true);
    expect(isOn({ ...settings, enabled: false }, at(12))).toBe(false);
  });

  it('names the company and the way out to someone who was never texted', () => {
    expect(replyText('Back on Monday', null)).toBe('Back on Monday');
    expect(replyText('Back on Monday', { companyName: 'Acme ' })).toBe(
      'Acme: Back on Monday\nReply STOP to opt out.',
    );
  });
});
