import { expect, it } from 'vitest';
import { callerOf } from './call-fields.ts';
import { callMarkup, type MarkupLanguage } from './call-markup.ts';
import { readDocument } from './fakes/fake-call-document.ts';

it('forwards with the caller shown, and asks who picks up', () => {
  const markup = callMarkup(
    {
      step: 'forward',
      to: '+12065550142',
      callerId: '+14155550150',
      ringSeconds: 20,
      pickedUpUrl: 'https://app.example.com/pickedUp?a=1&b=2',
      endedUrl: 'https://app.example.com/ended',
    },
    'twiml',
  );
  expect(markup).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<Response><Dial callerId="+14155550150" timeout="20" timeLimit="14400" answerOnBridge="true" action="https://app.example.com/ended" method="POST">' +
      '<Number url="https://app.example.com/pickedUp?a=1&amp;b=2" method="POST">+12065550142</Number></Dial></Response>',
  );
});

it('records one channel, which only TeXML has to be asked for', () => {
  const step = {
    step: 'record',
    sentence: 'Please leave a message.',
    longestSeconds: 180,
    recordedUrl: 'https://app.example.com/recorded',
    recordingReadyUrl: 'https://app.example.com/recordingReady',
  } as const;
  const attributesIn = (language: MarkupLanguage) =>
    readDocument('text/xml', callMarkup(step, language), language)[1]?.attributes;
  expect(attributesIn('texml')).toMatchObject({ channels: 'single', maxLength: '180', playBeep: 'true' });
  expect(attributesIn('twiml')).not.toHaveProperty('channels');
});

it.each([
  ['<Hangup/> & "Söhne"', '<Hangup/> & "Söhne"'],
  ['a\u0000b\u0007c\uffffd', 'abcd'],
  ['half an emoji \ud83d', 'half an emoji \ufffd'],
  ['{{#if From}} of {{From}}', '#if From of From'],
  ["O'Neil </Say><Dial>+19005550100</Dial>", "O'Neil </Say><Dial>+19005550100</Dial>"],
])('says %j as it is, whatever it looks like', (sentence, said) => {
  for (const language of ['twiml', 'texml'] as const) {
    const markup = callMarkup({ step: 'say', sentence }, language);
    const [say, hangup, ...more] = readDocument('text/xml', markup, language);
    expect(say).toMatchObject({ name: 'Say', text: said, children: [] });
    expect(hangup).toMatchObject({ name: 'Hangup' });
    expect(more).toEqual([]);
  }
});

it.each([
  ['+14155550150', '+14155550150'],
  ['+447700900123', '+447700900123'],
  ['anonymous', null],
  ['Restricted', null],
  ['+266696687', null],
  ['+7378742833', null],
  ['+2562533', null],
  ['+8656696', null],
  ['+86282452253', null],
  ['sip:someone@example.com', null],
  ['client:someone', null],
  ['', null],
  [null, null],
])('who calls as %j can be called back at %j', (from, caller) => {
  expect(callerOf(from)).toBe(caller);
});
