import { expect, it, onTestFinished } from 'vitest';
import type { MarkupLanguage } from '../call-markup.ts';
import { FakeCall } from './fake-call.ts';
import { DocumentRefused, readDocument } from './fake-call-document.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const response = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Response>${content}</Response>`;
const dial = (callerId: string, number = '+12065550142') =>
  response(
    `<Dial callerId="${callerId}" timeout="20" action="https://a.example.com/x"><Number url="https://a.example.com/y">${number}</Number></Dial>`,
  );

async function answered(
  body: string,
  {
    contentType = 'text/xml',
    from = '+14155550150' as string | null,
    language = 'twiml' as MarkupLanguage,
    /** The reply when the call is picked up. */
    pickedUp = response(''),
  } = {},
) {
  const receiver = await startWebhookReceiver();
  onTestFinished(receiver.stop);
  receiver.answerBy((url) => {
    if (url.endsWith('/incoming')) {
      const here = body.replaceAll('https://a.example.com', receiver.url);
      return { contentType, body: here };
    }
    return { contentType: 'text/xml', body: url.endsWith('/y') ? pickedUp : response('') };
  });
  const call = new FakeCall(
    {
      language,
      callId: 'CA1',
      legId: 'CA2',
      withheld: '+266696687',
      endedUrl: `${receiver.url}/ended`,
      tellsBridged: true,
      mayDial: true,
      ownsNumber: (phoneNumber) => phoneNumber === '+14155550110',
      keepRecording: () => ({}),
      sign: (_url, fields) => ({ headers: {}, body: new URLSearchParams(fields).toString() }),
    },
    from,
    '+14155550110',
  );
  await call.place(`${receiver.url}/incoming`);
  return call;
}

it.each<[string, string, string]>([
  ['no XML', 'Hello', '12100'],
  ['two roots', '<Response/><Response/>', '12100'],
  ['another root', '<Answer/>', '12100'],
  ['what is not closed', '<Response><Say>Hi</Response>', '12100'],
  ['a document type', '<!DOCTYPE x><Response/>', '12100'],
  ['a bare ampersand', response('<Say>R & D</Say>'), '12100'],
  ['an entity that there is not', response('<Say>&x;</Say>'), '12100'],
  ['a verb that there is not', response('<Speak>Hi</Speak>'), '12200'],
  ['an attribute that there is not', response('<Say tone="calm">Hi</Say>'), '12200'],
  ['a noun as a verb', response('<Number>+12065550142</Number>'), '12200'],
  ['a time that is too long', response('<Gather timeout="9999"><Say>Hi</Say></Gather>'), '12200'],
  ['an address that is none', response('<Record action="nowhere"/>'), '21502'],
  ['nothing to say', response('<Say></Say>'), '13520'],
  ['the number of someone else', dial('+14155550199'), '13214'],
  ['a number that is none', dial('+14155550150', '5'), '13223'],
])('refuses %s', async (_what, body, code) => {
  const call = await answered(body);
  expect(call.refused).toEqual([expect.stringMatching(`^${code}`)]);
  expect(call.state).toBe('ended');
});

it.each<[string, string, MarkupLanguage]>([
  ['a method at Gather', '<Gather method="POST"><Say>Hi</Say></Gather>', 'texml'],
  ['channels', '<Record channels="single"/>', 'twiml'],
  ['a template', '<Say>Hi {{From}}</Say>', 'texml'],
  ['a phone that rings for 4 seconds', '<Dial timeout="4"><Number>+12065550142</Number></Dial>', 'texml'],
])('refuses %s where it is not known: %s in %s', (_what, content, language) => {
  const other = language === 'twiml' ? 'texml' : 'twiml';
  expect(() => readDocument('text/xml', response(content), language)).toThrow(DocumentRefused);
  expect(readDocument('text/xml', response(content), other)).toHaveLength(1);
});

it.each<[string, string, MarkupLanguage, string[]]>([
  ['Dial', dial('+14155550150'), 'twiml', ['Dial on the called side']],
  ['Say', response('<Say>Hi</Say>'), 'texml', ['Say on the called side']],
  ['Say', response('<Say>Hi</Say>'), 'twiml', []],
])('to the person who picked up, %s: %s', async (_verb, pickedUp, language, refused) => {
  const call = await answered(dial('+14155550150'), { language, pickedUp });
  await call.pickUp();
  expect(call.refused).toEqual(refused);
});

it('refuses a document that is not called XML', async () => {
  expect((await answered(response('<Say>Hi</Say>'), { contentType: 'text/html' })).refused[0]).toMatch(
    /^12300/,
  );
});

it('refuses to show a number that is withheld', async () => {
  expect((await answered(dial('+266696687'), { from: null })).refused).toEqual(['13214']);
  expect((await answered(dial('+14155550110'), { from: null })).refused).toEqual([]);
});
